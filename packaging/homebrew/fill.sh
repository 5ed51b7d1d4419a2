#!/bin/sh
# Prints the Homebrew formula of a release: fill.sh VERSION SHA256SUMS
set -eu

version=$1
sums=$2
formula=$(sed "s/@VERSION@/$version/g" "$(dirname "$0")/pilothouse.rb")
for target in aarch64-apple-darwin x86_64-apple-darwin aarch64-unknown-linux-musl x86_64-unknown-linux-musl; do
    sum=$(sed -n "s/^\([0-9a-f]\{64\}\) [ *]pilothouse-$version-$target\.tar\.gz\$/\1/p" "$sums")
    [ -n "$sum" ] || {
        echo "fill.sh: $sums has no checksum for $target" >&2
        exit 1
    }
    formula=$(printf '%s\n' "$formula" | sed "s/@$target@/$sum/")
done
printf '%s\n' "$formula" | sed '1s/.*/# Written by the release workflow of Pilothouse; do not edit./'
