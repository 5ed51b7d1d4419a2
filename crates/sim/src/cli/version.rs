//! Which version of the CLI is spoken.

/// The versions the simulator knows how to speak.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Version {
    V2_1_38,
    #[default]
    V2_1_325,
}

impl Version {
    /// The spoken version nearest to the text: everything before 2.1.100 speaks as 2.1.38.
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

    pub(crate) fn is_old(self) -> bool {
        self == Self::V2_1_38
    }
}
