//! How long it takes to decide a deal. `cargo bench --bench solver`

use criterion::{Criterion, criterion_group, criterion_main};
use dealpress::assets::Assets;
use dealpress::catalogue::{Catalogue, fresh};
use dealpress::deal::DealId;
use dealpress::game::Position;
use dealpress::solver::{Haste, Limits, Shortcuts, Verdict, shortest, solver_for};
use dealpress::variant::RuleChanges;
use std::hint::black_box;

/// The starts of consecutive seeds of a game.
fn starts(game: &str, size: Option<u8>, seeds: std::ops::Range<u64>) -> Vec<Position> {
    let rules =
        Catalogue::new(Assets::embedded()).rules(game, size, &RuleChanges::default()).expect("a game");
    let start = |seed| {
        let deal = fresh(&rules, &DealId { game: game.into(), size, seed }, &RuleChanges::default());
        Position::new(rules.clone(), &deal).expect("a fresh deal")
    };
    seeds.map(start).collect()
}

fn decide(bench: &mut Criterion, name: &str, starts: &[Position], positions: u64) {
    let limits = Limits { positions, ..Limits::default() };
    let mut solver = solver_for(starts[0].rules(), Shortcuts::All);
    bench.bench_function(name, |bencher| {
        bencher.iter(|| {
            starts.iter().map(|start| solver.solve(black_box(start), &limits).positions).sum::<u64>()
        });
    });
}

fn solvers(bench: &mut Criterion) {
    decide(bench, "somerset 7, 200 deals", &starts("somerset-klondike", None, 0..200), 10_000_000);
    decide(bench, "klondike draw 1, 100 deals", &starts("klondike", None, 0..100), 10_000_000);
    decide(bench, "klondike draw 3, 100 deals", &starts("klondike-3", None, 0..100), 10_000_000);
    decide(bench, "klondike one pass, 30 deals", &starts("klondike-one-pass", None, 0..30), 10_000_000);
    decide(bench, "yukon, 20 deals", &starts("yukon", None, 0..20), 20_000);
    decide(bench, "somerset 9, 20 deals", &starts("somerset-klondike", Some(9), 0..20), 5_000_000);
}

fn lines(bench: &mut Criterion) {
    let starts = starts("somerset-klondike", None, 0..50);
    bench.bench_function("somerset 7, shortest lines of 50 deals", |bencher| {
        bencher.iter(|| {
            let wins = starts.iter().filter(|start| {
                matches!(shortest(start, Haste::None, &Limits::default()).verdict, Verdict::Winnable(_))
            });
            wins.count()
        });
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = solvers, lines
}
criterion_main!(benches);
