//! Dots in memory: turned upright, made fewer, and turned into the inks of a book.
//!
//! Inks are worked out without profiles, as those of themes are: what is gray in a colour is black ink, and
//! cyan, magenta and yellow are the rest, so that a dot is as bright as on a screen where inks lie on one
//! another. Gray itself is black ink alone. Where the four would be more than [`MOST_INK`], the three coloured
//! ones give way. Whoever knows better gives a JPEG file in the four inks: it is kept as it is.

use super::exif::Held;

/// The most ink that lies on one place, in percent of all four: IngramSpark's limit, the least of the shops'.
pub const MOST_INK: u32 = 240;

/// What the dots of a picture are mixed of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Space {
    /// Black alone.
    Gray,
    /// Red, green and blue light.
    Rgb,
    /// Cyan, magenta, yellow and black ink.
    Cmyk,
}

impl Space {
    /// How many numbers a dot has.
    pub(super) fn parts(self) -> usize {
        match self {
            Space::Gray => 1,
            Space::Rgb => 3,
            Space::Cmyk => 4,
        }
    }
}

/// Dots, row by row; ink counts from none (0) to full (255), light from dark to bright.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Dots {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) space: Space,
    pub(super) bytes: Vec<u8>,
}

/// Colours that differ by less from gray are gray that was packed with loss.
const HAIR: u8 = 4;

impl Dots {
    /// Whether they may stand in a book of these inks as they are.
    pub(super) fn fits(&self, space: Space) -> bool {
        match (self.space, space) {
            (Space::Gray, _) | (Space::Rgb, Space::Rgb) => true,
            (Space::Cmyk, Space::Cmyk) => {
                self.bytes.chunks_exact(4).all(|dot| ink(dot) <= MOST_INK * 255 / 100)
            }
            _ => false,
        }
    }

    /// Held upright.
    pub(super) fn turned(self, held: Held) -> Dots {
        if held.is_upright() {
            return self;
        }
        let Dots { width, height, space, bytes } = self;
        let parts = space.parts();
        let (wide, high) = if held.is_on_its_side() { (height, width) } else { (width, height) };
        let mut turned = Vec::with_capacity(bytes.len());
        for y in 0..high {
            for x in 0..wide {
                let (x, y) = held.place(x, y, [width, height]);
                let from = (y * width + x) * parts;
                turned.extend(&bytes[from..from + parts]);
            }
        }
        Dots { width: wide, height: high, space, bytes: turned }
    }

    /// So many dots each way made one, of the colour that they have together.
    pub(super) fn reduced(self, by: usize) -> Dots {
        if by <= 1 {
            return self;
        }
        let Dots { width, height, space, bytes } = self;
        let parts = space.parts();
        let (wide, high) = (width.div_ceil(by), height.div_ceil(by));
        let mut fewer = Vec::with_capacity(wide * high * parts);
        for top in (0..height).step_by(by) {
            let rows = top..(top + by).min(height);
            for left in (0..width).step_by(by) {
                let columns = left..(left + by).min(width);
                let count = (rows.len() * columns.len()) as u32;
                for part in 0..parts {
                    let row = |y: usize| columns.clone().map(move |x| (y * width + x) * parts + part);
                    let sum: u32 = rows.clone().flat_map(row).map(|at| u32::from(bytes[at])).sum();
                    fewer.push(((sum + count / 2) / count) as u8);
                }
            }
        }
        Dots { width: wide, height: high, space, bytes: fewer }
    }

    /// In the inks of a space; what is gray needs black alone in any of them.
    pub(super) fn in_space(self, space: Space) -> Dots {
        let turn = |dots: Dots, space: Space, one: fn(&[u8], &mut Vec<u8>)| {
            let mut bytes = Vec::with_capacity(dots.bytes.len() / dots.space.parts() * space.parts());
            dots.bytes.chunks_exact(dots.space.parts()).for_each(|dot| one(dot, &mut bytes));
            Dots { space, bytes, ..dots }
        };
        match (self.space, space) {
            (Space::Gray, _) => self,
            (Space::Rgb, _) if self.is_gray(if space == Space::Rgb { 0 } else { HAIR }) => {
                turn(self, Space::Gray, |dot, to| to.push(brightness([dot[0], dot[1], dot[2]])))
            }
            (Space::Rgb, Space::Rgb) => self,
            (Space::Rgb, Space::Gray) => {
                turn(self, space, |dot, to| to.push(brightness([dot[0], dot[1], dot[2]])))
            }
            (Space::Rgb, Space::Cmyk) => {
                turn(self, space, |dot, to| to.extend(inks([dot[0], dot[1], dot[2]])))
            }
            (Space::Cmyk, Space::Gray) => turn(self, space, |dot, to| to.push(brightness(light(dot)))),
            (Space::Cmyk, Space::Rgb) => turn(self, space, |dot, to| to.extend(light(dot))),
            (Space::Cmyk, Space::Cmyk) => turn(self, space, |dot, to| to.extend(bounded(dot))),
        }
    }

