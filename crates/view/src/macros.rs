//! The macro that makes the types of the view.

/// Makes structs and enums with what every type of the view has: serde in camel case and, with the feature `schema`, TypeScript and
/// JSON Schema. Other derives and serde attributes are written on the type.
macro_rules! view_types {
    () => {};
    ($(#[$attribute:meta])* pub struct $name:ident $fields:tt $($rest:tt)*) => {
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
        #[serde(rename_all = "camelCase")]
        $(#[$attribute])*
        pub struct $name $fields

        view_types! { $($rest)* }
    };
    ($(#[$attribute:meta])* pub enum $name:ident $variants:tt $($rest:tt)*) => {
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
        #[serde(rename_all = "camelCase")]
        $(#[$attribute])*
        pub enum $name $variants

        view_types! { $($rest)* }
    };
}
