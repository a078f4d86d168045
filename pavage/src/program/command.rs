//! The command-line arguments, parsed by clap.

use super::file::{check_output, is_standard, write, write_standard};
use super::file_format::FileFormat;
use super::hint::HintedError;
use super::label_maps::LabelFormat;
use super::terminal::TerminalGraphics;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use pavage::Bit;
use pavage::CodecLimits;
use pavage::pav::{Effort, Mode};
use pavage::raster::RasterFormat;
use std::path::{Path, PathBuf};

#[derive(Debug, Parser)]
#[command(
    name = "pavage",
    version,
    about = "Lossless codec for pictures with few colours: boards, pixel art, diagrams, QR codes, masks",
    long_about = "Lossless codec for pictures with few colours: boards, pixel art, diagrams, QR codes, masks.\n\
                  Photographs are supported, but other formats make them smaller.",
    after_help = EXAMPLES,
    arg_required_else_help = true
)]
pub(crate) struct PavageArgs {
    #[command(subcommand)]
    pub(crate) command: PavageCommand,
    /// Refuse pictures with more pixels; K, M and G stand for 2^10, 2^20 and 2^30
    #[arg(long, global = true, help_heading = "Limits")]
    #[arg(value_name = "N", default_value = "256M", value_parser = size)]
    max_pixels: u64,
    /// Refuse operations that need more bytes of memory in total
    #[arg(long, global = true, help_heading = "Limits")]
    #[arg(value_name = "BYTES", default_value = "1G", value_parser = size)]
    max_memory: u64,
}

impl PavageArgs {
    pub(crate) fn limits(&self) -> CodecLimits {
        CodecLimits {
            pixels: self.max_pixels,
            memory: self.max_memory,
        }
    }
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
    size.ok_or_else(|| "expected a whole number, optionally followed by K, M or G".to_owned())
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
    /// Encode pictures as .pav files, each next to its source or in the folder of -o
    #[command(
        after_help = "Examples:\n  pavage encode board.png\n  pavage encode a.png b.gif scans/ -o packed/"
    )]
    Encode(EncodeArgs),
    /// Decode .pav files to pictures
    #[command(
        after_help = "Examples:\n  pavage decode board.pav\n  pavage decode packed/ --to bmp -o out/"
    )]
    Decode(DecodeArgs),
    /// Convert one picture to another format, to standard output without -o
    #[command(
        after_help = "Examples:\n  pavage convert board.pav -o board.svg\n  pavage convert mask.png --to coco-list --object black"
    )]
    Convert(ConvertArgs),
    /// Print size, samples, mode, rectangles, runs and file sizes
    Info {
        /// Pictures in any readable format
        #[arg(required = true)]
        inputs: Vec<PathBuf>,
    },
    /// Print the run lengths of the black-and-white picture as [columns, counts]
    Runs(FileArgs),
    /// Print the greedy cover as [ha, la, rectangles]
    Rectangles(FileArgs),
    /// Convert to black and white: white where the mean of the levels is 128 or more
    Bw(FileArgs),
    /// Convert to eight colours: each level becomes 0 or 255
    EightColours(FileArgs),
    /// Draw the greedy cover with each rectangle outlined, in the terminal or to a file
    Show(ShowArgs),
    /// Write each object of a COCO annotation file or result list as a mask
    #[command(after_help = "Example:\n  pavage masks instances.json -o masks/ --to png")]
    Masks(MasksArgs),
    /// Write masks as a COCO annotation file, or as a list of results
    #[command(after_help = "Example:\n  pavage annotations masks/*.png -o instances.json")]
    Annotations(AnnotationsArgs),
    /// Convert labelled pictures between COCO, Label Studio and folders of label maps
    #[command(
        after_help = "Examples:\n  pavage labels instances.json --to pav -o maps/\n  pavage labels maps/ --to label-studio -o tasks.json"
    )]
    Labels(LabelsArgs),
}

#[derive(Args, Debug)]
pub(crate) struct EncodeArgs {
    #[command(flatten)]
    pub(crate) batch: BatchArgs,
    /// Use only the modes that encode and decode fast
    #[arg(long, conflicts_with = "smallest")]
    pub(crate) fast: bool,
    /// Choose the smallest file, however slow to encode and decode
    #[arg(long)]
    pub(crate) smallest: bool,
    /// Take grey pictures as label maps: their levels are numbers without order
    #[arg(long, conflicts_with_all = ["fast", "smallest", "mode"])]
    pub(crate) labels: bool,
    /// Use this mode instead of choosing one by size and decoding time
    #[arg(long, value_name = "MODE", value_parser = modes(), conflicts_with_all = ["fast", "smallest"])]
    pub(crate) mode: Option<Mode>,
    #[command(flatten)]
    pub(crate) strip: StripArg,
}

impl EncodeArgs {
    pub(crate) fn effort(&self) -> Effort {
        match (self.fast, self.smallest) {
            (true, _) => Effort::Fast,
            (_, true) => Effort::Smallest,
            _ => Effort::Default,
        }
    }
}

#[derive(Args, Debug)]
pub(crate) struct DecodeArgs {
    #[command(flatten)]
    pub(crate) batch: BatchArgs,
    /// Format to write; by default that of the extension of -o, or png
    #[arg(long, value_name = "FORMAT", value_parser = FileFormat::parser())]
    pub(crate) to: Option<FileFormat>,
    #[command(flatten)]
    pub(crate) strip: StripArg,
}

