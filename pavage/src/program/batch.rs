//! Converts many files in parallel with a progress bar.

use super::command::BatchArgs;
use super::conclude;
use super::file::{self, LoadedPicture, check_output, is_standard, load, write};
use super::file_format::FileFormat;
use super::hint::{HintedError, find_limit};
use anyhow::{Context, anyhow, bail};
use indicatif::{ParallelProgressIterator, ProgressBar, ProgressStyle};
use pavage::CodecLimits;
use pavage::raster::RasterFormat;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The jobs of one command, and the inputs that were refused before any work.
pub(crate) struct FileBatch {
    jobs: Vec<FileJob>,
    failures: Vec<anyhow::Error>,
    format: FileFormat,
    force: bool,
    quiet: bool,
}

struct FileJob {
    input: PathBuf,
    output: PathBuf,
}

impl FileBatch {
    /// Makes one job for each file and for each picture in each folder. The format is the one asked
    /// for, or that of the single output name, or PNG. Outputs that exist or clash, and folders
    /// that cannot be listed, are recorded as failures before any work.
    pub(crate) fn new(args: &BatchArgs, asked: Option<FileFormat>) -> anyhow::Result<Self> {
        let is_single = matches!(args.inputs.as_slice(), [only] if !only.is_dir());
        let single_output = args
            .output
            .as_deref()
            .filter(|output| is_standard(output) || is_single && !is_folder(output));
        let format = match (asked, single_output) {
            (Some(format), _) => format,
            (None, Some(output)) if !is_standard(output) => FileFormat::from_extension(output)?,
            (None, _) => FileFormat::Raster(RasterFormat::Png),
        };
        let mut batch = Self {
            jobs: Vec::new(),
            failures: Vec::new(),
            format,
            force: args.force,
            quiet: args.quiet || single_output.is_some_and(is_standard),
        };
        if let Some(output) = single_output {
            if !is_single {
                bail!("several inputs cannot be written to one file: give a folder");
            }
            batch.jobs.push(FileJob {
                input: args.inputs[0].clone(),
                output: output.to_owned(),
            });
        } else {
            batch.collect(args);
        }
        batch.remove_conflicts(args.skip_existing);
        Ok(batch)
    }

    /// The format of the output files.
    pub(crate) fn format(&self) -> FileFormat {
        self.format
    }

    fn collect(&mut self, args: &BatchArgs) {
        let mut found = FoundFiles::default();
        for input in &args.inputs {
            found.add(input, self.format);
        }
        self.failures.extend(found.failures);
        for (input, inside) in found.files {
            let output = match &args.output {
                Some(folder) => folder.join(&inside),
                None if is_standard(&input) => {
                    let error = anyhow!("standard input has no file name: give -o FILE or -o -");
                    self.failures.push(error);
                    continue;
                }
                None => input.clone(),
            };
            let output = output.with_extension(self.format.extension());
            self.jobs.push(FileJob { input, output });
        }
    }

    /// Removes jobs whose output is written twice, exists already or is an input.
    fn remove_conflicts(&mut self, skip_existing: bool) {
        let mut writers: BTreeMap<PathBuf, PathBuf> = BTreeMap::new();
        let jobs = std::mem::take(&mut self.jobs);
        for job in jobs {
            if let Some(first) = writers.get(&job.output) {
                self.failures.push(anyhow!(
                    "{}: its output {} is already written from {}",
                    job.input.display(),
                    job.output.display(),
                    first.display()
                ));
                continue;
            }
            match check_output(&job.input, &job.output, self.force) {
                Ok(()) => {
                    if !is_standard(&job.output) {
                        writers.insert(job.output.clone(), job.input.clone());
                    }
                    self.jobs.push(job);
                }
                Err(error) => match error.downcast_ref() {
                    Some(HintedError::OutputExists(_)) if skip_existing => {}
                    _ => self.failures.push(error),
                },
            }
        }
    }

