//! Running where a shell allows little memory (`ulimit -v`).
//!
//! The system's allocator reserves 64 MB of addresses and more for each thread, whether it needs them or not.
//! Under a limit the program therefore starts itself once more with one such arena for all threads, and says
//! what is wrong if even that is not enough.

use anyhow::{Context as _, Result, bail};
use std::process::Command;

/// The setting of the allocator that keeps it to one arena.
const ARENAS: &str = "MALLOC_ARENA_MAX";
/// How Rust ends a program in which a thread could not do its work.
const PANICKED: i32 = 101;

/// Runs the program with less memory, if there is a limit; the exit code if it did.
///
/// # Errors
/// If the program cannot be started again, or the memory is not enough.
pub(super) fn under_limit() -> Result<Option<u8>> {
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let Some(bytes) = address_space(&limits) else { return Ok(None) };
    if std::env::var_os(ARENAS).is_some() {
        return Ok(None);
    }
    let program = std::env::current_exe().context("starting again under a limit of memory")?;
    let mut again = Command::new(program);
    again.args(std::env::args_os().skip(1)).env(ARENAS, "1").env("RUST_BACKTRACE", "0");
    let status = again.status().context("starting again under a limit of memory")?;
    match status.code() {
        Some(code) if code != PANICKED => Ok(Some(u8::try_from(code).unwrap_or(2))),
        _ => bail!(
            "the {} MB of memory that `ulimit -v` allows are not enough for this; allow more, or use fewer threads \
             with --jobs 1",
            bytes >> 20
        ),
    }
}

/// The limit of the address space in bytes, if there is one.
fn address_space(limits: &str) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_a_number_and_none_a_word() {
        let limits = |soft: &str| {
            format!(
                "Limit   Soft Limit   Hard Limit  Units\nMax address space         {soft}  unlimited  bytes\n"
            )
        };
        assert_eq!(address_space(&limits("307200000")), Some(307_200_000));
        assert_eq!(address_space(&limits("unlimited")), None);
        assert_eq!(address_space(""), None);
    }
}
