//! The `dealpress` command.

fn main() {}
