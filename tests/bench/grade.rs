//! Time for a grade, and for the part of it that the level is made of.
//!
//! `cargo bench --bench grade`; a grade of klondike-3 should take less than 200 ms on one core.

use criterion::{Criterion, criterion_group, criterion_main};
use dealpress::assets::Assets;
use dealpress::catalogue::Catalogue;
use dealpress::deal::DealId;
use dealpress::game::Position;
use dealpress::grade::{Grade, Graded, PLAYOUT_SEED, Play};
use dealpress::solver::Limits;

const GAMES: [(&str, Option<u8>); 6] = [
    ("somerset-klondike", None),
    ("somerset-klondike", Some(9)),
    ("klondike", None),
    ("klondike-3", None),
    ("klondike-three-passes", None),
    ("yukon", None),
];
/// The deals that are graded one after another, those that cannot be won among them.
const DEALS: u64 = 20;

fn grades(criterion: &mut Criterion) {
    let catalogue = Catalogue::new(Assets::embedded());
    let limits = Limits { positions: 300_000, ..Limits::default() };
    for (game, size) in GAMES {
        let id = |seed| DealId { game: game.to_string(), size, seed };
        let starts: Vec<Position> = (0..DEALS)
            .map(|seed| catalogue.start(&catalogue.deal(&id(seed)).unwrap()).unwrap())
            .filter(|start| matches!(Grade::of(start, &limits), Graded::Grade(_)))
            .collect();
        let name = size.map_or(game.to_string(), |size| format!("{game}@{size}"));
        let mut group = criterion.benchmark_group(&name);
        group.sample_size(10);
        let mut next = (0..starts.len()).cycle();
        group.bench_function("grade", |bencher| {
            bencher.iter(|| next.next().map(|index| Grade::of(&starts[index], &limits)));
        });
        let mut next = (0..starts.len()).cycle();
        group.bench_function("score", |bencher| {
            bencher.iter(|| next.next().map(|index| Play::of(&starts[index], PLAYOUT_SEED).score()));
        });
        group.finish();
    }
}

criterion_group!(benches, grades);
criterion_main!(benches);
