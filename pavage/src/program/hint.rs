//! Hints printed below errors: the option that solves the problem.

use super::MetadataLost;
use super::command::FormatUnknown;
use super::file::{BinaryToTerminal, OutputExists};
use super::file_format::{UnknownExtension, UnknownSignature};
use pavage::json::JsonError;
use pavage::limits::LimitError;
use pavage::pav::PavError;
use pavage::raster::RasterError;

pub(crate) fn hint(error: &anyhow::Error) -> Option<String> {
    let hint = if comes_from::<OutputExists>(error) {
        "--force replaces it, --skip-existing skips it"
    } else if comes_from::<UnknownExtension>(error) {
        "use pav, png, bmp, gif, pnm, json, coco, coco-list or svg, or give --to FORMAT"
    } else if comes_from::<UnknownSignature>(error) {
        "readable formats are PAV, PNG, BMP, GIF, PNM, JPEG, WebP, TIFF and JSON"
    } else if comes_from::<FormatUnknown>(error) {
        "give --to png|bmp|gif|pnm|pav|svg|coco|coco-list|json, or -o FILE"
    } else if comes_from::<MetadataLost>(error) {
        "png and pav keep it, --strip omits it"
    } else if comes_from::<BinaryToTerminal>(error) {
        "use -o FILE or a pipe"
    } else {
        return find_limit(error).map(|limit| match limit.what {
            "pixels" => format!("--max-pixels {} allows it", limit.asked),
            _ => format!("--max-memory {}M allows it", limit.asked.div_ceil(1 << 20)),
        });
    };
    Some(hint.to_owned())
}

fn comes_from<E: std::error::Error + 'static>(error: &anyhow::Error) -> bool {
    error.chain().any(<dyn std::error::Error>::is::<E>)
}

/// The exceeded limit in the causes of an error, if there is one.
pub(crate) fn find_limit(error: &anyhow::Error) -> Option<LimitError> {
    error.chain().find_map(|cause| {
        if let Some(&PavError::Limit(limit)) = cause.downcast_ref() {
            Some(limit)
        } else if let Some(&JsonError::Limit(limit)) = cause.downcast_ref() {
            Some(limit)
        } else if let Some(&RasterError::Limit(limit)) = cause.downcast_ref() {
            Some(limit)
        } else {
            cause.downcast_ref().copied()
        }
    })
}
