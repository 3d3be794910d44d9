//! The engine of page templates: strict, escaped, bounded, its errors with file and line.

use super::pictures::{MARK, MOST_PICTURES, too_many};
use super::{BadPage, Format, OwnTemplate, bounds};
use crate::assets::Assets;
use crate::output::html::escape;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, Error, ErrorKind, UndefinedBehavior, Value};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The steps that a template may take.
const FUEL: u64 = 1_000_000;
/// The most bytes that a page may have.
const MOST_BYTES: usize = 32 << 20;

/// The templates of pages in one format.
pub(super) struct Templates {
    pub environment: Environment<'static>,
    /// The user's own, under this name in the engine.
    own: Option<String>,
    assets: Assets,
    /// How many marks of pictures the page has so far, two each.
    marks: Arc<AtomicUsize>,
}

impl Templates {
    /// The templates in `templates/pages`, and those of the user's folder.
    pub fn load(assets: &Assets, format: Format) -> Result<Templates, BadPage> {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        // Then errors name what is undefined.
        environment.set_debug(true);
        environment.set_fuel(Some(FUEL));
        environment.set_recursion_limit(50);
        let mut syntax = SyntaxConfig::builder();
        let syntax = syntax.trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true).build();
        environment.set_syntax(syntax.map_err(|error| bad("pages", &error))?);
        let is_html = format == Format::Html;
        environment
            .set_auto_escape_callback(move |_| if is_html { AutoEscape::Html } else { AutoEscape::None });
        // The engine's own escaping writes every stroke of a Somerset card as six letters. What macros
        // write counts too, long before it reaches the page.
        let written = AtomicUsize::new(0);
        let on_page = Arc::new(AtomicUsize::new(0));
        let marks_before = on_page.clone();
        environment.set_formatter(move |out, state, value| {
            let text = match value.as_str() {
                Some(text) => text.to_string(),
                None => value.to_string(),
            };
            if written.fetch_add(text.len(), Ordering::Relaxed) + text.len() > MOST_BYTES {
                return Err(Error::new(ErrorKind::InvalidOperation, too_large()));
            }
            // Counted here too, as only here it is known which line wants one more.
            let marks = text.matches(MARK).count() + marks_before.load(Ordering::Relaxed);
            if marks > 2 * MOST_PICTURES {
                return Err(Error::new(ErrorKind::InvalidOperation, too_many()));
            }
            match state.auto_escape() {
                AutoEscape::Html if value.as_str().is_some() && !value.is_safe() => {
                    out.write_str(&escape(&text)).map_err(Error::from)
                }
                _ => minijinja::escape_formatter(out, state, value),
            }
        });
        for name in assets.names("pages") {
            let text = assets.text(&format!("pages/{name}"))?;
            let place = assets.place(&format!("pages/{name}"));
            environment.add_template_owned(name, text).map_err(|error| bad(&place, &error))?;
        }
        Ok(Templates { environment, own: None, assets: assets.clone(), marks: on_page })
    }

    /// Adds a template of the user's, which may include the others.
    pub fn add_own(&mut self, own: &OwnTemplate) -> Result<(), BadPage> {
        self.environment.set_fuel(Some(bounds::steps(&own.name, &own.text, FUEL)?));
        bounds::shut(&mut self.environment);
        let added = self.environment.add_template_owned(own.name.clone(), own.text.clone());
        added.map_err(|error| bad(&own.name, &error))?;
        self.own = Some(own.name.clone());
        Ok(())
    }

    /// What a template makes of values; the user's own if there is one.
    pub fn fill(&self, name: &str, values: Value) -> Result<String, BadPage> {
        let name = self.own.as_deref().unwrap_or(name);
        let place = |name: &str| match self.own.as_deref() == Some(name) {
            true => name.to_string(),
            false => self.assets.place(&format!("pages/{name}")),
        };
        let bad = |error: Error| bad(&place(nearest(&error).name().unwrap_or(name)), &error);
        let template = self.environment.get_template(name).map_err(bad)?;
        let mut out = Bounded { written: Vec::new(), marks: self.marks.clone() };
        template.render_captured_to(values, &mut out).map_err(bad)?;
        let what = |error: std::string::FromUtf8Error| error.to_string();
        String::from_utf8(out.written)
            .map_err(what)
            .map_err(|what| BadPage::Template { place: place(name), what })
    }
}

/// A value that templates can read.
pub(super) fn values<T: serde::Serialize + Clone + Send + Sync + 'static>(value: &T) -> Value {
    Value::from(Serde(value.clone()))
}

/// The error nearest to the mistake, where one template calls another.
fn nearest(error: &Error) -> &Error {
    let mut nearest = error;
    let mut next = std::error::Error::source(error);
    while let Some(source) = next {
        if let Some(inner) = source.downcast_ref::<Error>() {
            nearest = inner;
        }
        next = source.source();
    }
    nearest
}

fn bad(place: &str, error: &Error) -> BadPage {
    let nearest = nearest(error);
    let place = match nearest.line().or(error.line()) {
        Some(line) => format!("{place}:{line}"),
        None => place.to_string(),
    };
    let what = match (nearest.kind(), nearest.detail()) {
        (ErrorKind::OutOfFuel, _) => "the template takes too many steps; is there a loop without end?".into(),
        (ErrorKind::UndefinedError, Some(detail)) => detail.to_string(),
        (kind, Some(detail)) => format!("{kind}: {detail}"),
        (kind, None) => kind.to_string(),
    };
    BadPage::Template { place, what }
}

fn too_large() -> String {
    format!("the page is larger than {} MB", MOST_BYTES >> 20)
}

/// What a template writes, as long as it is no more than a page may have.
struct Bounded {
    written: Vec<u8>,
    /// How many of its bytes are marks of pictures.
    marks: Arc<AtomicUsize>,
}

impl std::io::Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if self.written.len() + bytes.len() > MOST_BYTES {
            return Err(std::io::Error::other(too_large()));
        }
        let marks = bytes.iter().filter(|byte| **byte == MARK as u8).count();
        self.marks.fetch_add(marks, Ordering::Relaxed);
        self.written.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
