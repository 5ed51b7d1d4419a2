//! Releases memory that only the start of a runner needs.

/// Releases the pages of code and constants that were touched while starting.
///
/// They are mapped from files and come back when they are needed again, which most of them never are: what finds the
/// symbols of a large program, reads the config and starts the CLI. There is one runner for each session.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "memory can only be given back by its address")]
pub(crate) fn release_startup_pages() {
    use rustix::mm::{Advice, madvise};
    // Without it the pages stay, which costs nothing but memory.
    let maps = std::fs::read_to_string("/proc/self/maps").unwrap_or_default();
    for (start, end) in maps.lines().filter_map(never_written) {
        // SAFETY: the pages are private, mapped from a file and never written, so that they are the same again when
        // the kernel brings them back.
        let forgotten = unsafe { madvise(start as *mut _, end - start, Advice::LinuxDontNeed) };
        forgotten.ok();
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn release_startup_pages() {}

/// The addresses of a mapping that holds code, or the beginning of a program with its constants.
///
/// Constants further on are left alone: those with addresses in them were written when the program was loaded.
#[cfg(target_os = "linux")]
fn never_written(line: &str) -> Option<(usize, usize)> {
    let mut words = line.split_ascii_whitespace();
    let (start, end) = words.next()?.split_once('-')?;
    let (rights, offset) = (words.next()?, words.next()?);
    let is_file = words.nth(2)?.starts_with('/');
    let is_first = u64::from_str_radix(offset, 16).ok()? == 0;
    let fits = is_file && (rights == "r-xp" || (rights == "r--p" && is_first));
    let number = |text: &str| usize::from_str_radix(text, 16).ok();
    fits.then_some((number(start)?, number(end)?))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn only_pages_that_were_never_written_are_released() {
        let of = |rest: &str| never_written(&format!("1000-3000 {rest}"));
        let both = Some((0x1000, 0x3000));
        assert_eq!(of("r-xp 006e7000 00:1b 77   /usr/bin/pilothouse"), both);
        assert_eq!(of("r--p 00000000 00:1b 77   /usr/bin/pilothouse"), both);
        assert_eq!(of("r--p 01b8b000 00:1b 77   /usr/bin/pilothouse"), None);
        assert_eq!(of("rw-p 00000000 00:1b 77   /usr/bin/pilothouse"), None);
        assert_eq!(of("r-xp 00000000 00:00 0    [vdso]"), None);
        assert_eq!(of("r-xp 00000000 00:00 0"), None);
        assert_eq!(never_written(""), None);
        release_startup_pages();
    }
}
