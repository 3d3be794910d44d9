//! How long it takes to make a book. `cargo bench --bench book`

use criterion::{Criterion, criterion_group, criterion_main};
use dealpress::assets::Assets;
use dealpress::book::{Progress, make, sampler};
use dealpress::catalogue::Catalogue;
use dealpress::figure::layout::Look;
use dealpress::figure::names::Plain;
use dealpress::figure::tableau::tableau;
use std::hint::black_box;

fn books(bench: &mut Criterion) {
    let catalogue = Catalogue::new(Assets::embedded());
    let source = sampler(catalogue.assets()).expect("the built-in sampler");
    bench.bench_function("the sampler book, 14 puzzles", |bencher| {
        bencher.iter(|| make(black_box(&source), &catalogue, &Progress::none()).expect("a book").pdf.len());
    });
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
    targets = books, diagrams
}
criterion_main!(benches);
