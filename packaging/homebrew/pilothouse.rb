# The template of the Homebrew formula; `fill.sh` writes the version and the checksums of a release into it.
class Pilothouse < Formula
  desc "Host for Claude Code sessions, with a web page, a terminal client and an API"
  homepage "https://github.com/pilothouse/pilothouse"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "https://github.com/pilothouse/pilothouse/releases/download/v@VERSION@/pilothouse-@VERSION@-aarch64-apple-darwin.tar.gz"
      sha256 "@aarch64-apple-darwin@"
    end
    on_intel do
      url "https://github.com/pilothouse/pilothouse/releases/download/v@VERSION@/pilothouse-@VERSION@-x86_64-apple-darwin.tar.gz"
      sha256 "@x86_64-apple-darwin@"
    end
  end

  on_linux do
    on_arm do
      url "https://github.com/pilothouse/pilothouse/releases/download/v@VERSION@/pilothouse-@VERSION@-aarch64-unknown-linux-musl.tar.gz"
      sha256 "@aarch64-unknown-linux-musl@"
    end
    on_intel do
      url "https://github.com/pilothouse/pilothouse/releases/download/v@VERSION@/pilothouse-@VERSION@-x86_64-unknown-linux-musl.tar.gz"
      sha256 "@x86_64-unknown-linux-musl@"
    end
  end

  def install
    bin.install "pilothouse", "pilothouse-sim"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/pilothouse.bash" => "pilothouse"
    zsh_completion.install "completions/_pilothouse"
    fish_completion.install "completions/pilothouse.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/pilothouse --version")
    assert_match "hello", shell_output("#{bin}/pilothouse sim -p hello")
  end
end
