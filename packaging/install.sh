#!/bin/sh
# Installs Pilothouse from a release, for the current user, without root:
#
#   curl -fsSL https://github.com/pilothouse/pilothouse/releases/latest/download/install.sh | sh
#
# It downloads SHA256SUMS and the archive for this machine, compares the checksum, and copies the files below ~/.local.
# At the end it prints what it wrote and the command that removes it. docs/install.md describes it.
#
# PILOTHOUSE_VERSION    version to install, such as 0.2.0     [default: the latest release]
# PILOTHOUSE_BIN_DIR    directory of the programs             [default: ~/.local/bin]
# XDG_DATA_HOME         manual pages, completions, licences   [default: ~/.local/share]
# PILOTHOUSE_RELEASES   URL of the releases, for a mirror
# PILOTHOUSE_CHECK      print the version that would be installed, and change nothing
set -eu

fail() {
    printf 'install.sh: %s\n' "$1" >&2
    exit 1
}

has() {
    command -v "$1" >/dev/null 2>&1
}

# Prints the name that Rust has for this machine.
target() {
    system=$(uname -s)
    machine=$(uname -m)
    # A shell under Rosetta reports the machine that it emulates.
    if [ "$system" = Darwin ] && [ "$(sysctl -n sysctl.proc_translated 2>/dev/null || true)" = 1 ]; then
        machine=arm64
    fi
    case "$machine" in
        x86_64 | amd64) machine=x86_64 ;;
        arm64 | aarch64) machine=aarch64 ;;
        *) fail "there is no release for $machine; build from source: https://github.com/pilothouse/pilothouse" ;;
    esac
    case "$system" in
        Linux) printf '%s-unknown-linux-musl' "$machine" ;;
        Darwin) printf '%s-apple-darwin' "$machine" ;;
        *) fail "there is no release for $system; on Windows, use WSL" ;;
    esac
}

# Downloads $1 to the file $2.
download() {
    if has curl; then
        case "$1" in
            https:*) curl -fsSL --proto '=https' --tlsv1.2 -o "$2" "$1" ;;
            *) curl -fsS -o "$2" "$1" ;;
        esac
    elif has wget; then
        wget -q -O "$2" "$1"
    else
        fail "curl or wget is required"
    fi || fail "cannot download $1"
}

# Prints the SHA-256 checksum of the file $1.
checksum() {
    if has sha256sum; then
        sha256sum <"$1"
    elif has shasum; then
        shasum -a 256 <"$1"
    elif has openssl; then
        openssl dgst -sha256 -r <"$1"
    else
        fail "sha256sum, shasum or openssl is required"
    fi | cut -d ' ' -f 1
}

# Copies the file $1 to $2 with the mode $3. A program that runs keeps the file it was started from.
put() {
    mkdir -p "$(dirname "$2")"
    cp "$1" "$2.new"
    chmod "$3" "$2.new"
    mv -f "$2.new" "$2"
    printf '%s\n' "$2" >>"$scratch/written"
}

# Copies everything in the directory of the unpacked archive.
put_all() {
    for program in pilothouse pilothouse-sim; do
        put "$1/$program" "$bin/$program" 755
    done
    for page in "$1"/man/*.1; do
        put "$page" "$share/man/man1/$(basename "$page")" 644
    done
    put "$1/completions/pilothouse.bash" "$share/bash-completion/completions/pilothouse" 644
    put "$1/completions/_pilothouse" "$share/zsh/site-functions/_pilothouse" 644
    put "$1/completions/pilothouse.fish" "$share/fish/vendor_completions.d/pilothouse.fish" 644
    for licence in LICENSE-MIT LICENSE-APACHE; do
        put "$1/$licence" "$share/doc/pilothouse/$licence" 644
    done
}

# Removes the downloads. A failure in the middle of copying is not hidden.
clean_up() {
    if [ "$1" != 0 ] && [ -s "$scratch/written" ]; then
        printf 'The installation is incomplete. It wrote:\n' >&2
        sed 's/^/  /' "$scratch/written" >&2
    fi
    rm -rf "$scratch"
}

report() {
    printf 'Installed %s:\n\n' "$("$bin/pilothouse" --version)"
    sed 's/^/  /' "$scratch/written"
    printf '\nTo undo, run:\n\n  rm -f'
    # In quotes, so that the command can be pasted whatever the directory is called.
    sed "s/'/'\\\\''/g; s/.*/ '&'/" "$scratch/written" | tr -d '\n'
    printf '\n\n'
    case ":$PATH:" in
        *":$bin:"*)
            found=$(command -v pilothouse || true)
            if [ "$found" != "$bin/pilothouse" ]; then
                printf 'Note: %s comes first in PATH.\n\n' "$found"
            fi
            ;;
        *) printf 'Add it to PATH, for example in ~/.profile:\n\n  export PATH="%s:$PATH"\n\n' "$bin" ;;
    esac
    if [ -n "$updated" ]; then
        printf 'A running server keeps its version until you restart it; sessions continue.\n\n'
    fi
    printf 'Start with:  pilothouse --demo\n'
}

main() {
    [ -n "${HOME:-}" ] || fail "HOME is not set"
    releases=${PILOTHOUSE_RELEASES:-https://github.com/pilothouse/pilothouse/releases}
    case "$releases" in
        https://* | http://127.0.0.1:*) ;;
        *) fail "PILOTHOUSE_RELEASES must start with https://" ;;
    esac
    if [ -n "${PILOTHOUSE_VERSION:-}" ]; then
        base="$releases/download/v${PILOTHOUSE_VERSION#v}"
    else
        base="$releases/latest/download"
    fi
    bin=${PILOTHOUSE_BIN_DIR:-$HOME/.local/bin}
    share=${XDG_DATA_HOME:-$HOME/.local/share}
    target=$(target)

    scratch=$(mktemp -d)
    trap 'clean_up $?' EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM

    download "$base/SHA256SUMS" "$scratch/SHA256SUMS"
    line=$(grep -E "^[0-9a-f]{64} [ *]pilothouse-[0-9A-Za-z.+-]+-$target\.tar\.gz\$" "$scratch/SHA256SUMS" | head -n 1)
    [ -n "$line" ] || fail "the release has no archive for $target"
    archive=${line#* ?}
    if [ -n "${PILOTHOUSE_CHECK:-}" ]; then
        version=${archive#pilothouse-}
        printf '%s\n' "${version%-"$target".tar.gz}"
        exit 0
    fi
    download "$base/$archive" "$scratch/$archive"
    [ "$(checksum "$scratch/$archive")" = "${line%% *}" ] ||
        fail "the checksum of $archive does not match; nothing was installed. Try again"

    tar -xzf "$scratch/$archive" -C "$scratch"
    unpacked="$scratch/${archive%.tar.gz}"
    "$unpacked/pilothouse" --version >/dev/null ||
        fail "the program does not run on this machine ($target); nothing was installed"
    updated=
    [ ! -e "$bin/pilothouse" ] || updated=yes
    put_all "$unpacked"
    report
}

# The last line, so that a download that was cut off runs nothing.
main
