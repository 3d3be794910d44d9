//! Progress of long work, shown on standard error if that is a terminal.

use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// A bar that counts to `total`, or a spinner that counts if the total is not known.
pub(super) fn bar(total: Option<u64>, what: &str) -> ProgressBar {
    // On anything but a terminal indicatif draws nothing.
    let bar = match total {
        Some(total) => ProgressBar::new(total),
        None => ProgressBar::new_spinner(),
    };
    let template = match total {
        Some(_) => "{msg} {wide_bar} {pos}/{len} {eta}",
        None => "{msg} {spinner} {pos}",
    };
    bar.set_style(ProgressStyle::with_template(template).expect("a template of ours"));
    bar.set_message(what.to_string());
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
