//! Generates the pictures of the benchmarks, the same in every run.

use pavage::pav::{decode, encode};
use pavage::picture::Layout;
use pavage::{CodecLimits, Image, Picture};
use std::f64::consts::TAU;

/// A generated picture and its name in the tables.
pub(crate) struct BenchPicture {
    pub(crate) name: &'static str,
    pub(crate) picture: Picture,
}

impl BenchPicture {
    /// The picture as a mask whose object is white.
    pub(crate) fn mask(&self) -> Image<u8> {
        let pixels = self.picture.samples().iter();
        self.picture.image(pixels.map(|&level| level & 1).collect())
    }

    /// The picture as a `.pav` file, which was checked to decode to the same picture.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let Self { name, picture } = self;
        let file = encode(picture).expect("a picture of a usual size");
        let read = decode(&file, &CodecLimits::default());
        assert_eq!(read.as_ref(), Ok(picture), "{name} survives a round trip");
        file
    }
}

/// Pictures with few colours, which the format is made for: boards, pixel art, diagrams, QR codes.
pub(crate) fn flat() -> Vec<BenchPicture> {
    let scene = scene();
    vec![
        sample("scene", scene.to_picture()),
        sample("scene x16", scene.enlarge(16).to_picture()),
        sample("board 256", board(256).to_picture()),
        sample("board 4000", board(4000).to_picture()),
        sample("treemap 4000", treemap(4000, 2000).to_picture()),
        sample("qr x20", qr().enlarge(20).to_grey()),
    ]
}

/// Bilevel masks of shapes with curved outlines.
pub(crate) fn masks() -> Vec<BenchPicture> {
    vec![
        sample("mask 640x480", mask(640, 480).to_grey()),
        sample("mask 4000x4000", mask(4000, 4000).to_grey()),
    ]
}

/// Pictures that the format is not made for: text, noise, smooth shading.
pub(crate) fn others() -> Vec<BenchPicture> {
    vec![
        sample("text page", text_page().to_grey()),
        sample("noise", noise(1000).to_picture()),
        sample("photo-like", photo(1000)),
    ]
}

fn sample(name: &'static str, picture: Picture) -> BenchPicture {
    BenchPicture { name, picture }
}

type Colour = [u8; 3];

struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<Colour>,
}

/// Xorshift random numbers, written here so that no update of another crate changes the pictures.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32
    }

    fn below(&mut self, n: usize) -> usize {
        self.next() as usize % n
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.next() as f64 / 4_294_967_296.0
    }
}

impl Canvas {
    fn new(width: usize, height: usize, colour: Colour) -> Self {
        Self {
            width,
            height,
            pixels: vec![colour; width * height],
        }
    }

    fn set(&mut self, x: usize, y: usize, colour: Colour) {
        if x < self.width && y < self.height {
            self.pixels[y * self.width + x] = colour;
        }
    }

    fn rect(&mut self, x: usize, y: usize, width: usize, height: usize, colour: Colour) {
        for row in y..(y + height).min(self.height) {
            let end = (x + width).min(self.width);
            self.pixels[row * self.width..][x.min(end)..end].fill(colour);
        }
    }

    fn disc(&mut self, cx: f64, cy: f64, radius: f64, colour: Colour) {
        let (top, bottom) = (
            (cy - radius).max(0.0) as usize,
            (cy + radius).max(0.0) as usize + 1,
        );
        for y in top..bottom.min(self.height) {
            let dy = y as f64 + 0.5 - cy;
            let half = (radius * radius - dy * dy).max(0.0).sqrt();
            let left = (cx - half + 0.5).max(0.0) as usize;
            let right = (cx + half + 0.5).max(0.0) as usize;
            if right > left {
                self.rect(left, y, right - left, 1, colour);
            }
        }
    }

    fn enlarge(&self, factor: usize) -> Self {
        let mut large = Self::new(self.width * factor, self.height * factor, [0; 3]);
        for y in 0..self.height {
            for x in 0..self.width {
                let colour = self.pixels[y * self.width + x];
                large.rect(x * factor, y * factor, factor, factor, colour);
            }
        }
        large
    }

