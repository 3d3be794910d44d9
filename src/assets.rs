//! The files that the binary carries: game files, words, templates; a folder may override any.
//!
//! ```
//! use dealpress::assets::Assets;
//! let assets = Assets::embedded();
//! assert!(assets.text("games/somerset-klondike.yaml").unwrap().contains("double"));
//! assert!(assets.names("games").contains(&"somerset-klondike.yaml".to_string()));
//! ```

use crate::yaml::LARGEST_FILE;
use include_dir::{Dir, include_dir};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

static TEMPLATES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/templates");

/// Where templates come from: the binary, and before it a folder of the user's if one is given.
#[derive(Debug, Clone, Default)]
pub struct Assets {
    folder: Option<PathBuf>,
}

/// A template that is not there or cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadAsset {
    /// There is no such file.
    #[error("there is no template `{0}`")]
    Missing(String),
    /// The file is there but cannot be read.
    #[error("{path}: {why}")]
    Unreadable {
        /// The file.
        path: String,
        /// Why.
        why: String,
    },
}

impl Assets {
    /// The files in the binary alone.
    pub fn embedded() -> Assets {
        Assets::default()
    }

    /// The files of a folder, and those in the binary for what the folder lacks.
    ///
    /// # Errors
    /// If the folder is none.
    pub fn with_folder(folder: &Path) -> Result<Assets, BadAsset> {
        if !folder.is_dir() {
            return Err(BadAsset::Unreadable {
                path: folder.display().to_string(),
                why: "this is no folder; --templates takes a folder laid out like templates/".into(),
            });
        }
        Ok(Assets { folder: Some(folder.to_path_buf()) })
    }

    /// The text of a file such as `games/klondike.yaml`.
    ///
    /// # Errors
    /// If there is no such file, or the user's own cannot be read.
    pub fn text(&self, path: &str) -> Result<String, BadAsset> {
        if let Some(own) = self.folder.as_ref().map(|folder| folder.join(path)).filter(|own| own.is_file()) {
            return read_bounded(&own);
        }
        TEMPLATES
            .get_file(path)
            .and_then(|file| file.contents_utf8())
            .map(str::to_string)
            .ok_or_else(|| BadAsset::Missing(path.to_string()))
    }

    /// The names of the files in a folder such as `games`, sorted.
    pub fn names(&self, folder: &str) -> Vec<String> {
        let mut names = BTreeSet::new();
        if let Some(dir) = TEMPLATES.get_dir(folder) {
            names.extend(dir.files().filter_map(|file| file_name(file.path())));
        }
        if let Some(own) = self.folder.as_ref().map(|own| own.join(folder)) {
            let entries = std::fs::read_dir(own).into_iter().flatten().flatten();
            names.extend(
                entries
                    .map(|entry| entry.path())
                    .filter(|path| path.is_file())
                    .filter_map(|path| file_name(&path)),
            );
        }
        names.into_iter().collect()
    }

    /// The names of the folders in a folder such as `lang`, sorted.
    pub fn folders(&self, folder: &str) -> Vec<String> {
        let mut names = BTreeSet::new();
        if let Some(dir) = TEMPLATES.get_dir(folder) {
            names.extend(dir.dirs().filter_map(|dir| file_name(dir.path())));
        }
        if let Some(own) = self.folder.as_ref().map(|own| own.join(folder)) {
            let entries = std::fs::read_dir(own).into_iter().flatten().flatten();
            names.extend(
                entries
                    .map(|entry| entry.path())
                    .filter(|path| path.is_dir())
                    .filter_map(|path| file_name(&path)),
            );
        }
        names.into_iter().collect()
    }

    /// The path of a file as messages name it.
    pub fn place(&self, path: &str) -> String {
        match &self.folder {
            Some(folder) if folder.join(path).is_file() => folder.join(path).display().to_string(),
            _ => path.to_string(),
        }
    }
}

fn file_name(path: &Path) -> Option<String> {
    path.file_name().and_then(|name| name.to_str()).map(str::to_string)
}

fn read_bounded(path: &Path) -> Result<String, BadAsset> {
    let bad = |why: String| BadAsset::Unreadable { path: path.display().to_string(), why };
    let size = std::fs::metadata(path).map_err(|error| bad(error.to_string()))?.len();
    if size > LARGEST_FILE as u64 {
        return Err(bad(format!("larger than {} KB", LARGEST_FILE >> 10)));
    }
    std::fs::read_to_string(path).map_err(|error| bad(error.to_string()))
}
