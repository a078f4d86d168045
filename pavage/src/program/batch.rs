//! Several files at once, on every core, with a progress bar.

use super::command::BatchArgs;
use super::file::{Format, limit_of, read_picture, write};
use super::report;
use anyhow::{Context, bail};
use indicatif::{ParallelProgressIterator, ProgressBar, ProgressStyle};
use pavage::Picture;
use pavage::limits::Limits;
use pavage::raster::Raster;
use rayon::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};

/// Files to read, and what each becomes.
#[derive(Debug)]
pub(crate) struct Batch {
    tasks: Vec<(PathBuf, PathBuf)>,
    format: Format,
    force: bool,
}

impl Batch {
    /// One task for each file, and for each picture in each folder. Unless a format is asked for, it
    /// is that of the single file to write, or PNG.
    pub(crate) fn new(args: &BatchArgs, asked: Option<Format>) -> anyhow::Result<Self> {
        let format = asked.unwrap_or(Format::Raster(Raster::Png));
        let mut inputs = Vec::new();
        for input in &args.inputs {
            collect(input, format, &mut inputs)?;
        }
        let is_single = matches!(args.inputs.as_slice(), [only] if !only.is_dir());
        let (format, tasks) = match &args.output {
            Some(output) if is_single && !output.is_dir() => {
                let format = if format == Format::Pav {
                    format
                } else {
                    Format::of(output)?
                };
                (format, vec![(args.inputs[0].clone(), output.clone())])
            }
            folder => {
                let target = |(input, inside): (PathBuf, PathBuf)| {
                    let output = folder
                        .as_ref()
                        .map_or(input.clone(), |folder| folder.join(inside));
                    (input, output.with_extension(format.extension()))
                };
                (format, inputs.into_iter().map(target).collect())
            }
        };
        let batch = Self {
            tasks,
            format,
            force: args.force,
        };
        batch.refuse_clashes()?;
        Ok(batch)
    }

    /// The format of the files to write.
    pub(crate) fn format(&self) -> Format {
        self.format
    }

    fn refuse_clashes(&self) -> anyhow::Result<()> {
        let mut outputs: Vec<&Path> = self
            .tasks
            .iter()
            .map(|(_, output)| output.as_path())
            .collect();
        outputs.sort_unstable();
        match outputs.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => bail!("two pictures would be written to {}", pair[0].display()),
            None => Ok(()),
        }
    }

    /// Does every task; one that fails is reported and does not stop the others.
    ///
    /// Files done at once share the memory; one that needs more than its share is done alone
    /// afterwards.
    pub(crate) fn run(
        &self,
        limits: &Limits,
        convert: impl Fn(&Picture, &Limits) -> anyhow::Result<Vec<u8>> + Sync,
    ) -> anyhow::Result<()> {
        let task = |(input, output): &(PathBuf, PathBuf), limits: &Limits| {
            if let Some(folder) = output.parent() {
                fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
            }
            let picture = read_picture(input, limits)?;
            let bytes = convert(&picture, limits).with_context(|| input.display().to_string())?;
            write(output, &bytes, self.force)
        };
        if let [only] = self.tasks.as_slice() {
            return task(only, limits);
        }
        let bar = progress(self.tasks.len() as u64);
        let share = limits.share(rayon::current_num_threads());
        let results: Vec<_> = self
            .tasks
            .par_iter()
            .progress_with(bar.clone())
            .map(|both| task(both, &share))
            .collect();
        bar.finish_and_clear();
        let results = results
            .into_iter()
            .zip(&self.tasks)
            .map(|(result, both)| match result {
                Err(error) if limit_of(&error).is_some() => task(both, limits),
                other => other,
            });
        let failures: Vec<_> = results.filter_map(Result::err).collect();
        failures.iter().for_each(report);
        match failures.len() {
            0 => Ok(()),
            failed => bail!("{failed} of {} files failed", self.tasks.len()),
        }
    }
}

/// A bar on standard error, drawn only at a terminal.
fn progress(length: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} files, {eta} left")
        .expect("a template that indicatif knows");
    ProgressBar::new(length).with_style(style)
}

/// A file as it is; of a folder, every file that can be read and is not yet of the format, each with
/// its path inside.
fn collect(
    input: &Path,
    format: Format,
    found: &mut Vec<(PathBuf, PathBuf)>,
) -> anyhow::Result<()> {
    if input.is_dir() {
        return collect_folder(input, Path::new(""), format, found);
    }
    let name = input
        .file_name()
        .with_context(|| format!("{} is no file", input.display()))?;
    found.push((input.to_owned(), name.into()));
    Ok(())
}

fn collect_folder(
    folder: &Path,
    inside: &Path,
    format: Format,
    found: &mut Vec<(PathBuf, PathBuf)>,
) -> anyhow::Result<()> {
    let place = || folder.display().to_string();
    let entries = fs::read_dir(folder).with_context(place)?;
    let mut paths = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>();
    paths
        .as_mut()
        .ok()
        .into_iter()
        .for_each(|paths| paths.sort_unstable());
    for path in paths.with_context(place)? {
        let inside = inside.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            collect_folder(&path, &inside, format, found)?;
        } else if is_wanted(&path, format) {
            found.push((path, inside));
        }
    }
    Ok(())
}

/// Encoding takes every picture but .pav files, decoding takes .pav files.
fn is_wanted(path: &Path, format: Format) -> bool {
    Format::of(path)
        .is_ok_and(|found| found.is_read() && (found == Format::Pav) != (format == Format::Pav))
}
