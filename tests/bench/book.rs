//! How long it takes to make a book. `cargo bench --bench book`

use criterion::{Criterion, criterion_group, criterion_main};
use dealpress::assets::Assets;
use dealpress::book::booklet::{Edge, booklet};
use dealpress::book::preflight::judge;
use dealpress::book::{KeepPages, Progress, Source, lock, make, puzzles_of, sampler, set};
use dealpress::catalogue::Catalogue;
use dealpress::figure::layout::Look;
use dealpress::figure::names::Plain;
use dealpress::figure::tableau::tableau;
use dealpress::output::pdf::inspect::inspect;
use std::hint::black_box;

fn books(bench: &mut Criterion) {
    let catalogue = Catalogue::new(Assets::embedded());
    let source = sampler(catalogue.assets()).expect("the built-in sampler");
    bench.bench_function("the sampler book, 14 puzzles", |bencher| {
        bencher.iter(|| make(black_box(&source), &catalogue, &Progress::none()).expect("a book").pdf.len());
    });
}

/// A tenth of the thousand puzzles that are to be done in a few seconds: nothing is searched.
fn locked_books(bench: &mut Criterion) {
    let catalogue = Catalogue::new(Assets::embedded());
    for (game, profile) in [
        ("somerset-klondike@7", "press"),
        ("somerset-klondike@7", "screen"),
        ("klondike", "press"),
        ("klondike", "screen"),
    ] {
        let text = format!("title: T\nprofile: {profile}\nsections:\n  - {{game: {game}, count: 100}}\n");
        let source = Source { name: "book.yaml".into(), text };
        let made = make(&source, &catalogue, &Progress::none()).expect("a book");
        let lock = Source { name: "book.lock".into(), text: lock::write(&made.sections) };
        bench.bench_function(&format!("100 puzzles of {game} from their lock, for {profile}"), |bencher| {
            bencher.iter(|| {
                let found = puzzles_of(black_box(&source), Some(&lock), &catalogue, &Progress::none());
                let found = found.expect("the same puzzles");
                set(&source, found, &catalogue, KeepPages::No).expect("the same book").pdf.len()
            });
        });
        if (game, profile) == ("somerset-klondike@7", "press") {
            let target = "6x9".parse().expect("a trim");
            bench.bench_function("preflight of 100 puzzles", |bencher| {
                bencher.iter(|| judge(&inspect(black_box(&made.pdf)).expect("our own file"), &target).len());
            });
            bench.bench_function("a booklet of 100 puzzles", |bencher| {
                bencher.iter(|| {
                    let sheets = booklet(black_box(&made.pages), &made.document, Edge::Short);
                    sheets.expect("a booklet").len()
                });
            });
        }
    }
}

fn diagrams(bench: &mut Criterion) {
    let catalogue = Catalogue::new(Assets::embedded());
    let deal = catalogue.deal(&"klondike#1".parse().expect("an id")).expect("a deal");
    let start = catalogue.start(&deal).expect("a fresh deal");
    bench.bench_function("a Klondike diagram", |bencher| {
        bencher.iter(|| tableau(black_box(&start), &Look::default(), &Plain).items.len());
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = books, locked_books, diagrams
}
criterion_main!(benches);
