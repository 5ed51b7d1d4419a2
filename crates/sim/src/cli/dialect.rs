//! Differences between the simulated versions of the CLI.
//!
//! Most of them are data in `data/VERSION`: names and prices ([`Catalog`]), texts ([`Messages`]), templates of frames
//! that list what the version has, and fields that the version omits from common frames ([`Omissions`]). The rest are
//! named behaviors, one row for each in the table of [`Features`].

mod catalog;
mod features;
mod messages;
mod omissions;
mod template;

use std::sync::LazyLock;

use serde::de::DeserializeOwned;
use serde_json::Value;

pub(super) use catalog::{Catalog, Need, canonical};
pub(super) use features::Features;
use messages::Messages;
pub(super) use omissions::Omissions;
pub(super) use template::fill;

/// The versions that the simulator supports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) enum Version {
    V2_1_38,
    #[default]
    V2_1_325,
}

impl Version {
    /// Returns the supported version nearest to the text: everything before 2.1.100 is 2.1.38.
    pub(crate) fn parse(text: &str) -> Self {
        let patch = text
            .split('.')
            .nth(2)
            .and_then(|part| part.parse::<u32>().ok());
        match patch {
            Some(patch) if patch < 100 => Self::V2_1_38,
            _ => Self::V2_1_325,
        }
    }

    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::V2_1_38 => "2.1.38",
            Self::V2_1_325 => "2.1.325",
        }
    }

    /// The dialect of this version.
    pub(super) fn dialect(self) -> &'static Dialect {
        match self {
            Self::V2_1_38 => &V2_1_38,
            Self::V2_1_325 => &V2_1_325,
        }
    }
}

/// The texts and behavior of one version of the CLI.
#[derive(Debug)]
pub(super) struct Dialect {
    pub(super) version: Version,
    pub(super) features: Features,
    pub(super) catalog: Catalog,
    pub(super) messages: Messages,
    pub(super) omissions: Omissions,
    /// The template of `system/init`.
    pub(super) init: Value,
    /// The template of the response to `initialize`.
    pub(super) initialize: Value,
}

macro_rules! dialect {
    ($version:ident, $directory:literal) => {
        LazyLock::new(|| Dialect {
            version: Version::$version,
            features: Features::$version,
            catalog: read(include_str!(concat!(
                "../../data/",
                $directory,
                "/catalog.json"
            ))),
            messages: read(include_str!(concat!(
                "../../data/",
                $directory,
                "/messages.json"
            ))),
            omissions: read(include_str!(concat!(
                "../../data/",
                $directory,
                "/omitted.json"
            ))),
            init: read(include_str!(concat!(
                "../../data/",
                $directory,
                "/init.json"
            ))),
            initialize: read(include_str!(concat!(
                "../../data/",
                $directory,
                "/initialize.json"
            ))),
        })
    };
}

static V2_1_38: LazyLock<Dialect> = dialect!(V2_1_38, "2.1.38");
static V2_1_325: LazyLock<Dialect> = dialect!(V2_1_325, "2.1.325");

/// Parses a data file, which is compiled in and validated by a test.
fn read<T: DeserializeOwned + Default>(text: &str) -> T {
    serde_json::from_str(text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_files_are_valid() {
        for version in [Version::V2_1_38, Version::V2_1_325] {
            let dialect = version.dialect();
            assert!(!dialect.catalog.tools.is_empty(), "{version:?}");
            assert_eq!(dialect.init["claude_code_version"], version.as_str());
            assert!(dialect.initialize["commands"].is_string(), "{version:?}");
        }
        assert!(!V2_1_38.omissions.is_empty());
        assert!(V2_1_325.omissions.is_empty());
        assert!(V2_1_38.messages.keys().eq(V2_1_325.messages.keys()));
    }
}
