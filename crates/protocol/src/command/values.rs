//! Values that flags take.

/// Makes sets of words that a flag takes.
macro_rules! words {
    ($( $(#[$attribute:meta])* pub enum $name:ident { $( $(#[$variant_attribute:meta])* $variant:ident = $word:literal, )* } )*) => {$(
        $(#[$attribute])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $name {
            $( $(#[$variant_attribute])* $variant, )*
        }

        impl $name {
            /// Returns the word that the CLI takes.
            pub fn as_str(self) -> &'static str {
                match self {
                    $( Self::$variant => $word, )*
                }
            }
        }
    )*};
}

words! {
    /// How the CLI writes.
    pub enum OutputFormat {
        /// Plain text.
        Text = "text",
        /// One JSON object at the end.
        Json = "json",
        /// Lines of JSON; needs `--verbose`.
        StreamJson = "stream-json",
    }

    /// How the CLI reads.
    pub enum InputFormat {
        /// Plain text.
        Text = "text",
        /// Lines of JSON.
        StreamJson = "stream-json",
    }

    /// Who answers asks.
    pub enum PermissionPrompts {
        /// The host.
        Host = "host",
        /// Nobody: what would be asked for is denied.
        None = "none",
    }

    /// Whether the model thinks.
    pub enum ThinkingMode {
        /// It does.
        Enabled = "enabled",
        /// It decides itself.
        Adaptive = "adaptive",
        /// It does not.
        Disabled = "disabled",
    }

    /// How much the model does unasked.
    pub enum Proactivity {
        /// It asks first.
        Ask = "ask",
        /// As usual.
        Default = "default",
        /// Much.
        Proactive = "proactive",
    }

    /// A settings file.
    pub enum SettingsFile {
        /// The user's.
        User = "user",
        /// The project's.
        Project = "project",
        /// The project's, of this user alone.
        Local = "local",
    }

    /// On or off.
    pub enum OnOff {
        /// On.
        On = "on",
        /// Off.
        Off = "off",
    }
}

/// When the CLI compacts the context by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Autocompact {
    /// When it thinks best.
    Auto,
    /// At so many tokens: 100,000 to 1,000,000.
    Tokens(u64),
}
