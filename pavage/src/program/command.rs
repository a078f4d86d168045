//! What can be written on the command line.

use super::file::{check_output, is_standard, write, write_standard};
use super::file_format::FileFormat;
use super::terminal::TerminalGraphics;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use pavage::Bit;
use pavage::CodecLimits;
use pavage::pav::{Effort, Mode};
use pavage::raster::RasterFormat;
use std::path::{Path, PathBuf};

#[derive(Debug, Parser)]
#[command(
    name = "pavage",
    version,
    about = "Small files of flat pictures: boards, pixel art, diagrams, QR codes, masks",
    long_about = "Small files of flat pictures: boards, pixel art, diagrams, QR codes, masks.\n\
                  Photographs come back unchanged too, but other formats make them smaller.",
    after_help = EXAMPLES,
    arg_required_else_help = true
)]
pub(crate) struct PavageArgs {
    #[command(subcommand)]
    pub(crate) command: PavageCommand,
    #[command(flatten)]
    limits: LimitArgs,
}

impl PavageArgs {
    pub(crate) fn limits(&self) -> CodecLimits {
        let LimitArgs {
            max_pixels,
            max_memory,
        } = self.limits;
        CodecLimits {
            pixels: max_pixels,
            memory: max_memory,
        }
    }
}

#[derive(Args, Debug)]
#[command(next_help_heading = "CodecLimits")]
struct LimitArgs {
    /// Refuse pictures of more pixels; K, M and G stand for 2^10, 2^20 and 2^30
    #[arg(long, global = true, value_name = "N", default_value = "256M", value_parser = size)]
    max_pixels: u64,
    /// Refuse what would take more bytes of memory in all
    #[arg(long, global = true, value_name = "BYTES", default_value = "1G", value_parser = size)]
    max_memory: u64,
}

fn size(text: &str) -> Result<u64, String> {
    let letters = [('K', 10), ('M', 20), ('G', 30)];
    let unit = letters
        .into_iter()
        .find(|(letter, _)| text.ends_with([*letter, letter.to_ascii_lowercase()]));
    let (digits, shift) = match unit {
        Some((_, shift)) => (&text[..text.len() - 1], shift),
        None => (text, 0),
    };
    let number = digits.parse::<u64>().ok();
    let size = number.and_then(|number| number.checked_mul(1 << shift));
    size.ok_or_else(|| "a whole number, with K, M or G after it or not".to_owned())
}

const EXAMPLES: &str = "\
Examples:
  pavage encode board.png                 writes board.pav
  pavage encode icons/ -o packed/         every picture of a folder
  pavage decode board.pav -o board.bmp
  pavage convert board.pav --to svg > board.svg
  pavage convert mask.png --to coco       {\"size\":[h,w],\"counts\":\"…\"}
  pavage info board.pav                   mode, rectangles, runs, sizes
  pavage show board.png -o cover.png      the cover, each rectangle outlined";

#[derive(Debug, Subcommand)]
pub(crate) enum PavageCommand {
    /// Pictures to .pav files, each beside its picture or in the folder of -o
    #[command(
        after_help = "Examples:\n  pavage encode board.png\n  pavage encode a.png b.gif scans/ -o packed/"
    )]
    Encode {
        #[command(flatten)]
        batch: BatchArgs,
        /// How long the file may take to be read, from 0 (as fast as samples) to 9 (no matter how long)
        #[arg(long, value_name = "0-9", value_parser = effort, default_value = "7")]
        effort: Effort,
        /// The smallest file, whatever it costs: --effort 9
        #[arg(long, conflicts_with = "effort")]
        smallest: bool,
        /// Write in this mode instead of the one that is smallest
        #[arg(long, value_name = "MODE", value_parser = modes(), conflicts_with_all = ["effort", "smallest"])]
        mode: Option<Mode>,
        #[command(flatten)]
        strip: StripArg,
    },
    /// .pav files to pictures
    #[command(
        after_help = "Examples:\n  pavage decode board.pav\n  pavage decode packed/ --to bmp -o out/"
    )]
    Decode {
        #[command(flatten)]
        batch: BatchArgs,
        /// The format to write, else by the extension of -o, else png
        #[arg(long, value_name = "FORMAT")]
        to: Option<FileFormat>,
        #[command(flatten)]
        strip: StripArg,
    },
    /// One picture to another format, to standard output without -o
    #[command(
        after_help = "Examples:\n  pavage convert board.pav -o board.svg\n  pavage convert mask.png --to coco-list --object black"
    )]
    Convert {
        /// A picture: .pav, PNG, BMP, GIF, PNM, JPEG, WebP, TIFF or JSON; - is standard input
        input: PathBuf,
        #[command(flatten)]
        output: OutputArgs,
        /// The format to write, else by the extension of -o
        #[arg(long, value_name = "FORMAT")]
        to: Option<FileFormat>,
        /// Which colour is the object of a COCO mask
        #[arg(long, default_value = "white")]
        object: ObjectColour,
        #[command(flatten)]
        strip: StripArg,
    },
    /// Size, samples, mode, rectangles, runs and file sizes
    Info {
        /// Pictures in any format that is read
        #[arg(required = true)]
        inputs: Vec<PathBuf>,
    },
    /// Run lengths in black and white as [columns, counts]
    Runs {
        /// A picture
        input: PathBuf,
        #[command(flatten)]
        output: OutputArgs,
    },
    /// The greedy cover as [ha, la, rectangles]
    Rectangles {
        /// A picture
        input: PathBuf,
        #[command(flatten)]
        output: OutputArgs,
    },
    /// The picture in black and white: white where the mean of the levels is 128 or more
    Bw {
        /// A picture
        input: PathBuf,
        #[command(flatten)]
        output: OutputArgs,
    },
    /// The picture in eight colours: each level off or on
    EightColours {
        /// A picture
        input: PathBuf,
        #[command(flatten)]
        output: OutputArgs,
    },
    /// The greedy cover drawn, each rectangle outlined: in the terminal, or to a file
    Show {
        /// A picture
        input: PathBuf,
        #[command(flatten)]
        output: OutputArgs,
        /// How the terminal draws, else by what it says it is
        #[arg(long = "as", value_name = "MEANS", conflicts_with = "path")]
        means: Option<TerminalGraphics>,
    },
    /// The objects of a COCO annotation file or result array, each as a mask
    #[command(after_help = "Example:\n  pavage masks instances.json -o masks/ --to png")]
    Masks {
        /// A JSON file: {\"images\", \"annotations\"}, or a list of results
        input: PathBuf,
        /// The folder to write to: IMAGE-NUMBER for each object
        #[arg(short, long, value_name = "FOLDER")]
        output: PathBuf,
        /// The format to write
        #[arg(long, value_name = "FORMAT", default_value = "pav")]
        to: FileFormat,
        /// Replace files that exist
        #[arg(long)]
        force: bool,
    },
    /// Masks as a COCO annotation file, or as a list of results
    #[command(after_help = "Example:\n  pavage annotations masks/*.png -o instances.json")]
    Annotations {
        /// Masks; those of one picture have its name, or its number and a dash and their own
        #[arg(required = true, value_name = "FILE")]
        inputs: Vec<PathBuf>,
        #[command(flatten)]
        output: OutputArgs,
        /// A list of results, each with a score of 1
        #[arg(long)]
        results: bool,
        /// Which colour is the object
        #[arg(long, default_value = "white")]
        object: ObjectColour,
    },
}