    fn to_picture(&self) -> Picture {
        let samples = self.pixels.concat();
        Picture::new(self.width, self.height, Layout::RGB, samples).expect("three samples a pixel")
    }

    fn to_grey(&self) -> Picture {
        let samples = self.pixels.iter().map(|pixel| pixel[0]).collect();
        Picture::new(self.width, self.height, Layout::GREY, samples).expect("one sample a pixel")
    }
}

const WHITE: Colour = [255; 3];
const BLACK: Colour = [0; 3];

/// A landscape of 320 × 180 pixels with dithered sky, ridges, bricks, trees, clouds and people.
fn scene() -> Canvas {
    let mut random = Random(41);
    let mut canvas = Canvas::new(320, 180, [24, 20, 60]);
    sky(&mut canvas, &mut random);
    canvas.disc(250.0, 40.0, 17.0, [255, 236, 160]);
    canvas.disc(244.0, 36.0, 3.0, [236, 206, 130]);
    ridge(&mut canvas, &mut random, 95, 18, [70, 60, 110]);
    ridge(&mut canvas, &mut random, 118, 12, [50, 80, 96]);
    ridge(&mut canvas, &mut random, 134, 6, [40, 110, 72]);
    for _ in 0..9 {
        let (x, y) = (random.below(300), 20 + random.below(50));
        cloud(&mut canvas, &mut random, x, y);
    }
    for _ in 0..26 {
        let (x, y) = (random.below(310), 118 + random.below(18));
        tree(&mut canvas, x, y);
    }
    bricks(&mut canvas, &mut random);
    for at in 0..14 {
        let (x, coat) = (6 + at * 22 + random.below(8), random.below(4));
        person(&mut canvas, x, 142, coat);
    }
    canvas
}

fn sky(canvas: &mut Canvas, random: &mut Random) {
    let bands = [
        [24, 20, 60],
        [36, 30, 84],
        [56, 44, 110],
        [90, 62, 130],
        [140, 84, 140],
        [196, 116, 140],
    ];
    for y in 0..140 {
        for x in 0..canvas.width {
            let step = y % 23;
            let dithered = step > 18 && (x + y) % 2 == 0;
            let band = (y / 23 + usize::from(dithered)).min(bands.len() - 1);
            canvas.set(x, y, bands[band]);
        }
    }
    for _ in 0..70 {
        let (x, y) = (random.below(320), random.below(60));
        canvas.set(x, y, [230, 230, 250]);
    }
}

fn ridge(canvas: &mut Canvas, random: &mut Random, base: usize, swing: usize, colour: Colour) {
    let mut height = base as f64;
    let mut slope = 0.0;
    for x in 0..canvas.width {
        slope = (slope + random.between(-0.5, 0.5)) * 0.9;
        height = (height + slope).clamp((base - swing) as f64, (base + swing) as f64);
        let top = height as usize;
        canvas.rect(x, top, 1, 180 - top, colour);
        let light = colour.map(|level| level + 24);
        canvas.rect(x, top, 1, 1 + random.below(2), light);
    }
}

fn cloud(canvas: &mut Canvas, random: &mut Random, x: usize, y: usize) {
    for puff in 0..4 {
        let radius = random.between(3.0, 6.0);
        canvas.disc((x + puff * 6) as f64, y as f64, radius, [222, 210, 230]);
    }
    canvas.rect(x, y + 2, 22, 3, [190, 176, 206]);
}

fn tree(canvas: &mut Canvas, x: usize, y: usize) {
    canvas.rect(x + 3, y + 9, 2, 5, [92, 58, 36]);
    for (row, left) in [3, 2, 2, 1, 2, 1, 0, 1, 0].into_iter().enumerate() {
        canvas.rect(x + left, y + row, 8 - 2 * left, 1, [30, 92, 52]);
        canvas.set(x + left, y + row, [54, 132, 70]);
    }
}