#[derive(Args, Debug)]
pub(crate) struct ConvertArgs {
    /// Picture to read: .pav, PNG, BMP, GIF, PNM, JPEG, WebP, TIFF or JSON; - is standard input
    pub(crate) input: PathBuf,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// Format to write; by default that of the extension of -o
    #[arg(long, value_name = "FORMAT", value_parser = FileFormat::parser())]
    pub(crate) to: Option<FileFormat>,
    /// Colour of the object in a COCO mask
    #[arg(long, default_value = "white", value_parser = colours())]
    pub(crate) object: Bit,
    #[command(flatten)]
    pub(crate) strip: StripArg,
}

#[derive(Args, Debug)]
pub(crate) struct MasksArgs {
    /// JSON file: {\"images\", \"annotations\"}, or a list of results
    pub(crate) input: PathBuf,
    /// Folder to write to; each file is named IMAGE-NUMBER
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: PathBuf,
    /// Format to write
    #[arg(long, value_name = "FORMAT", default_value = "pav", value_parser = FileFormat::parser())]
    pub(crate) to: FileFormat,
    /// Replace existing files
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Args, Debug)]
pub(crate) struct AnnotationsArgs {
    /// Mask files; the name up to the last dash is that of the picture
    #[arg(required = true, value_name = "FILE")]
    pub(crate) inputs: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// Write a list of results, each with a score of 1
    #[arg(long)]
    pub(crate) results: bool,
    /// Colour of the object
    #[arg(long, default_value = "white", value_parser = colours())]
    pub(crate) object: Bit,
}

#[derive(Args, Debug)]
pub(crate) struct LabelsArgs {
    /// A COCO annotation file, a list of tasks of Label Studio, or label maps and folders of them
    #[arg(required = true, value_name = "FILE")]
    pub(crate) inputs: Vec<PathBuf>,
    /// Folder of label maps, or JSON file, to write
    #[arg(short, long, value_name = "PATH")]
    pub(crate) output: PathBuf,
    /// Format to write
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: LabelFormat,
    /// The levels of label maps number the objects of each picture, not their categories
    #[arg(long)]
    pub(crate) objects: bool,
    /// Replace existing files
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Args, Debug)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) file: FileArgs,
    /// Graphics protocol of the terminal; by default guessed from the environment
    #[arg(long = "as", value_name = "PROTOCOL", conflicts_with = "path")]
    pub(crate) graphics: Option<TerminalGraphics>,
}

fn modes() -> impl TypedValueParser<Value = Mode> {
    PossibleValuesParser::new(Mode::ALL.map(Mode::name))
        .try_map(|name| Mode::parse(&name).ok_or("an unknown mode"))
}

fn colours() -> impl TypedValueParser<Value = Bit> {
    PossibleValuesParser::new(["white", "black"]).map(|name| match name.as_str() {
        "black" => Bit::Black,
        _ => Bit::White,
    })
}

#[derive(Args, Debug)]
pub(crate) struct FileArgs {
    /// Picture to read; - is standard input
    pub(crate) input: PathBuf,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Args, Debug)]
pub(crate) struct BatchArgs {
    /// Pictures, and folders that are searched for pictures; - is standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) inputs: Vec<PathBuf>,
    /// File to write, or a folder if there are several inputs or it ends with /; - is standard
    /// output
    #[arg(short, long, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,
    /// Replace existing files
    #[arg(long)]
    pub(crate) force: bool,
    /// Skip inputs whose output file exists
    #[arg(long, conflicts_with = "force")]
    pub(crate) skip_existing: bool,
    /// Do not print the sizes before and after
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct StripArg {
    /// Omit colour profile, Exif and text
    #[arg(long)]
    pub(crate) strip: bool,
}

/// The destination of a single result: a file or standard output.
#[derive(Args, Clone, Debug)]
pub(crate) struct OutputArgs {
    /// File to write instead of standard output
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    path: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
}

impl OutputArgs {
    /// The output file, or `None` for standard output.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.path.as_deref().filter(|path| !is_standard(path))
    }

    /// Checks before any work that the output may be written.
    pub(crate) fn check(&self, input: &Path) -> anyhow::Result<()> {
        self.file()
            .map_or(Ok(()), |path| check_output(input, path, self.force))
    }

    /// The format asked for, or that of the extension of the output file.
    pub(crate) fn format(&self, asked: Option<FileFormat>) -> Result<FileFormat, HintedError> {
        match (asked, self.file()) {
            (Some(format), _) => Ok(format),
            (None, Some(path)) => FileFormat::from_extension(path),
            (None, None) => Err(HintedError::FormatUnknown),
        }
    }

    pub(crate) fn format_or_png(&self) -> Result<FileFormat, HintedError> {
        let png = FileFormat::Raster(RasterFormat::Png);
        self.file().map_or(Ok(png), FileFormat::from_extension)
    }

    pub(crate) fn write(&self, bytes: &[u8], format: FileFormat) -> anyhow::Result<()> {
        match self.file() {
            Some(path) => write(path, bytes, format, self.force),
            None => write_standard(bytes, format),
        }
    }
}
