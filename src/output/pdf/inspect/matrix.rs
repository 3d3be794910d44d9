//! The arithmetic of places on a page: scaling, turning and moving in one.

/// A transformation, as PDF writes it: a b c d e f.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Matrix(pub(super) [f32; 6]);

impl Matrix {
    /// The one that changes nothing.
    pub(super) const NONE: Matrix = Matrix([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);

    /// A move.
    pub(super) fn moving(x: f32, y: f32) -> Matrix {
        Matrix([1.0, 0.0, 0.0, 1.0, x, y])
    }

    /// First this one, then another.
    pub(super) fn then(self, other: Matrix) -> Matrix {
        let ([a, b, c, d, e, f], [p, q, r, s, t, u]) = (self.0, other.0);
        Matrix([
            a * p + b * r,
            a * q + b * s,
            c * p + d * r,
            c * q + d * s,
            e * p + f * r + t,
            e * q + f * s + u,
        ])
    }

    /// Where a point comes to stand.
    pub(super) fn place(self, [x, y]: [f32; 2]) -> [f32; 2] {
        let [a, b, c, d, e, f] = self.0;
        [a * x + c * y + e, b * x + d * y + f]
    }

    /// How much larger things become, sideways and upwards.
    pub(super) fn scales(self) -> [f32; 2] {
        let [a, b, c, d, ..] = self.0;
        [a.hypot(b), c.hypot(d)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_scaled_and_then_moved_is_not_moved_and_then_scaled() {
        let (twice, right) = (Matrix([2.0, 0.0, 0.0, 2.0, 0.0, 0.0]), Matrix::moving(5.0, 0.0));
        assert_eq!(twice.then(right).place([1.0, 1.0]), [7.0, 2.0]);
        assert_eq!(right.then(twice).place([1.0, 1.0]), [12.0, 2.0]);
        assert_eq!(twice.scales(), [2.0, 2.0]);
    }
}