fn modes() -> impl TypedValueParser<Value = Mode> {
    PossibleValuesParser::new(Mode::ALL.map(Mode::name))
        .try_map(|name| Mode::parse(&name).ok_or("an unknown mode"))
}

fn effort(text: &str) -> Result<Effort, String> {
    let level = text.parse().ok().and_then(Effort::new);
    level.ok_or_else(|| "choose 0 to 9".to_owned())
}

#[derive(Args, Debug)]
pub(crate) struct BatchArgs {
    /// Pictures, and folders whose pictures are all taken; - is standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) inputs: Vec<PathBuf>,
    /// The file to write, or the folder if there are several or it ends with /; - is standard output
    #[arg(short, long, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,
    /// Replace files that exist
    #[arg(long)]
    pub(crate) force: bool,
    /// Leave files that exist as they are
    #[arg(long, conflicts_with = "force")]
    pub(crate) skip_existing: bool,
    /// Do not say from how much to how much
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct StripArg {
    /// Leave out colour profile, camera data and text
    #[arg(long)]
    pub(crate) strip: bool,
}

#[derive(Debug, thiserror::Error)]
#[error("standard output does not say which format to write")]
pub(crate) struct FormatUnknown;

/// Where one result goes: a file, or standard output.
#[derive(Args, Clone, Debug)]
pub(crate) struct OutputArgs {
    /// The file to write, instead of standard output
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    path: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
}

impl OutputArgs {
    /// The file, unless it is standard output.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.path.as_deref().filter(|path| !is_standard(path))
    }

    /// Whether a result may be written, asked before any work.
    pub(crate) fn check(&self, input: &Path) -> anyhow::Result<()> {
        self.file()
            .map_or(Ok(()), |path| check_output(input, path, self.force))
    }

    /// The format asked for, or that of the file's extension.
    pub(crate) fn format(&self, asked: Option<FileFormat>) -> anyhow::Result<FileFormat> {
        match (asked, self.file()) {
            (Some(format), _) => Ok(format),
            (None, Some(path)) => FileFormat::from_extension(path),
            (None, None) => Err(FormatUnknown.into()),
        }
    }

    pub(crate) fn format_or_png(&self) -> anyhow::Result<FileFormat> {
        self.file().map_or(
            Ok(FileFormat::Raster(RasterFormat::Png)),
            FileFormat::from_extension,
        )
    }

    pub(crate) fn write(&self, bytes: &[u8], format: FileFormat) -> anyhow::Result<()> {
        match self.file() {
            Some(path) => write(path, bytes, format, self.force),
            None => write_standard(bytes, format),
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum ObjectColour {
    White,
    Black,
}

impl ObjectColour {
    pub(crate) fn to_bit(self) -> Bit {
        match self {
            Self::White => Bit::White,
            Self::Black => Bit::Black,
        }
    }
}
