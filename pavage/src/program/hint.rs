//! Hints printed below errors: the option that solves the problem.

use pavage::json::JsonError;
use pavage::limits::LimitError;
use pavage::pav::PavError;
use pavage::raster::RasterError;

/// Error: a request that another option would allow.
#[derive(Debug, thiserror::Error)]
pub(crate) enum HintedError {
    #[error("{0} already exists")]
    OutputExists(String),
    #[error("{0}: unknown extension")]
    UnknownExtension(String),
    #[error("unknown file format")]
    UnknownSignature,
    #[error("standard output needs a format")]
    FormatUnknown,
    #[error("{format} cannot hold the metadata of the file: {names}")]
    MetadataLost { format: &'static str, names: String },
    #[error("a label map is made from a grey picture, without colours or opacity")]
    LabelsNotGrey,
    #[error("a label map of several slices, or of signed or long numbers, is not a picture")]
    LabelsNotAPicture,
    #[error("label {0} does not fit a grey picture, whose labels are at most 65535")]
    LabelsTooLarge(u64),
    #[error("standard output is a terminal: {0} is binary data")]
    BinaryToTerminal(&'static str),
}

impl HintedError {
    fn hint(&self) -> &'static str {
        match self {
            Self::OutputExists(_) => "--force replaces it, --skip-existing skips it",
            Self::UnknownExtension(_) => {
                "use pav, png, bmp, gif, pnm, json, rows, coco, coco-list or svg, or give --to FORMAT"
            }
            Self::UnknownSignature => {
                "readable formats are PAV, PNG, BMP, GIF, PNM, JPEG, WebP, TIFF and JSON"
            }
            Self::FormatUnknown => {
                "give --to png|bmp|gif|pnm|pav|svg|coco|coco-list|json|rows, or -o FILE"
            }
            Self::MetadataLost { .. } => "png and pav keep it, --strip omits it",
            Self::LabelsNotGrey => "leave out --labels to encode the picture with its colours",
            Self::LabelsNotAPicture => "the Python module reads it: pavage.Labels",
            Self::LabelsTooLarge(_) => "--to pav holds it",
            Self::BinaryToTerminal(_) => "use -o FILE or a pipe",
        }
    }
}

pub(crate) fn hint(error: &anyhow::Error) -> Option<String> {
    let hinted = error.chain().find_map(|cause| cause.downcast_ref());
    let limit_hint = |limit: LimitError| match limit.what {
        "pixels" => format!("--max-pixels {} allows it", limit.asked),
        _ => format!("--max-memory {}M allows it", limit.asked.div_ceil(1 << 20)),
    };
    match hinted {
        Some(hinted) => Some(HintedError::hint(hinted).to_owned()),
        None => find_limit(error).map(limit_hint),
    }
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
