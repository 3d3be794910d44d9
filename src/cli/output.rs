//! Where output goes: standard output, or a file that is there whole or not at all.

use crate::output::write_whole;
use anyhow::Result;
use std::io::Write;
use std::path::Path;

/// Writes to a file, or to standard output if none is given.
pub(super) fn write(path: Option<&Path>, bytes: &[u8]) -> Result<()> {
    match path.filter(|path| path.as_os_str() != "-") {
        Some(path) => Ok(write_whole(path, bytes)?),
        None => {
            let mut out = std::io::stdout().lock();
            out.write_all(bytes)?;
            Ok(out.flush()?)
        }
    }
}
