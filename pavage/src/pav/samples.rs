//! The samples mode, for pictures with too many colours for a palette: codes the residual of each
//! sample to a gradient predictor.

use super::coder::RangeCoder;
use super::model::AdaptiveNumber;
use super::{Damage, PavHeader};
use crate::picture::{Depth, Layout};

/// Codes all samples; a decoder uses only the length of `wanted`.
pub(super) fn code(
    coder: &mut impl RangeCoder,
    wanted: &[u8],
    header: &PavHeader,
) -> Result<Vec<u8>, Damage> {
    let mut plane = SamplePlane {
        width: header.width,
        layout: header.layout,
        samples: vec![0; wanted.len()],
        distances: vec![AdaptiveNumber::new(); 4 * ACTIVITIES],
    };
    for pixel in 0..wanted.len() / header.layout.pixel_bytes() {
        plane.code_pixel(coder, pixel, wanted);
        if coder.is_exhausted() {
            return Err(Damage::Exhausted);
        }
    }
    Ok(plane.samples)
}

struct SamplePlane {
    width: usize,
    layout: Layout,
    samples: Vec<u8>,
    /// Residual models by channel and by the activity of the neighbours.
    distances: Vec<AdaptiveNumber>,
}

const ACTIVITIES: usize = 17;

impl SamplePlane {
    fn code_pixel(&mut self, coder: &mut impl RangeCoder, pixel: usize, wanted: &[u8]) {
        let mut shift = 0;
        for channel in 0..self.layout.channels.count() {
            let is_alpha =
                self.layout.channels.has_alpha() && channel + 1 == self.layout.channels.count();
            let (predicted, activity) = self.predict(pixel, channel);
            let shifted = if is_alpha {
                predicted
            } else {
                self.clamp(predicted + shift)
            };
            let distance = self.wrap(self.sample(wanted, pixel, channel) - shifted);
            let model = &mut self.distances[channel * ACTIVITIES + activity];
            let distance = unfold(model.code(coder, fold(distance)));
            self.set(pixel, channel, shifted + distance);
            shift = self.sample(&self.samples, pixel, channel) - predicted;
        }
    }

    /// The prediction from the west, north and north-west samples, and the activity: the bit length
    /// of the differences between them.
    fn predict(&self, pixel: usize, channel: usize) -> (i32, usize) {
        let known = |back: usize| {
            pixel
                .checked_sub(back)
                .map(|before| self.sample(&self.samples, before, channel))
        };
        let is_first = pixel.is_multiple_of(self.width);
        let north = known(self.width);
        let west = if is_first { north } else { known(1) }.unwrap_or(0);
        let north = north.unwrap_or(west);
        let corner = if is_first {
            None
        } else {
            known(self.width + 1)
        }
        .unwrap_or(north);
        let predicted = if corner >= west.max(north) {
            west.min(north)
        } else if corner <= west.min(north) {
            west.max(north)
        } else {
            west + north - corner
        };
        let steps = west.abs_diff(corner) + north.abs_diff(corner);
        (
            predicted,
            (32 - steps.leading_zeros()).min(ACTIVITIES as u32 - 1) as usize,
        )
    }

    fn sample(&self, samples: &[u8], pixel: usize, channel: usize) -> i32 {
        let at = pixel * self.layout.channels.count() + channel;
        match self.layout.depth {
            Depth::Eight => i32::from(samples[at]),
            Depth::Sixteen => i32::from(u16::from_be_bytes([samples[2 * at], samples[2 * at + 1]])),
        }
    }

    fn set(&mut self, pixel: usize, channel: usize, sample: i32) {
        let at = pixel * self.layout.channels.count() + channel;
        match self.layout.depth {
            Depth::Eight => self.samples[at] = sample as u8,
            Depth::Sixteen => {
                self.samples[2 * at..2 * at + 2].copy_from_slice(&(sample as u16).to_be_bytes());
            }
        }
    }

    fn clamp(&self, sample: i32) -> i32 {
        sample.clamp(0, self.span() - 1)
    }

    /// Reduces a residual modulo the number of sample values to the range −half to half − 1.
    fn wrap(&self, distance: i32) -> i32 {
        let half = self.span() / 2;
        (distance + half).rem_euclid(self.span()) - half
    }

    fn span(&self) -> i32 {
        1 << (8 * self.layout.depth.bytes())
    }
}

/// Zigzag coding: 0, −1, 1, −2, 2 … become 0, 1, 2, 3, 4 …
fn fold(distance: i32) -> u64 {
    u64::from((distance << 1 ^ distance >> 31) as u32)
}

/// The inverse of [`fold`]; values that no residual maps to lose their upper bits.
fn unfold(folded: u64) -> i32 {
    let folded = (folded & 0x1_FFFF) as i32;
    folded >> 1 ^ -(folded & 1)
}
