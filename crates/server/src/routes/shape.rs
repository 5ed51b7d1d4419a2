//! What the types of a handler say about its operation: parameters, request body, answers.
//!
//! The API description takes its types from the handlers, so the two cannot differ.

use std::any::type_name;

use axum::Json;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::{AppendHeaders, NoContent, Response};

use super::body::{Created, Payload, RawBody};
use super::query::{Parameter, Parameters, Query};
use crate::app::App;
use crate::auth::guard::Caller;
use crate::problem::Problem;

/// Returns the full name of a type. The last segment is the name of its schema.
pub(crate) type TypeName = fn() -> &'static str;

/// The shape of one operation.
#[derive(Clone, Copy)]
pub(crate) struct Shape {
    pub(crate) query: &'static [Parameter],
    pub(crate) body: Option<Body>,
    /// By status.
    pub(crate) answers: &'static [(u16, Answer)],
}

#[derive(Clone, Copy)]
pub(crate) enum Body {
    Json(TypeName),
    /// JSON that may be left out.
    Optional(TypeName),
    /// Bytes of a media type.
    Bytes(&'static str),
}

#[derive(Clone, Copy)]
pub(crate) enum Answer {
    Nothing,
    Json(TypeName),
    /// Bytes of a media type or range.
    Bytes(&'static str),
    /// Bytes of one of these media types.
    Files(&'static [&'static str]),
    /// Server-sent events whose data is of a type.
    Events(TypeName),
}

/// An argument of a handler.
pub(crate) trait Argument {
    const QUERY: &'static [Parameter] = &[];
    const BODY: Option<Body> = None;
}

impl Argument for State<App> {}
impl Argument for Caller {}
impl Argument for HeaderMap {}
impl Argument for WebSocketUpgrade {}
impl<T> Argument for Path<T> {}

impl<T: Parameters> Argument for Query<T> {
    const QUERY: &'static [Parameter] = T::PARAMETERS;
}

impl<T> Argument for Payload<T> {
    const BODY: Option<Body> = Some(Body::Json(type_name::<T>));
}

impl<T> Argument for Option<Payload<T>> {
    const BODY: Option<Body> = Some(Body::Optional(type_name::<T>));
}

/// The table names the media type.
impl Argument for RawBody {}
impl Argument for axum::body::Body {}

/// What a handler returns.
pub(crate) trait Returns {
    const ANSWERS: &'static [(u16, Answer)];
}

impl<T> Returns for Json<T> {
    const ANSWERS: &'static [(u16, Answer)] = &[(200, Answer::Json(type_name::<T>))];
}

impl<T> Returns for Created<T> {
    const ANSWERS: &'static [(u16, Answer)] = &[(201, Answer::Json(type_name::<T>))];
}

impl Returns for NoContent {
    const ANSWERS: &'static [(u16, Answer)] = &[(204, Answer::Nothing)];
}

/// An answer with one more header.
impl<T: Returns> Returns for (AppendHeaders<[(HeaderName, HeaderValue); 1]>, T) {
    const ANSWERS: &'static [(u16, Answer)] = T::ANSWERS;
}

/// The table names the answers.
impl Returns for Response {
    const ANSWERS: &'static [(u16, Answer)] = &[];
}

impl<T: Returns> Returns for Result<T, Problem> {
    const ANSWERS: &'static [(u16, Answer)] = T::ANSWERS;
}

/// A handler whose shape is known.
pub(crate) trait Endpoint<Arguments> {
    const SHAPE: Shape;
}

pub(super) const fn shape_of<A, H: Endpoint<A>>(_: &H) -> Shape {
    H::SHAPE
}

macro_rules! endpoint {
    ($($argument:ident)*) => {
        impl<F, Answering, $($argument),*> Endpoint<($($argument,)*)> for F
        where
            F: Fn($($argument),*) -> Answering,
            Answering: Future<Output: Returns>,
            $($argument: Argument),*
        {
            const SHAPE: Shape = Shape {
                query: the_query(&[$($argument::QUERY),*]),
                body: the_body(&[$($argument::BODY),*]),
                answers: <Answering::Output as Returns>::ANSWERS,
            };
        }
    };
}

endpoint!();
endpoint!(A);
endpoint!(A B);
endpoint!(A B C);
endpoint!(A B C D);
endpoint!(A B C D E);

/// The parameters of the one argument that has some.
const fn the_query(arguments: &[&'static [Parameter]]) -> &'static [Parameter] {
    let mut found: &[Parameter] = &[];
    let mut index = 0;
    while index < arguments.len() {
        if !arguments[index].is_empty() {
            found = arguments[index];
        }
        index += 1;
    }
    found
}

/// The body of the one argument that has one.
const fn the_body(arguments: &[Option<Body>]) -> Option<Body> {
    let mut found = None;
    let mut index = 0;
    while index < arguments.len() {
        if arguments[index].is_some() {
            found = arguments[index];
        }
        index += 1;
    }
    found
}
