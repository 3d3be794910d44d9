//! Writing a file whole or not at all.

use std::io::Write;
use std::path::{Path, PathBuf};

/// A file that could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {path}: {why}; nothing was written")]
pub struct BadOutput {
    /// The file.
    pub path: String,
    /// Why not.
    pub why: std::io::Error,
}

/// Writes a file by way of a temporary one beside it, so that nobody ever finds half of it.
///
/// A file that was there keeps its permissions.
///
/// # Errors
/// If the folder is missing or the file cannot be written; an older file is then untouched.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), BadOutput> {
    let bad = |why| BadOutput { path: path.display().to_string(), why };
    if path.is_dir() {
        return Err(bad(std::io::Error::other("there is a folder of that name")));
    }
    // A link is followed, so that the file it leads to is replaced and not the link.
    let target = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_path_buf(),
        _ => PathBuf::from("."),
    };
    // A device or a pipe cannot be replaced; it is written to.
    if target.exists() && !target.is_file() {
        return std::fs::write(&target, bytes).map_err(bad);
    }
    let mut draft = tempfile::Builder::new().prefix(".dealpress-").tempfile_in(&folder).map_err(bad)?;
    draft.write_all(bytes).map_err(bad)?;
    give_permissions(draft.path(), &target).map_err(bad)?;
    draft.persist(&target).map_err(|error| bad(error.error))?;
    Ok(())
}

/// Gives a draft the permissions of the file that it will replace, or those of a new file.
fn give_permissions(draft: &Path, target: &Path) -> std::io::Result<()> {
    if let Ok(old) = std::fs::metadata(target) {
        return std::fs::set_permissions(draft, old.permissions());
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // Temporary files are made for their owner only; a book is for reading.
        std::fs::set_permissions(draft, std::fs::Permissions::from_mode(0o644))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_and_a_missing_folder_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.pdf");
        write_whole(&path, b"first").unwrap();
        write_whole(&path, b"second").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"second");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        let missing = folder.path().join("no/book.pdf");
        let text = write_whole(&missing, b"x").unwrap_err().to_string();
        assert!(text.contains("no/book.pdf") && text.contains("nothing was written"), "{text}");
        assert!(write_whole(folder.path(), b"x").unwrap_err().to_string().contains("folder"));
    }
}