    fn is_gray(&self, hair: u8) -> bool {
        self.bytes.chunks_exact(3).all(|dot| spread(dot) <= hair)
    }
}

/// How far light is from gray.
fn spread(light: &[u8]) -> u8 {
    let (least, most) = light.iter().fold((255, 0), |(least, most), &part| (part.min(least), part.max(most)));
    most - least
}

/// All ink of a dot; 255 is one ink in full.
fn ink(dot: &[u8]) -> u32 {
    dot.iter().map(|&part| u32::from(part)).sum()
}

/// As bright as the eye takes it.
fn brightness([r, g, b]: [u8; 3]) -> u8 {
    ((299 * u32::from(r) + 587 * u32::from(g) + 114 * u32::from(b) + 500) / 1000) as u8
}

/// The light that inks leave.
fn light(inks: &[u8]) -> [u8; 3] {
    let left = 255 - u32::from(inks[3]);
    std::array::from_fn(|part| (((255 - u32::from(inks[part])) * left + 127) / 255) as u8)
}

/// The inks of a light.
fn inks(light: [u8; 3]) -> [u8; 4] {
    if spread(&light) <= HAIR {
        return [0, 0, 0, 255 - brightness(light)];
    }
    let brightest = u32::from(light.into_iter().fold(0, u8::max));
    let part = |light: u8| (((brightest - u32::from(light)) * 255 + brightest / 2) / brightest) as u8;
    bounded(&[part(light[0]), part(light[1]), part(light[2]), 255 - brightest as u8])
}

/// Inks that are not more together than may lie on one place.
fn bounded(inks: &[u8]) -> [u8; 4] {
    let black = inks[3];
    let colours = ink(&inks[..3]);
    let room = (MOST_INK * 255 / 100).saturating_sub(black.into());
    let part = |ink: u8| match colours <= room {
        true => ink,
        false => (u32::from(ink) * room / colours) as u8,
    };
    [part(inks[0]), part(inks[1]), part(inks[2]), black]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gray_is_black_ink_alone_and_no_place_gets_too_much_ink() {
        assert_eq!(inks([0, 0, 0]), [0, 0, 0, 255]);
        assert_eq!(inks([255, 255, 255]), [0; 4]);
        assert_eq!(inks([120, 121, 119])[..3], [0; 3]);
        assert_eq!(inks([255, 0, 0]), [0, 255, 255, 0]);
        for r in (0..=255).step_by(15) {
            for g in (0..=255).step_by(15) {
                for b in (0..=255).step_by(15) {
                    let inks = inks([r, g, b]);
                    assert!(ink(&inks) <= MOST_INK * 255 / 100, "{r} {g} {b}: {inks:?}");
                    // Where the limit does not bite, the eye sees what it saw.
                    let back = light(&inks);
                    let away = back.iter().zip([r, g, b]).map(|(a, b)| a.abs_diff(b)).max().unwrap();
                    assert!(away <= 4 || ink(&inks) > MOST_INK * 255 / 100 - 4, "{r} {g} {b}: {back:?}");
                }
            }
        }
    }

    #[test]
    fn dots_are_made_fewer_and_those_at_the_edge_count_alone() {
        let dots = Dots { width: 3, height: 2, space: Space::Gray, bytes: vec![0, 100, 7, 200, 100, 9] };
        let fewer = dots.reduced(2);
        assert_eq!((fewer.width, fewer.height, fewer.bytes), (2, 1, vec![100, 8]));
    }

    #[test]
    fn a_picture_on_its_side_is_put_upright() {
        // Two rows of three: 1 2 3 over 4 5 6. Held 6, its left edge is the top; held 8, its right edge.
        let block = |number: u8| {
            let mut block = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".to_vec();
            block.extend([number, 0, 0]);
            Held::of_tiff(&block).unwrap()
        };
        let turned = |number: u8| {
            let bytes = vec![1, 2, 3, 4, 5, 6];
            let dots = Dots { width: 3, height: 2, space: Space::Gray, bytes }.turned(block(number));
            (dots.width, dots.bytes)
        };
        assert_eq!(turned(1), (3, vec![1, 2, 3, 4, 5, 6]));
        assert_eq!(turned(2), (3, vec![3, 2, 1, 6, 5, 4]));
        assert_eq!(turned(3), (3, vec![6, 5, 4, 3, 2, 1]));
        assert_eq!(turned(4), (3, vec![4, 5, 6, 1, 2, 3]));
        assert_eq!(turned(5), (2, vec![1, 4, 2, 5, 3, 6]));
        assert_eq!(turned(6), (2, vec![4, 1, 5, 2, 6, 3]));
        assert_eq!(turned(7), (2, vec![6, 3, 5, 2, 4, 1]));
        assert_eq!(turned(8), (2, vec![3, 6, 2, 5, 1, 4]));
    }
}