fn bricks(canvas: &mut Canvas, random: &mut Random) {
    for row in 0..4_usize {
        for column in 0..41 {
            let (x, y) = ((column * 8 + row % 2 * 4).saturating_sub(4), 156 + row * 6);
            let worn = random.below(5) == 0;
            let face = if worn { [150, 84, 66] } else { [170, 96, 72] };
            canvas.rect(x, y, 8, 6, [96, 52, 44]);
            canvas.rect(x, y, 7, 5, face);
            canvas.rect(x, y, 7, 1, [198, 124, 92]);
            if worn {
                canvas.rect(x + 2, y + 3, 3, 1, [110, 60, 50]);
            }
        }
    }
}

fn person(canvas: &mut Canvas, x: usize, y: usize, coat: usize) {
    let coats = [[196, 40, 48], [40, 96, 196], [222, 176, 40], [120, 60, 150]];
    canvas.rect(x + 2, y, 4, 2, [60, 36, 28]);
    canvas.rect(x + 2, y + 2, 4, 3, [240, 196, 160]);
    canvas.set(x + 3, y + 3, BLACK);
    canvas.set(x + 5, y + 3, BLACK);
    canvas.rect(x + 1, y + 5, 6, 5, coats[coat]);
    canvas.rect(x, y + 6, 1, 3, [240, 196, 160]);
    canvas.rect(x + 7, y + 6, 1, 3, [240, 196, 160]);
    canvas.rect(x + 2, y + 10, 1, 4, [40, 40, 60]);
    canvas.rect(x + 5, y + 10, 1, 4, [40, 40, 60]);
}

/// A board of seven columns and six rows of round holes, some with discs of two colours.
fn board(side: usize) -> Canvas {
    let mut random = Random(7);
    let mut canvas = Canvas::new(side, side, [236, 240, 244]);
    let cell = side as f64 / 8.0;
    let left = cell / 2.0;
    let [x, y, width, height] = [0.5, 1.25, 7.0, 6.0].map(|cells| (cells * cell) as usize);
    canvas.rect(x, y, width, height, [24, 84, 190]);
    for column in 0..7 {
        let filled = random.below(7);
        for row in 0..6 {
            let cx = left + (f64::from(column) + 0.5) * cell;
            let cy = cell * 1.25 + (5.5 - row as f64) * cell;
            canvas.disc(cx, cy, cell * 0.40, [236, 240, 244]);
            if row < filled {
                let (rim, face) = if random.below(2) == 0 {
                    ([200, 40, 40], [224, 62, 58])
                } else {
                    ([240, 200, 40], [250, 218, 84])
                };
                canvas.disc(cx, cy, cell * 0.40, rim);
                canvas.disc(cx, cy, cell * 0.30, face);
            }
        }
    }
    canvas
}

/// A treemap of `count` rectangles, made by cutting the largest rectangle in two repeatedly.
fn treemap(side: usize, count: usize) -> Canvas {
    let mut random = Random(2024);
    let palette: Vec<Colour> = (0..24)
        .map(|_| [(); 3].map(|()| random.below(256) as u8))
        .collect();
    let mut parts = vec![(0, 0, side, side)];
    while parts.len() < count {
        let largest = (0..parts.len())
            .max_by_key(|&at| parts[at].2 * parts[at].3)
            .expect("never empty");
        let (x, y, width, height) = parts.swap_remove(largest);
        let share = random.between(0.3, 0.7);
        if width > height {
            let cut = (width as f64 * share) as usize;
            parts.extend([(x, y, cut, height), (x + cut, y, width - cut, height)]);
        } else {
            let cut = (height as f64 * share) as usize;
            parts.extend([(x, y, width, cut), (x, y + cut, width, height - cut)]);
        }
    }
    let mut canvas = Canvas::new(side, side, BLACK);
    for (x, y, width, height) in parts {
        canvas.rect(x, y, width, height, palette[random.below(24)]);
    }
    canvas
}

fn qr() -> Canvas {
    let text = "https://example.org/tables/puissance4?game=3f9a71&side=first&seed=20240229";
    let code = qrcode::QrCode::new(text).expect("a text that fits");
    let side = code.width();
    let mut canvas = Canvas::new(side + 8, side + 8, WHITE);
    for (at, colour) in code.to_colors().into_iter().enumerate() {
        if colour == qrcode::Color::Dark {
            canvas.set(4 + at % side, 4 + at / side, BLACK);
        }
    }
    canvas
}

