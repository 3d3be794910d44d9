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
    let mut draft = Draft::new(path)?;
    draft.write(bytes)?;
    draft.keep()
}

/// A file that is being written: it is there, whole, when it is kept, and else never was.
#[derive(Debug)]
pub struct Draft {
    path: PathBuf,
    target: PathBuf,
    place: DraftPlace,
}

#[derive(Debug)]
enum DraftPlace {
    /// A temporary file beside the target.
    Beside(std::io::BufWriter<tempfile::NamedTempFile>),
    /// A device or a pipe, which cannot be replaced and is written to.
    Device(std::fs::File),
}

impl Draft {
    /// Begins a file.
    ///
    /// # Errors
    /// If the folder is missing or cannot be written to.
    pub fn new(path: &Path) -> Result<Draft, BadOutput> {
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
        if !folder.is_dir() {
            let what = format!("there is no folder {}", folder.display());
            return Err(bad(std::io::Error::other(what)));
        }
        let place = if target.exists() && !target.is_file() {
            DraftPlace::Device(std::fs::OpenOptions::new().write(true).open(&target).map_err(bad)?)
        } else {
            // The name of the temporary file, which the library adds to its message, means nothing to a reader.
            let refused = |error: std::io::Error| bad(std::io::Error::other(error.kind().to_string()));
            let made =
                tempfile::Builder::new().prefix(".dealpress-").tempfile_in(&folder).map_err(refused)?;
            DraftPlace::Beside(std::io::BufWriter::new(made))
        };
        Ok(Draft { path: path.to_path_buf(), target, place })
    }

    fn bad(&self, why: std::io::Error) -> BadOutput {
        BadOutput { path: self.path.display().to_string(), why }
    }

    /// Adds bytes.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), BadOutput> {
        let written = match &mut self.place {
            DraftPlace::Beside(file) => file.write_all(bytes),
            DraftPlace::Device(file) => file.write_all(bytes),
        };
        written.map_err(|why| self.bad(why))
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    /// If it cannot be put there; an older file is then untouched.
    pub fn keep(self) -> Result<(), BadOutput> {
        let Draft { path, target, place } = self;
        let bad = |why| BadOutput { path: path.display().to_string(), why };
        let DraftPlace::Beside(file) = place else { return Ok(()) };
        let draft = file.into_inner().map_err(|error| bad(error.into_error()))?;
        give_permissions(draft.path(), &target).map_err(bad)?;
        draft.persist(&target).map_err(|error| bad(error.error))?;
        Ok(())
    }
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
