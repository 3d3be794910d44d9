//! The search for the puzzles of a book, of which what was found is kept in a file beside it.

use super::{STOP, input, is_stopped, output, progress};
use crate::book::puzzles::Chosen;
use crate::book::{BadBook, Found, LARGEST_LOCK, LARGEST_PART, Progress, Search, Source};
use anyhow::{Context as _, Result, anyhow};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// So often what was found is written down while the search goes on, in case the power fails.
pub(super) const EVERY: Duration = Duration::from_secs(60);

/// Where a search keeps what it has found.
pub(super) struct Part {
    path: Option<PathBuf>,
    /// Why it keeps nothing.
    why_not: &'static str,
}

impl Part {
    pub(super) fn at(path: &Path) -> Part {
        Part { path: Some(path.to_path_buf()), why_not: "" }
    }

    pub(super) fn none(why_not: &'static str) -> Part {
        Part { path: None, why_not }
    }

    /// Whether an earlier search has kept something.
    pub(super) fn is_there(&self) -> bool {
        self.path.as_ref().is_some_and(|path| path.exists())
    }

    /// Takes the file away when what it was kept for is made.
    pub(super) fn remove(&self) -> Result<()> {
        match &self.path {
            Some(path) if self.is_there() => std::fs::remove_file(path).with_context(|| {
                format!("{}: it is no longer needed, and cannot be removed", path.display())
            }),
            _ => Ok(()),
        }
    }

    /// Searches, from where an earlier search was broken off. None if the user asks to stop; what was found is kept
    /// then, and if not enough is found, and all of it for as long as the book is not made.
    pub(super) fn search<'s>(
        &self,
        begin: impl FnOnce(Option<&Source>, &Progress<'_>) -> Result<Search<'s>>,
    ) -> Result<Option<Vec<Chosen>>> {
        let old = match &self.path {
            Some(path) if self.is_there() => Some(read(path)?),
            _ => None,
        };
        let bar = progress::bar(Some(0), "puzzles proved");
        let found = |found: usize, wanted: usize| {
            bar.set_length(wanted as u64);
            bar.set_position(found as u64);
        };
        let progress = Progress { found: &found, stop: Some(&STOP) };
        let begun = begin(old.as_ref(), &progress);
        if is_stopped() {
            bar.finish_and_clear();
            match &old {
                Some(old) => eprintln!("interrupted: {} is as it was", old.name),
                None => eprintln!("interrupted before the search began"),
            }
            return Ok(None);
        }
        let mut search = begun?;
        if let Some(old) = &old {
            let (count, wanted) = (search.found().count(), search.found().wanted());
            let told = format!("going on from {}: {} of {}", old.name, number(count), puzzles(wanted));
            bar.suspend(|| eprintln!("{told}"));
            found(count, wanted);
        }
        let mut saved = Instant::now();
        let mut is_told = false;
        let ended = search.run(&progress, &mut |found| {
            if saved.elapsed() < EVERY {
                return;
            }
            saved = Instant::now();
            let written = self.path.as_ref().map(|path| write(path, found));
            if let (Some(Err(error)), false) = (written, is_told) {
                is_told = true;
                bar.suspend(|| eprintln!("warning: what is found cannot be kept: {error:#}"));
            }
        });
        bar.finish_and_clear();
        let found = search.found();
        match ended {
            Err(_) if is_stopped() => {
                let goes_on = ", and the same command goes on from there";
                let goes_on = if found.is_begun() && self.path.is_some() { goes_on } else { "" };
                eprintln!("interrupted: {}{goes_on}", self.kept(&found)?);
                Ok(None)
            }
            Err(error) if found.is_begun() && self.path.is_some() => {
                let fewer = ", from which a book goes on that asks for no more";
                let is_fewer = found.count() > 0 && found.may_be_fewer();
                let fewer = if is_fewer && matches!(error, BadBook::TooFew { .. }) { fewer } else { "" };
                let kept = self.kept(&found)?;
                Err(error).with_context(|| format!("{kept}{fewer}"))
            }
            Err(error) => Err(error.into()),
            Ok(()) => {
                if let Some(path) = self.path.as_ref().filter(|_| found.is_begun()) {
                    write(path, &found)?;
                }
                Ok(Some(search.into_chosen()))
            }
        }
    }

    /// Keeps what was found, and says so.
    fn kept(&self, found: &Found<'_>) -> Result<String> {
        let (count, wanted) = (found.count(), puzzles(found.wanted()));
        let Some(path) = &self.path else {
            let why_not = self.why_not;
            return Ok(match count {
                0 => format!("nothing was found; {why_not}"),
                _ => format!("{} of {wanted} were found and are lost; {why_not}", number(count)),
            });
        };
        if !found.is_begun() {
            return Ok("nothing was found".to_string());
        }
        write(path, found)
            .with_context(|| format!("{} of {wanted} were found and are lost", number(count)))?;
        let path = path.display();
        Ok(match count {
            0 => format!("none of {wanted} was found; how far the search came is kept in {path}"),
            1 => format!("1 of {wanted} is kept in {path}"),
            _ => format!("{} of {wanted} are kept in {path}", number(count)),
        })
    }
}

/// The puzzles of a lock, which `replay` reads. None if the user asks to stop.
pub(super) fn replay(replay: impl FnOnce() -> Result<Vec<Chosen>>) -> Result<Option<Vec<Chosen>>> {
    let bar = progress::bar(None, "replaying the lock");
    let replayed = replay();
    bar.finish_and_clear();
    if is_stopped() {
        eprintln!("interrupted: nothing is written");
        return Ok(None);
    }
    replayed.map(Some)
}

/// The lock of a book, if there is one.
pub(super) fn lock_at(path: &Path) -> Result<Option<Source>> {
    if !path.is_file() {
        return Ok(None);
    }
    let read = input::read_at_most(&path.to_string_lossy(), LARGEST_LOCK);
    let (name, text) = read.map_err(|error| {
        anyhow!(
            "{error:#}; a book is made from the lock beside it: make that again with --lock, or move it away"
        )
    })?;
    Ok(Some(Source { name, text }))
}

fn read(path: &Path) -> Result<Source> {
    let read = input::read_at_most(&path.to_string_lossy(), LARGEST_PART);
    let (name, text) = read.map_err(|error| {
        anyhow!("{error:#}; what a search has found is kept there if it is broken off: move it away to search anew")
    })?;
    Ok(Source { name, text })
}

fn write(path: &Path, found: &Found<'_>) -> Result<()> {
    output::write(Some(path), found.text().as_bytes())
}

/// A number with a comma between the thousands.
pub(super) fn number(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn puzzles(count: usize) -> String {
    format!("{} puzzle{}", number(count), if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_commas_between_thousands() {
        assert_eq!([0, 12, 999].map(number), ["0", "12", "999"]);
        assert_eq!([1_000, 10_000, 1_234_567].map(number), ["1,000", "10,000", "1,234,567"]);
    }
}
