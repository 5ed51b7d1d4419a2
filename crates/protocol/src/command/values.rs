//! Values of flags.

/// Generates sets of words that a flag accepts.
macro_rules! words {
    ($( $(#[$attribute:meta])* pub enum $name:ident { $( $(#[$variant_attribute:meta])* $variant:ident = $word:literal, )* } )*) => {$(
        $(#[$attribute])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $name {
            $( $(#[$variant_attribute])* $variant, )*
        }

        impl $name {
            /// Returns the word on the command line.
            pub fn as_str(self) -> &'static str {
                match self {
                    $( Self::$variant => $word, )*
                }
            }
        }
    )*};
}

words! {
    /// The output format.
    pub enum OutputFormat {
        /// Plain text.
        Text = "text",
        /// One JSON object at the end.
        Json = "json",
        /// Lines of JSON; needs `--verbose`.
        StreamJson = "stream-json",
    }

    /// The input format.
    pub enum InputFormat {
        /// Plain text.
        Text = "text",
        /// Lines of JSON.
        StreamJson = "stream-json",
    }

    /// Where permission requests are answered.
    pub enum PermissionPrompts {
        /// The host.
        Host = "host",
        /// Nowhere: calls that need permission are denied.
        None = "none",
    }

    /// Whether the model thinks.
    pub enum ThinkingMode {
        /// Always.
        Enabled = "enabled",
        /// The model decides.
        Adaptive = "adaptive",
        /// Never.
        Disabled = "disabled",
    }

    /// How much the model does without being asked.
    pub enum Proactivity {
        /// It asks first.
        Ask = "ask",
        /// The default amount.
        Default = "default",
        /// More than the default.
        Proactive = "proactive",
    }

    /// A settings file.
    pub enum SettingsFile {
        /// The user's.
        User = "user",
        /// The project's.
        Project = "project",
        /// The user's own settings for the project.
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

/// When the CLI compacts the context automatically.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Autocompact {
    /// The CLI decides.
    Auto,
    /// At this many tokens: 100,000 to 1,000,000.
    Tokens(u64),
}
