//! Decodes `.pav` files in a web page: `page.html` writes the bytes of a file, calls [`decode`] and
//! draws the pixels.
#![expect(
    unsafe_code,
    reason = "exported functions have names that the page knows; no memory is read through a pointer"
)]

use pavage::CodecLimits;
use pavage::pav::{LabelFile, decode as decode_picture, is_label_file};
use std::cell::RefCell;
use std::fmt::Write;

/// The limits of a page: 2²⁶ pixels and half a GiB.
const LIMITS: CodecLimits = CodecLimits {
    pixels: 1 << 26,
    memory: 1 << 29,
};

/// The file of the page, and what the last call made of it.
#[derive(Default)]
struct Page {
    file: Vec<u8>,
    /// Width, height and number of slices.
    sides: [usize; 3],
    /// Red, green, blue and opacity of all pixels.
    pixels: Vec<u8>,
    /// A JSON object: what the file holds, or `error`.
    facts: String,
}

thread_local! {
    static PAGE: RefCell<Page> = RefCell::default();
}

/// Makes room for a file of some bytes, and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> *mut u8 {
    PAGE.with_borrow_mut(|page| {
        page.pixels = Vec::new();
        page.file = vec![0; length];
        page.file.as_mut_ptr()
    })
}

/// Decodes the file, or one slice of a label map, and returns whether that was possible.
#[unsafe(no_mangle)]
pub extern "C" fn decode(slice: usize) -> bool {
    PAGE.with_borrow_mut(|page| {
        let shown = page.show(slice);
        if let Err(error) = &shown {
            page.facts = format!("{{\"error\":{:?}}}", error.to_string());
        }
        shown.is_ok()
    })
}

/// Width, height or number of slices.
#[unsafe(no_mangle)]
pub extern "C" fn side(number: usize) -> usize {
    PAGE.with_borrow(|page| page.sides.get(number).copied().unwrap_or(0))
}

/// The address of the pixels.
#[unsafe(no_mangle)]
pub extern "C" fn pixels() -> *const u8 {
    PAGE.with_borrow(|page| page.pixels.as_ptr())
}

/// The address of the facts.
#[unsafe(no_mangle)]
pub extern "C" fn facts() -> *const u8 {
    PAGE.with_borrow(|page| page.facts.as_ptr())
}

/// The number of bytes of the facts.
#[unsafe(no_mangle)]
pub extern "C" fn facts_length() -> usize {
    PAGE.with_borrow(|page| page.facts.len())
}

impl Page {
    fn show(&mut self, slice: usize) -> Result<(), pavage::pav::PavError> {
        if !is_label_file(&self.file) {
            let picture = decode_picture(&self.file, &LIMITS)?;
            LIMITS.check_memory(
                (picture.samples().len() + 4 * picture.width() * picture.height()) as u64,
            )?;
            self.sides = [picture.width(), picture.height(), 1];
            self.pixels = picture.rgba_pixels().collect::<Vec<_>>().into_flattened();
            let layout = picture.layout();
            self.facts = format!(
                "{{\"channels\":{},\"bits\":{}}}",
                layout.channels.count(),
                8 * layout.depth.bytes()
            );
            return Ok(());
        }
        let labels = LabelFile::open(std::mem::take(&mut self.file), &LIMITS);
        let labels = labels?;
        let ([depth, height, width], kind) = (labels.shape(), labels.kind());
        self.sides = [width, height, depth];
        self.pixels.clear();
        let mut known = "{\"labels\":[".to_owned();
        if slice < depth {
            LIMITS.check_memory((12 * height * width) as u64)?;
            let mut bytes = vec![0; height * width * kind.bytes()];
            labels.decode_slice(slice, &mut bytes)?;
            let colours = bytes.chunks_exact(kind.bytes()).map(colour);
            self.pixels = colours.collect::<Vec<_>>().into_flattened();
            for &label in labels.labels(slice).iter().take(1000) {
                let comma = if known.ends_with('[') { "" } else { "," };
                let sign = if kind.is_signed() && label.cast_signed() < 0 {
                    "-"
                } else {
                    ""
                };
                let size = if kind.is_signed() {
                    label.cast_signed().unsigned_abs()
                } else {
                    label
                };
                write!(known, "{comma}\"{sign}{size}\"").expect("writing to a String cannot fail");
            }
        }
        self.file = labels.into_file();
        self.facts = format!(
            "{known}],\"bits\":{},\"signed\":{}}}",
            8 * kind.bytes(),
            kind.is_signed()
        );
        Ok(())
    }
}

/// The colour of a label: black for 0, and for others one that is far from those of its neighbours.
fn colour(label: &[u8]) -> [u8; 4] {
    let mix = |mixed: u64, &byte: &u8| (mixed ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    if label.iter().all(|&byte| byte == 0) {
        return [0, 0, 0, 255];
    }
    let mixed = label
        .iter()
        .fold(0xCBF2_9CE4_8422_2325, mix)
        .wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let [red, green, blue, ..] = mixed.to_be_bytes();
    [red | 64, green | 64, blue | 64, 255]
}
