//! How a camera was held, as photographs say it (Exif, orientation).

/// How a picture is held; cameras write it and leave it to others to turn the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Held(u8);

/// What stands before the numbers in a JPEG file.
const MARK: &[u8] = b"Exif\0\0";
/// The number of the entry.
const ORIENTATION: u16 = 0x0112;

impl Held {
    /// Upright, as most are.
    pub(super) const UPRIGHT: Held = Held(1);

    /// What a segment of a JPEG file says, if it says something.
    pub(super) fn of_segment(segment: &[u8]) -> Option<Held> {
        Held::of_tiff(segment.strip_prefix(MARK)?)
    }

    /// What the block of entries says.
    pub(super) fn of_tiff(block: &[u8]) -> Option<Held> {
        let is_little = match block.get(..4)? {
            b"II*\0" => true,
            b"MM\0*" => false,
            _ => return None,
        };
        let two = |at: usize| {
            let bytes = block.get(at..at + 2)?.try_into().ok()?;
            Some(if is_little { u16::from_le_bytes(bytes) } else { u16::from_be_bytes(bytes) })
        };
        let four = |at: usize| {
            let bytes = block.get(at..at + 4)?.try_into().ok()?;
            Some(if is_little { u32::from_le_bytes(bytes) } else { u32::from_be_bytes(bytes) })
        };
        let first = four(4)? as usize;
        let count = usize::from(two(first)?);
        let entry = (0..count).map(|index| first + 2 + 12 * index);
        let at = entry.take_while(|&at| at < block.len()).find(|&at| two(at) == Some(ORIENTATION))?;
        let number = two(at + 8)?;
        (1..=8).contains(&number).then_some(Held(number as u8))
    }

    /// Whether nothing is to be turned.
    pub(super) fn is_upright(self) -> bool {
        self == Held::UPRIGHT
    }

    /// Whether width and height change places.
    pub(super) fn is_on_its_side(self) -> bool {
        self.0 >= 5
    }

    /// Where the dot of an upright picture is in one of this width and height that is held so.
    pub(super) fn place(self, x: usize, y: usize, [width, height]: [usize; 2]) -> (usize, usize) {
        let (right, bottom) = (width - 1, height - 1);
        match self.0 {
            2 => (right - x, y),
            3 => (right - x, bottom - y),
            4 => (x, bottom - y),
            5 => (y, x),
            6 => (y, bottom - x),
            7 => (right - y, bottom - x),
            8 => (right - y, x),
            _ => (x, y),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(is_little: bool, number: u16) -> Vec<u8> {
        let two = |n: u16| if is_little { n.to_le_bytes() } else { n.to_be_bytes() };
        let four = |n: u32| if is_little { n.to_le_bytes() } else { n.to_be_bytes() };
        let mut all = if is_little { b"II*\0".to_vec() } else { b"MM\0*".to_vec() };
        all.extend(four(8));
        all.extend(two(2));
        for (tag, value) in [(0x010F, 7), (ORIENTATION, number)] {
            all.extend([two(tag), two(3)].concat());
            all.extend(four(1));
            all.extend([two(value), [0; 2]].concat());
        }
        all
    }

    #[test]
    fn how_a_camera_was_held_is_read_in_both_orders_of_bytes() {
        for is_little in [true, false] {
            let held = |number| Held::of_tiff(&block(is_little, number));
            assert_eq!((held(6), held(1)), (Some(Held(6)), Some(Held::UPRIGHT)));
            assert_eq!((held(0), held(9)), (None, None));
            let whole = block(is_little, 6);
            for end in 0..whole.len() - 2 {
                assert_eq!(Held::of_tiff(&whole[..end]), None, "cut off after {end} bytes");
            }
        }
    }
}
