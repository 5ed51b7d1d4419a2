//! Settings of the sandbox in which the CLI runs commands: the key `sandbox` of the settings.

use std::collections::BTreeMap;

use crate::raw::RawJson;
use crate::wire::wire_struct;

wire_struct! {
    /// The sandbox of commands. Fields that are not set keep their value from the settings files.
    #[derive(Default)]
    pub struct SandboxSettings {
        /// Whether commands run in the sandbox.
        enabled: Option<bool>,
        /// The CLI does not start if the sandbox is not available.
        fail_if_unavailable: Option<bool> = "failIfUnavailable",
        /// Commands in the sandbox do not require permission requests.
        auto_allow_bash_if_sandboxed: Option<bool> = "autoAllowBashIfSandboxed",
        /// The model may request to run a command outside of the sandbox.
        allow_unsandboxed_commands: Option<bool> = "allowUnsandboxedCommands",
        network: Option<SandboxNetwork>,
        filesystem: Option<SandboxFilesystem>,
        /// Files and variables that are hidden from commands, as in the settings.
        credentials: Option<RawJson>,
        /// Violations that are not reported, by command.
        ignore_violations: BTreeMap<String, Vec<String>> = "ignoreViolations",
        /// Commands that run outside of the sandbox.
        excluded_commands: Vec<String> = "excludedCommands",
        /// A weaker sandbox that works inside containers.
        enable_weaker_nested_sandbox: Option<bool> = "enableWeakerNestedSandbox",
    }

    /// The network access of commands in the sandbox.
    #[derive(Default)]
    pub struct SandboxNetwork {
        /// Allowed hosts.
        allowed_domains: Vec<String> = "allowedDomains",
        /// Denied hosts.
        denied_domains: Vec<String> = "deniedDomains",
        /// Denies other hosts without asking.
        strict_allowlist: Option<bool> = "strictAllowlist",
        allow_unix_sockets: Vec<String> = "allowUnixSockets",
        allow_all_unix_sockets: Option<bool> = "allowAllUnixSockets",
        /// Commands may listen on loopback.
        allow_local_binding: Option<bool> = "allowLocalBinding",
        http_proxy_port: Option<u64> = "httpProxyPort",
        socks_proxy_port: Option<u64> = "socksProxyPort",
    }

    /// The file access of commands in the sandbox.
    #[derive(Default)]
    pub struct SandboxFilesystem {
        allow_write: Vec<String> = "allowWrite",
        deny_write: Vec<String> = "denyWrite",
        allow_read: Vec<String> = "allowRead",
        deny_read: Vec<String> = "denyRead",
    }
}

impl SandboxSettings {
    /// Enables the sandbox.
    pub fn enabled() -> Self {
        Self {
            enabled: Some(true),
            ..Self::default()
        }
    }

    /// Allows commands in the sandbox without a permission request.
    #[must_use]
    pub fn auto_allow_bash(mut self) -> Self {
        self.auto_allow_bash_if_sandboxed = Some(true);
        self
    }

    /// Prevents the CLI from starting if the sandbox is not available.
    #[must_use]
    pub fn required(mut self) -> Self {
        self.fail_if_unavailable = Some(true);
        self
    }

    /// Runs these commands outside of the sandbox.
    #[must_use]
    pub fn exclude_commands<T: Into<String>>(
        mut self,
        commands: impl IntoIterator<Item = T>,
    ) -> Self {
        self.excluded_commands
            .extend(commands.into_iter().map(Into::into));
        self
    }

    /// Allows commands to connect to these hosts.
    #[must_use]
    pub fn allow_domains<T: Into<String>>(mut self, domains: impl IntoIterator<Item = T>) -> Self {
        let network = self.network.get_or_insert_default();
        network
            .allowed_domains
            .extend(domains.into_iter().map(Into::into));
        self
    }

    /// Allows commands to write below these directories.
    #[must_use]
    pub fn allow_write<T: Into<String>>(
        mut self,
        directories: impl IntoIterator<Item = T>,
    ) -> Self {
        let filesystem = self.filesystem.get_or_insert_default();
        filesystem
            .allow_write
            .extend(directories.into_iter().map(Into::into));
        self
    }

    /// Hides files and directories from commands.
    #[must_use]
    pub fn deny_read<T: Into<String>>(mut self, paths: impl IntoIterator<Item = T>) -> Self {
        let filesystem = self.filesystem.get_or_insert_default();
        filesystem
            .deny_read
            .extend(paths.into_iter().map(Into::into));
        self
    }
}
