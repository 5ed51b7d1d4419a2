# Builds Pilothouse with Nix: `nix run github:pilothouse/pilothouse -- --demo`. docs/install.md says what was tried.
{
  description = "Host for Claude Code sessions, with a web page, a terminal client and an API";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs =
    { self, nixpkgs }:
    let
      systems = [
        "x86_64-linux"
        "aarch64-linux"
        "x86_64-darwin"
        "aarch64-darwin"
      ];
      each = build: nixpkgs.lib.genAttrs systems (system: build nixpkgs.legacyPackages.${system});
      version = (builtins.fromTOML (builtins.readFile ./Cargo.toml)).workspace.package.version;

      page =
        pkgs:
        pkgs.buildNpmPackage {
          pname = "pilothouse-page";
          inherit version;
          src = self;
          npmRoot = "ui";
          npmDeps = pkgs.importNpmLock { npmRoot = ./ui; };
          npmConfigHook = pkgs.importNpmLock.npmConfigHook;
          buildPhase = "npm --prefix ui run build";
          installPhase = "cp -r crates/server/ui-dist $out";
        };

      pilothouse =
        pkgs:
        pkgs.rustPlatform.buildRustPackage {
          pname = "pilothouse";
          inherit version;
          src = self;
          cargoLock.lockFile = ./Cargo.lock;
          cargoBuildFlags = [ "--package=pilothouse" ];
          # The tests need git, a browser and the CLI; `cargo xtask test` runs them.
          doCheck = false;
          REQUIRE_UI = "1";
          preBuild = "cp -r --no-preserve=mode ${page pkgs} crates/server/ui-dist";
          nativeBuildInputs = [ pkgs.installShellFiles ];
          postInstall = ''
            $out/bin/pilothouse man --dir man
            installManPage man/*.1
            for shell in bash zsh fish; do
              $out/bin/pilothouse completions $shell > pilothouse.$shell
            done
            installShellCompletion pilothouse.{bash,zsh,fish}
          '';
          meta = {
            description = "Host for Claude Code sessions, with a web page, a terminal client and an API";
            homepage = "https://github.com/pilothouse/pilothouse";
            license = with nixpkgs.lib.licenses; [
              mit
              asl20
            ];
            mainProgram = "pilothouse";
          };
        };
    in
    {
      packages = each (pkgs: {
        default = pilothouse pkgs;
      });
    };
}
