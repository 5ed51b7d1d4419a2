//! What the table of operations is written with.

/// One method of one address.
pub(super) struct Operation {
    pub(super) method: &'static str,
    pub(super) path: &'static str,
    /// The least that is needed; nothing for what needs no login.
    pub(super) scope: Option<&'static str>,
    pub(super) summary: &'static str,
    pub(super) query: &'static [Query],
    pub(super) body: Option<Body>,
    pub(super) answers: &'static [(u16, Answer)],
}

/// A parameter of the query; none is required.
pub(super) struct Query {
    pub(super) name: &'static str,
    pub(super) kind: &'static str,
    pub(super) what: &'static str,
}

#[derive(Clone, Copy)]
pub(super) enum Body {
    /// A type by its name.
    Json(&'static str),
    /// One that may be left out.
    Optional(&'static str),
    /// Bytes of a media type.
    Bytes(&'static str),
}

#[derive(Clone, Copy)]
pub(super) enum Answer {
    Nothing,
    /// A type by its name.
    Json(&'static str),
    /// A list of a type.
    List(&'static str),
    /// Whatever the CLI answers.
    Any,
    /// Bytes of a media type.
    Bytes(&'static str),
    /// Server-sent events whose data is of a type.
    Events(&'static str),
}

impl Answer {
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Nothing => "Done.",
            Self::Json(_) | Self::List(_) | Self::Any => "The answer.",
            Self::Bytes(_) => "The bytes.",
            Self::Events(_) => "Events, until one side ends it.",
        }
    }
}

pub(super) const fn text(name: &'static str, what: &'static str) -> Query {
    let kind = "string";
    Query { name, kind, what }
}

pub(super) const fn number(name: &'static str, what: &'static str) -> Query {
    let kind = "integer";
    Query { name, kind, what }
}

pub(super) const fn truth(name: &'static str, what: &'static str) -> Query {
    let kind = "boolean";
    Query { name, kind, what }
}

/// Something that needs no login.
pub(super) const fn open(
    method: &'static str,
    path: &'static str,
    summary: &'static str,
) -> Operation {
    Operation {
        method,
        path,
        scope: None,
        summary,
        query: &[],
        body: None,
        answers: &[(204, Answer::Nothing)],
    }
}

pub(super) const fn view(
    method: &'static str,
    path: &'static str,
    summary: &'static str,
) -> Operation {
    open(method, path, summary).needs("view")
}

pub(super) const fn answer(
    method: &'static str,
    path: &'static str,
    summary: &'static str,
) -> Operation {
    open(method, path, summary).needs("answer")
}

pub(super) const fn control(
    method: &'static str,
    path: &'static str,
    summary: &'static str,
) -> Operation {
    open(method, path, summary).needs("control")
}

pub(super) const fn admin(
    method: &'static str,
    path: &'static str,
    summary: &'static str,
) -> Operation {
    open(method, path, summary).needs("admin")
}

impl Operation {
    const fn needs(mut self, scope: &'static str) -> Self {
        self.scope = Some(scope);
        self
    }

    pub(super) const fn query(mut self, query: &'static [Query]) -> Self {
        self.query = query;
        self
    }

    pub(super) const fn takes(mut self, body: Body) -> Self {
        self.body = Some(body);
        self
    }

    pub(super) const fn gives(mut self, answers: &'static [(u16, Answer)]) -> Self {
        self.answers = answers;
        self
    }

    /// Whether the same command sent again can be known by a key.
    pub(super) fn takes_key(&self) -> bool {
        crate::idempotency::applies(self.method, self.path)
    }
}