    /// Runs every job; a failure is reported and does not stop the others.
    ///
    /// Parallel jobs divide the memory limit; a job that needs more than its share is repeated
    /// alone.
    pub(crate) fn run(
        mut self,
        limits: &CodecLimits,
        convert: impl Fn(&LoadedPicture, &CodecLimits) -> anyhow::Result<Vec<u8>> + Sync,
    ) -> anyhow::Result<()> {
        let all = self.jobs.len() + self.failures.len();
        let work = |job: &FileJob, limits: &CodecLimits| self.run_job(job, limits, &convert);
        let mut results: Vec<anyhow::Result<String>> = match self.jobs.as_slice() {
            [only] => vec![work(only, limits)],
            jobs => {
                let bar = progress(jobs.len() as u64);
                let share = limits.share(rayon::current_num_threads());
                let jobs = jobs.par_iter().progress_with(bar.clone());
                let results = jobs.map(|job| work(job, &share)).collect();
                bar.finish_and_clear();
                results
            }
        };
        for (result, job) in results.iter_mut().zip(&self.jobs) {
            if result
                .as_ref()
                .is_err_and(|error| find_limit(error).is_some())
            {
                *result = work(job, limits);
            }
        }
        for result in results {
            match result {
                Ok(line) if !self.quiet => file::print(&line)?,
                Ok(_) => {}
                Err(error) => self.failures.push(error),
            }
        }
        conclude(self.failures, all)
    }

    /// Converts one file and returns a line with its size before and after.
    fn run_job(
        &self,
        job: &FileJob,
        limits: &CodecLimits,
        convert: &impl Fn(&LoadedPicture, &CodecLimits) -> anyhow::Result<Vec<u8>>,
    ) -> anyhow::Result<String> {
        let FileJob { input, output } = job;
        let loaded = load(input, limits)?;
        let bytes = convert(&loaded, limits).with_context(|| file::name(input))?;
        if let Some(folder) = output.parent() {
            fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        write(output, &bytes, self.format, self.force)?;
        let (before, after) = (loaded.file.len(), bytes.len());
        let share = 100.0 * after as f64 / before.max(1) as f64;
        let (input, output) = (file::name(input), output.display());
        Ok(format!(
            "{input}: {before} bytes to {output}: {after} bytes ({share:.0} %)\n"
        ))
    }
}

/// Whether an output path is a folder: an existing one, or any path that ends with a separator.
fn is_folder(path: &Path) -> bool {
    let ends_with_slash = path
        .as_os_str()
        .as_encoded_bytes()
        .last()
        .is_some_and(|&last| std::path::is_separator(char::from(last)));
    ends_with_slash || path.is_dir()
}

/// A progress bar on standard error, hidden unless that is a terminal.
fn progress(length: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} files, {eta} left")
        .expect("the template is valid");
    ProgressBar::new(length).with_style(style)
}

/// Input files, each with its path relative to the folder it was found in.
#[derive(Default)]
struct FoundFiles {
    files: Vec<(PathBuf, PathBuf)>,
    failures: Vec<anyhow::Error>,
    /// Canonical paths of the folders being listed, to detect loops of symbolic links.
    open: Vec<PathBuf>,
}

impl FoundFiles {
    /// Adds a file, or every picture in a folder that is not yet in the output format.
    fn add(&mut self, input: &Path, format: FileFormat) {
        if input.is_dir() {
            self.add_folder(input, Path::new(""), format);
        } else {
            let name = input.file_name().unwrap_or(input.as_os_str());
            self.files.push((input.to_owned(), name.into()));
        }
    }

    fn add_folder(&mut self, folder: &Path, inside: &Path, format: FileFormat) {
        if let Err(error) = self.list_folder(folder, inside, format) {
            self.failures
                .push(error.context(folder.display().to_string()));
        }
    }

    fn list_folder(
        &mut self,
        folder: &Path,
        inside: &Path,
        format: FileFormat,
    ) -> anyhow::Result<()> {
        let own = fs::canonicalize(folder)?;
        if self.open.contains(&own) {
            bail!("symbolic links form a loop back to {}", own.display());
        }
        let entries = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
        let mut paths = entries.collect::<Result<Vec<_>, _>>()?;
        paths.sort_unstable();
        self.open.push(own);
        for path in paths {
            let inside = inside.join(path.file_name().unwrap_or_default());
            if path.is_dir() {
                self.add_folder(&path, &inside, format);
            } else if is_wanted(&path, format) {
                self.files.push((path, inside));
            }
        }
        self.open.pop();
        Ok(())
    }
}

/// Whether a file of a folder is an input: encoding takes every picture but `.pav`, other formats
/// take `.pav` only.
fn is_wanted(path: &Path, format: FileFormat) -> bool {
    FileFormat::from_extension(path).is_ok_and(|found| {
        found.is_read() && (found == FileFormat::Pav) != (format == FileFormat::Pav)
    })
}