/// White shapes on black whose outlines are sums of sine waves.
fn mask(width: usize, height: usize) -> Canvas {
    let mut random = Random(99);
    let mut canvas = Canvas::new(width, height, BLACK);
    for _ in 0..6 {
        let scale = width.min(height) as f64;
        let cx = random.between(0.2, 0.8) * width as f64;
        let cy = random.between(0.2, 0.8) * height as f64;
        let radius = random.between(0.08, 0.22) * scale;
        let mut wave = |_| (random.between(0.0, 0.16), random.between(0.0, TAU));
        let waves: Vec<_> = (2..6).map(&mut wave).collect();
        let outline = |angle: f64| {
            let wave = |(at, &(size, phase)): (usize, &(f64, f64))| {
                size * (angle * (at + 2) as f64 + phase).sin()
            };
            radius * (1.0 + waves.iter().enumerate().map(wave).sum::<f64>())
        };
        for y in 0..height {
            for x in 0..width {
                let (dx, dy) = (x as f64 + 0.5 - cx, y as f64 + 0.5 - cy);
                let distance = dx.hypot(dy);
                if distance < radius * 1.7 && distance < outline(dy.atan2(dx)) {
                    canvas.set(x, y, WHITE);
                }
            }
        }
    }
    canvas
}

/// A page of 1240 × 1754 pixels of words in invented letters.
fn text_page() -> Canvas {
    let mut random = Random(5);
    let mut canvas = Canvas::new(1240, 1754, WHITE);
    let letters: Vec<Vec<(f64, f64, f64, f64)>> = (0..26).map(|_| strokes(&mut random)).collect();
    let words: Vec<Vec<usize>> = (0..300)
        .map(|_| (0..2 + random.below(8)).map(|_| random.below(26)).collect())
        .collect();
    for line in 0..50 {
        let mut x = 100;
        while x < 1080 {
            let word = &words[random.below(300).min(random.below(300))];
            for &letter in word {
                draw_letter(&mut canvas, &letters[letter], x, 120 + line * 30);
                x += 13;
            }
            x += 8;
        }
    }
    canvas
}

fn strokes(random: &mut Random) -> Vec<(f64, f64, f64, f64)> {
    (0..3)
        .map(|_| {
            let mut at = |high| random.between(0.0, high);
            (at(8.0), at(16.0), at(8.0), at(16.0))
        })
        .collect()
}

fn draw_letter(canvas: &mut Canvas, strokes: &[(f64, f64, f64, f64)], x: usize, y: usize) {
    for &(x0, y0, x1, y1) in strokes {
        for step in 0..=32 {
            let t = f64::from(step) / 32.0;
            let (px, py) = (x0 + (x1 - x0) * t, y0 + (y1 - y0) * t);
            canvas.rect(x + px as usize, y + py as usize, 2, 2, BLACK);
        }
    }
}

fn noise(side: usize) -> Canvas {
    let mut random = Random(3);
    let mut canvas = Canvas::new(side, side, BLACK);
    for pixel in &mut canvas.pixels {
        *pixel = [(); 3].map(|()| random.below(256) as u8);
    }
    canvas
}

/// A picture of smooth shading with slight noise.
fn photo(side: usize) -> Picture {
    let mut random = Random(17);
    let mut canvas = Canvas::new(side, side, BLACK);
    for y in 0..side {
        for x in 0..side {
            let (u, v) = (x as f64 / side as f64, y as f64 / side as f64);
            let grain = random.between(-3.0, 3.0);
            let shade = [
                120.0 + 90.0 * (u * 5.0 + v).sin(),
                60.0 + 150.0 * v,
                200.0 - 120.0 * u * v,
            ];
            let colour = shade.map(|level| (level + grain).clamp(0.0, 255.0) as u8);
            canvas.set(x, y, colour);
        }
    }
    canvas.to_picture()
}

/// Random bytes, uniformly distributed.
pub(crate) fn byte_noise(side: usize) -> Image<u8> {
    let mut random = Random(11);
    let pixels = (0..side * side).map(|_| random.below(256) as u8).collect();
    Image::from_pixels(side, side, pixels).expect("a square")
}
