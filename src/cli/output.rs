//! Where output goes: standard output, or a file that is there whole or not at all.

use crate::output::Draft;
use anyhow::{Result, anyhow, bail};
use std::io::Write;
use std::path::Path;

/// Writes to a file, or to standard output if none is given.
pub(super) fn write(path: Option<&Path>, bytes: &[u8]) -> Result<()> {
    let mut sink = Sink::open(path)?;
    sink.write(bytes)?;
    sink.finish()
}

/// Refuses a file that cannot be written, before the work that is to fill it.
pub(super) fn check(path: &Path) -> Result<()> {
    // Nothing is said to a device or a pipe before there is something to say.
    if path.as_os_str() != "-" && (!path.exists() || path.is_file() || path.is_dir()) {
        Draft::new(path)?;
    }
    Ok(())
}

/// Refuses a folder into which `first` and other files cannot be written, before the work that is to fill it.
///
/// It is not made yet: nothing is to stay of work that fails.
pub(super) fn check_folder(folder: &Path, first: &str) -> Result<()> {
    if folder.is_dir() {
        Draft::new(&folder.join(first))?;
        return Ok(());
    }
    let is_missing = |path: &&Path| !path.as_os_str().is_empty() && !path.exists();
    // The first that is to be made on the way there.
    let made = folder.ancestors().take_while(is_missing).last();
    let Some(made) = made else {
        bail!("cannot make the folder {}: there is a file of that name", folder.display())
    };
    Draft::new(made)
        .map_err(|error| anyhow!("cannot make the folder {}: {}", folder.display(), error.why))?;
    Ok(())
}

/// Output that comes piece by piece: to standard output at once, to a file when all is there.
pub(super) enum Sink {
    Stdout(std::io::BufWriter<std::io::Stdout>),
    File(Draft),
}

impl Sink {
    /// Begins output to a file, or to standard output if none is given.
    pub(super) fn open(path: Option<&Path>) -> Result<Sink> {
        Ok(match path.filter(|path| path.as_os_str() != "-") {
            Some(path) => Sink::File(Draft::new(path)?),
            None => Sink::Stdout(std::io::BufWriter::new(std::io::stdout())),
        })
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<()> {
        match self {
            Sink::Stdout(out) => Ok(out.write_all(bytes)?),
            Sink::File(draft) => Ok(draft.write(bytes)?),
        }
    }

    /// Hands on what standard output has got so far; a file waits for the end.
    pub(super) fn flush(&mut self) -> Result<()> {
        match self {
            Sink::Stdout(out) => Ok(out.flush()?),
            Sink::File(_) => Ok(()),
        }
    }

    /// Puts a file in its place.
    pub(super) fn finish(mut self) -> Result<()> {
        self.flush()?;
        match self {
            Sink::Stdout(_) => Ok(()),
            Sink::File(draft) => Ok(draft.keep()?),
        }
    }
}
