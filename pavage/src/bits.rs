//! Bit rows with a two-level search for the next set bit: words of 64 bits, and a summary bit for
//! each word.

/// Number of pixels in a bit word.
pub(crate) const BLOCK: usize = 64;

/// Rows of bits of one width, stored one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BitRows {
    words: Vec<u64>,
    row_words: usize,
    /// For each row, one bit for each of its words, set if the word is not zero.
    summary: Vec<u64>,
    row_summary: usize,
}

impl BitRows {
    /// Makes an empty list of rows of `width` bits.
    pub(crate) fn new(width: usize) -> Self {
        let row_words = width.div_ceil(BLOCK);
        let row_summary = row_words.div_ceil(BLOCK);
        Self {
            words: Vec::new(),
            row_words,
            summary: Vec::new(),
            row_summary,
        }
    }

    /// Makes one row of `width` zero bits.
    pub(crate) fn blank(width: usize) -> Self {
        let mut bits = Self::new(width);
        bits.push_row(std::iter::repeat_n(0, bits.row_words));
        bits
    }

    /// Appends a row given as words.
    pub(crate) fn push_row(&mut self, words: impl Iterator<Item = u64>) {
        let start = self.summary.len();
        self.summary.resize(start + self.row_summary, 0);
        for (number, word) in words.enumerate() {
            self.words.push(word);
            self.summary[start + number / BLOCK] |= u64::from(word != 0) << (number % BLOCK);
        }
    }

    #[inline]
    pub(crate) fn get(&self, row: usize, column: usize) -> bool {
        self.words[row * self.row_words + column / BLOCK] >> (column % BLOCK) & 1 == 1
    }

    /// Sets a bit of row 0.
    pub(crate) fn set(&mut self, column: usize) {
        let word = column / BLOCK;
        self.words[word] |= 1 << (column % BLOCK);
        self.summary[word / BLOCK] |= 1 << (word % BLOCK);
    }

    /// Clears a bit of row 0.
    pub(crate) fn clear(&mut self, column: usize) {
        let word = column / BLOCK;
        self.words[word] &= !(1 << (column % BLOCK));
        if self.words[word] == 0 {
            self.summary[word / BLOCK] &= !(1 << (word % BLOCK));
        }
    }

    /// The column of the first set bit from `from` on, or `limit` if there is none before it.
    #[inline]
    pub(crate) fn next(&self, row: usize, from: usize, limit: usize) -> usize {
        if from >= limit {
            return limit;
        }
        let number = from / BLOCK;
        let word = self.words[row * self.row_words + number] & !0 << (from % BLOCK);
        if word != 0 {
            return limit.min(number * BLOCK + word.trailing_zeros() as usize);
        }
        if (number + 1) * BLOCK >= limit {
            return limit;
        }
        self.next_word(row, number + 1)
            .map_or(limit, |next| limit.min(next))
    }

    /// The column of the first set bit from word `number` of a row on.
    fn next_word(&self, row: usize, number: usize) -> Option<usize> {
        let summary = &self.summary[row * self.row_summary..][..self.row_summary];
        let next = next_set(summary, number, 0)?;
        let word = self.words[row * self.row_words + next];
        Some(next * BLOCK + word.trailing_zeros() as usize)
    }
}

/// The index of the first set bit from `from` on, or of the first clear bit if `turned` is all ones.
pub(crate) fn next_set(words: &[u64], from: usize, turned: u64) -> Option<usize> {
    let first = (words.get(from / BLOCK)? ^ turned) & !0 << (from % BLOCK);
    let rest = words[from / BLOCK + 1..].iter().map(|word| word ^ turned);
    let mut words = std::iter::once(first).chain(rest).zip(from / BLOCK..);
    let (word, number) = words.find(|&(word, _)| word != 0)?;
    Some(number * BLOCK + word.trailing_zeros() as usize)
}

/// One bit for each of at most 64 pairs of pixels, set if they differ.
#[inline]
pub(crate) fn difference_mask<P: Copy + PartialEq>(a: &[P], b: &[P]) -> u64 {
    // Most blocks of a flat picture are equal, and comparing slices is much faster.
    if a == b {
        return 0;
    }
    let mut differ = [0; BLOCK];
    for (byte, (a, b)) in differ.iter_mut().zip(a.iter().zip(b)) {
        *byte = u8::from(a != b);
    }
    let (words, _) = differ.as_chunks::<8>();
    let words = words.iter().enumerate();
    words.fold(0, |mask, (number, &word)| {
        mask | gather(u64::from_le_bytes(word)) << (8 * number)
    })
}

/// Packs eight bytes of 0 or 1 into eight bits.
fn gather(bytes: u64) -> u64 {
    bytes.wrapping_mul(0x0102_0408_1020_4080) >> 56
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_bit_is_found_across_words_and_up_to_the_limit() {
        let mut bits = BitRows::blank(200);
        bits.set(3);
        bits.set(130);
        assert_eq!(
            [
                bits.next(0, 0, 200),
                bits.next(0, 3, 200),
                bits.next(0, 4, 200)
            ],
            [3, 3, 130]
        );
        assert_eq!(
            [
                bits.next(0, 4, 130),
                bits.next(0, 4, 100),
                bits.next(0, 131, 200)
            ],
            [130, 100, 200]
        );
        assert_eq!(BitRows::blank(64).next(0, 64, 64), 64);
        bits.clear(3);
        assert_eq!(bits.next(0, 0, 64), 64);
    }

    #[test]
    fn the_next_bit_is_found_across_summary_words() {
        let mut bits = BitRows::blank(20_000);
        bits.set(19_999);
        assert_eq!(
            [bits.next(0, 5, 20_000), bits.next(0, 5, 19_999)],
            [19_999, 19_999]
        );
        bits.clear(19_999);
        assert_eq!(bits.next(0, 5, 20_000), 20_000);
    }
}
