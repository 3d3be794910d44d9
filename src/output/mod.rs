//! Writing figures and positions as files: one format a file, each pure (bytes out, no files touched).

pub mod png;
