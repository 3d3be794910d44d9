//! Where output goes: standard output, or a file that is there whole or not at all.

use anyhow::{Context as _, Result};
use std::io::Write;
use std::path::Path;

/// Writes to a file, or to standard output if none is given.
pub(super) fn write(path: Option<&Path>, bytes: &[u8]) -> Result<()> {
    match path.filter(|path| path.as_os_str() != "-") {
        Some(path) => write_file(path, bytes),
        None => {
            let mut out = std::io::stdout().lock();
            out.write_all(bytes)?;
            Ok(out.flush()?)
        }
    }
}

/// Writes a file by way of a temporary one beside it, so that no half-written file is ever seen.
pub(super) fn write_file(path: &Path, bytes: &[u8]) -> Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let place = || format!("cannot write {}", path.display());
    let mut file = tempfile::Builder::new().prefix(".dealpress-").tempfile_in(folder).with_context(place)?;
    file.write_all(bytes).with_context(place)?;
    make_readable(file.as_file()).with_context(place)?;
    file.persist(path).map_err(|error| error.error).with_context(place)?;
    Ok(())
}

/// Gives a temporary file, which only its owner may read, the rights of an ordinary one.
#[cfg(unix)]
fn make_readable(file: &std::fs::File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn make_readable(_file: &std::fs::File) -> std::io::Result<()> {
    Ok(())
}
