//! The answer of the `sysctl` KERN_PROCARGS2: the number of arguments, the path of the program, the arguments, the
//! environment. Strings end in a zero byte, and more zero bytes can follow the path.

/// Returns the environment: variables with a zero byte after each, empty if the kernel left it out.
pub(super) fn environment(answer: &[u8]) -> &[u8] {
    let Some((count, rest)) = answer.split_first_chunk::<4>() else {
        return &[];
    };
    let count = usize::try_from(i32::from_ne_bytes(*count)).unwrap_or_default();
    let arguments = after_strings(rest, 1);
    let padding = arguments.iter().take_while(|byte| **byte == 0).count();
    after_strings(&arguments[padding..], count)
}

/// Skips strings and the zero byte after each.
fn after_strings(mut bytes: &[u8], count: usize) -> &[u8] {
    for _ in 0..count {
        match bytes.iter().position(|byte| *byte == 0) {
            Some(end) => bytes = &bytes[end + 1..],
            None => return &[],
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(count: i32, rest: &[u8]) -> Vec<u8> {
        [&count.to_ne_bytes(), rest].concat()
    }

    #[test]
    fn the_environment_follows_path_padding_and_arguments() {
        let bytes = answer(2, b"/bin/claude\0\0\0\0claude\0-p\0A=1\0B=2\0");
        assert_eq!(environment(&bytes), b"A=1\0B=2\0");
    }

    #[test]
    fn an_answer_without_environment_or_cut_off_has_none() {
        assert_eq!(environment(&answer(1, b"/bin/zsh\0\0zsh\0")), b"");
        for bytes in [
            answer(9, b"/bin/zsh\0zsh\0"),
            answer(-1, b"/bin/zsh"),
            vec![1, 0],
            Vec::new(),
        ] {
            assert_eq!(environment(&bytes), b"", "{bytes:?}");
        }
    }
}
