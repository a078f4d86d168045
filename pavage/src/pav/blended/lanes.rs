//! Vectors of eight 16-bit integers, with SSE2 on x86-64.

#[cfg(not(target_arch = "x86_64"))]
pub(super) use portable::PortableLanes as Lanes;
#[cfg(target_arch = "x86_64")]
pub(super) use sse2::Sse2Lanes as Lanes;

#[cfg(target_arch = "x86_64")]
mod sse2 {
    #![expect(
        unsafe_code,
        reason = "SSE2 intrinsics, which every x86-64 has: the compiler's own code stored inputs one by one \
                  and updated weights one by one, and decoding icons took a tenth longer"
    )]

    use std::arch::x86_64::{
        __m128i, _mm_add_epi16, _mm_add_epi32, _mm_adds_epi16, _mm_cvtsi128_si32, _mm_loadu_si128,
        _mm_madd_epi16, _mm_mulhi_epi16, _mm_mullo_epi16, _mm_set1_epi16, _mm_setr_epi16,
        _mm_setzero_si128, _mm_shuffle_epi32, _mm_srli_epi16, _mm_storeu_si128,
    };

    #[derive(Clone, Copy, Debug)]
    pub(in super::super) struct Sse2Lanes(__m128i);

    impl Default for Sse2Lanes {
        #[inline]
        fn default() -> Self {
            Self::from_array([0; 8])
        }
    }

    impl Sse2Lanes {
        /// Packs eight separate numbers.
        #[inline]
        pub(in super::super) fn from_array(n: [i16; 8]) -> Self {
            // SAFETY: every x86-64 has SSE2.
            Self(unsafe { _mm_setr_epi16(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7]) })
        }

        #[inline]
        pub(in super::super) fn read(numbers: &[i16; 8]) -> Self {
            // SAFETY: every x86-64 has SSE2, and the reference points to 16 readable bytes.
            Self(unsafe { _mm_loadu_si128(numbers.as_ptr().cast()) })
        }

        #[inline]
        pub(in super::super) fn write(self, numbers: &mut [i16; 8]) {
            // SAFETY: every x86-64 has SSE2, and the reference points to 16 writable bytes.
            unsafe { _mm_storeu_si128(numbers.as_mut_ptr().cast(), self.0) };
        }

        /// Adds with saturation.
        #[inline]
        pub(in super::super) fn plus(self, other: Self) -> Self {
            // SAFETY: every x86-64 has SSE2.
            Self(unsafe { _mm_adds_epi16(self.0, other.0) })
        }

        /// Multiplies by `factor` / 65 536, rounded to nearest.
        #[inline]
        pub(in super::super) fn scaled(self, factor: i16) -> Self {
            // SAFETY: every x86-64 has SSE2.
            unsafe {
                let factor = _mm_set1_epi16(factor);
                let rounding = _mm_srli_epi16::<15>(_mm_mullo_epi16(self.0, factor));
                Self(_mm_add_epi16(_mm_mulhi_epi16(self.0, factor), rounding))
            }
        }

        /// The dot product of two lists of vectors.
        #[inline]
        pub(in super::super) fn dot<const V: usize>(these: [Self; V], those: [Self; V]) -> i32 {
            // SAFETY: every x86-64 has SSE2.
            unsafe {
                let pairs = these.into_iter().zip(those);
                let sums = pairs.fold(_mm_setzero_si128(), |sums, (a, b)| {
                    _mm_add_epi32(sums, _mm_madd_epi16(a.0, b.0))
                });
                let halves = _mm_add_epi32(sums, _mm_shuffle_epi32::<0b1110>(sums));
                _mm_cvtsi128_si32(_mm_add_epi32(halves, _mm_shuffle_epi32::<0b01>(halves)))
            }
        }
    }
}

#[cfg(any(test, not(target_arch = "x86_64")))]
mod portable {
    #[derive(Clone, Copy, Debug, Default)]
    pub(in super::super) struct PortableLanes([i16; 8]);

    impl PortableLanes {
        pub(in super::super) fn from_array(numbers: [i16; 8]) -> Self {
            Self(numbers)
        }

        pub(in super::super) fn read(numbers: &[i16; 8]) -> Self {
            Self(*numbers)
        }

        pub(in super::super) fn write(self, numbers: &mut [i16; 8]) {
            *numbers = self.0;
        }

        pub(in super::super) fn plus(self, other: Self) -> Self {
            Self(std::array::from_fn(|at| {
                self.0[at].saturating_add(other.0[at])
            }))
        }

        pub(in super::super) fn scaled(self, factor: i16) -> Self {
            Self(self.0.map(|number| {
                let product = i32::from(number) * i32::from(factor);
                ((product >> 16) + (product >> 15 & 1)) as i16
            }))
        }

        pub(in super::super) fn dot<const V: usize>(these: [Self; V], those: [Self; V]) -> i32 {
            let pairs = these
                .iter()
                .zip(&those)
                .flat_map(|(a, b)| a.0.iter().zip(&b.0));
            pairs.map(|(&a, &b)| i32::from(a) * i32::from(b)).sum()
        }
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::{portable, sse2};
    use proptest::prelude::*;

    /// Numbers in the range of the mixer's inputs: those of stretched probabilities.
    fn inputs() -> impl Strategy<Value = [i16; 8]> {
        any::<[i16; 8]>().prop_map(|inputs| inputs.map(|input| input / 8))
    }

    /// Mixer weights, often the smallest and the largest number, whose sums overflow.
    fn weights() -> impl Strategy<Value = [i16; 8]> {
        let weight = prop_oneof![any::<i16>(), Just(i16::MIN), Just(i16::MAX)];
        prop::array::uniform8(weight)
    }

    proptest! {
        #[test]
        fn sse2_and_portable_additions_saturate_alike(a in weights(), b in weights()) {
            let (mut wide, mut plain) = ([0; 8], [0; 8]);
            sse2::Sse2Lanes::read(&a).plus(sse2::Sse2Lanes::from_array(b)).write(&mut wide);
            portable::PortableLanes::read(&a).plus(portable::PortableLanes::from_array(b)).write(&mut plain);
            prop_assert_eq!(wide, plain);
        }

        #[test]
        fn sse2_and_portable_scaling_agree(inputs in inputs(), factor in any::<i16>()) {
            let (mut wide, mut plain) = ([0; 8], [0; 8]);
            sse2::Sse2Lanes::from_array(inputs).scaled(factor).write(&mut wide);
            portable::PortableLanes::from_array(inputs).scaled(factor).write(&mut plain);
            prop_assert_eq!(wide, plain);
        }

        #[test]
        fn sse2_and_portable_dot_products_agree(
            (a, b) in (inputs(), inputs()),
            (x, y) in (weights(), weights()),
        ) {
            let wide = [a, b].map(sse2::Sse2Lanes::from_array);
            let plain = [a, b].map(portable::PortableLanes::from_array);
            prop_assert_eq!(
                sse2::Sse2Lanes::dot(wide, [x, y].map(sse2::Sse2Lanes::from_array)),
                portable::PortableLanes::dot(plain, [x, y].map(portable::PortableLanes::from_array))
            );
        }
    }
}
