//! `croupier plan N -- COMMAND`: a script that plays a run in parts on a scheduler.

use super::Outcome;
use super::args::{Cli, Engine, PlanArgs};
use super::error::Failure;
use super::help::WHOLE;
use super::keep::words;
use super::output::written_as;
use super::program::Program;
use super::{Done, progress, run_command};
use crate::framework::settings::shown;
use crate::report::Output;
use clap::FromArgMatches;
use std::ffi::OsString;
use std::path::Path;

/// The number of attempts for each part.
const TRIES: u32 = 4;
/// The default image and volume claim for Kubernetes.
const IMAGE: &str = "croupier:latest";
const CLAIM: &str = "croupier";

pub fn run(args: &PlanArgs, program: &Program, line: &clap::Command) -> Outcome {
    let plan = Plan::new(args, program, line)?;
    let script = match args.engine {
        Engine::Parallel => plan.parallel(),
        Engine::Slurm => plan.slurm(),
        Engine::Kubernetes => plan.kubernetes(),
    };
    program.caller.write(|out| out.write_all(script.as_bytes()))?;
    Ok(Done::Whole)
}

/// The pieces of a script.
struct Plan<'a> {
    program: &'a str,
    parts: u64,
    /// The folder of the parts, quoted.
    folder: String,
    /// A line that no other plan has, quoted.
    named: String,
    /// The command of a part without its number, quoted.
    command: String,
    /// The arguments of `merge` after the parts, quoted.
    merge: String,
    image: &'a str,
    claim: &'a str,
}

fn refuse<T>(why: impl Into<String>) -> Result<T, Failure> {
    Err(Failure::Usage(why.into()))
}

/// A word, quoted for a shell.
fn quoted(word: &str) -> Result<String, Failure> {
    match shlex::try_quote(word) {
        Ok(word) => Ok(word.into_owned()),
        Err(_) => refuse(format!("`{}` cannot be a word of a script", shown(word))),
    }
}

fn all_quoted(words: &[String]) -> Result<String, Failure> {
    Ok(words.iter().map(|word| quoted(word)).collect::<Result<Vec<_>, _>>()?.join(" "))
}

impl<'a> Plan<'a> {
    fn new(
        args: &'a PlanArgs,
        program: &'a Program,
        line: &clap::Command,
    ) -> Result<Plan<'a>, Failure> {
        let opened = words::open(&args.command);
        let mut words: &[String] = &opened;
        if words.first().is_some_and(|word| *word == program.name) {
            words = &words[1..];
        }
        if words::value(words, "--shard").is_some() {
            return refuse("--shard is what a plan gives to each part; leave it out");
        }
        if words::value(words, "--checkpoint").is_some() {
            return refuse("--checkpoint is what a plan gives to each part; leave it out");
        }
        if words::value(words, "--threads").is_some() {
            return refuse(
                "--threads is what a plan gives to each part, as many as its engine has; leave it out",
            );
        }
        let bare = words::deciding(words);
        let mut command = bare.clone();
        command.extend(words::value(words, "--every").map(|every| format!("--every={every}")));
        // Parsed like a part, so that bad options are refused here, before any machine is used.
        let kept = ["--shard=1/1", "--out=1.shard", "--checkpoint=1.state", "--quiet"];
        let kept = kept.map(str::to_owned);
        let parse = |words: &[String]| {
            let all = std::iter::once(&program.name).chain(words);
            let found = line.clone().try_get_matches_from(all.map(OsString::from));
            let parsed = found.and_then(|found| {
                let named = found.subcommand().map(|(name, _)| name.to_owned());
                Ok((Cli::from_arg_matches(&found)?, named.unwrap_or_default()))
            });
            parsed.map_err(|error| {
                let text = error.to_string();
                let why = text.trim_start_matches("error: ").trim_end().to_owned();
                Failure::Usage(format!("this command cannot be played in parts: {why}"))
            })
        };
        // Some commands do not have the options of a part.
        if parse(&bare)?.0.command.kept().is_none() {
            return refuse("this command plays no rounds, and cannot be played in parts");
        }
        let (parsed, name) = parse(&[&command[..], &kept].concat())?;
        if WHOLE.contains(&name.as_str()) {
            return refuse(
                "what this command tries next depends on what it has found, so it cannot be played \
                 in parts",
            );
        }
        match parsed.command.kept() {
            Some(kept) if kept.rounds.is_none() => {
                return refuse("only a run of --rounds can be played in parts: add --rounds N");
            }
            _ => {}
        }
        // On Kubernetes the parts are merged elsewhere.
        let merges_here = args.engine != Engine::Kubernetes;
        run_command(&parsed.command, &program.rehearsing(merges_here), line)?;
        command.extend(words.iter().find(|word| *word == "--quiet").cloned());
        let merge: Vec<String> = match words::value(words, "--out") {
            Some(out) => {
                written_as(Path::new(&out))?;
                if merges_here {
                    let mut output = Output::new(progress::scratch(), &[]);
                    output.file(Path::new(&out), true)?;
                }
                vec!["--out".to_owned(), out]
            }
            None => Vec::new(),
        };
        let kubernetes = args.engine == Engine::Kubernetes;
        if let (false, Some(option)) = (kubernetes, args.of_kubernetes()) {
            return refuse(format!("{option} is for --engine kubernetes; leave it out"));
        }
        let folder = args.parts_in.to_str().ok_or_else(|| {
            Failure::Usage("--parts-in: a folder in a script is named in UTF-8".to_owned())
        })?;
        let command = all_quoted(&command)?;
        let named = format!("{} parts of {} {command}", args.parts, program.name);
        Ok(Plan {
            program: &program.name,
            parts: args.parts,
            named: quoted(&named)?,
            // A leading `-` would make it an option.
            folder: quoted(&match folder.starts_with('-') {
                true => format!("./{folder}"),
                false => folder.to_owned(),
            })?,
            command,
            merge: all_quoted(&merge)?,
            image: args.image.as_deref().unwrap_or(IMAGE),
            claim: args.claim.as_deref().unwrap_or(CLAIM),
        })
    }

    /// The script that plays part `$i`, or resumes it.
    fn part(&self) -> String {
        let Plan { program, parts, folder, command, .. } = self;
        format!(
            "part={folder}/part-$i.shard\n\
             state={folder}/part-$i.state\n\
             if [ -e \"$part\" ]; then exit 0; fi\n\
             if [ -e \"$state\" ]; then exec {program} resume \"$state\"; fi\n\
             exec {program} {command} --shard \"$i/{parts}\" --out \"$part\" --checkpoint \"$state\""
        )
    }

    /// The script that creates the folder of the parts, and refuses a folder with the parts of
    /// another plan, which would be taken for this plan's. `job` is the suffix of the draft file,
    /// unique among jobs that do so at the same time.
    fn claims(&self, job: &str) -> String {
        let Plan { folder, named, .. } = self;
        format!(
            "mkdir -p {folder}\n\
             plan={named}\n\
             if [ ! -e {folder}/plan ]; then\n\
             \x20   printf '%s\\n' \"$plan\" > {folder}/plan{job} && mv {folder}/plan{job} {folder}/plan\n\
             fi\n\
             if [ \"$(cat {folder}/plan)\" != \"$plan\" ]; then\n\
             \x20   echo {folder}' holds '\"$(cat {folder}/plan)\"'; remove it, or name another folder with \
             --parts-in' >&2\n\
             \x20   exit 2\n\
             fi"
        )
    }

    fn merged(&self) -> String {
        let Plan { program, folder, merge, .. } = self;
        let rest = if merge.is_empty() { String::new() } else { format!(" {merge}") };
        format!("{program} merge {folder}{rest}")
    }

    fn parallel(&self) -> String {
        let Plan { parts, folder, .. } = self;
        let (part, claims) = (self.part(), self.claims(".new"));
        let merged = self.merged();
        let again = TRIES - 1;
        format!(
            "#!/bin/sh\n\
             # {parts} parts with GNU parallel. A part that is killed is tried again, up to {again} times, \
             from\n\
             # where its state was kept; run the script again after a crash, and it goes on.\n\
             set -eu\n\
             {claims}\n\
             cat > {folder}/part.sh <<'PART'\n\
             i=$1\n\
             {part} --threads 1\n\
             PART\n\
             seq {parts} | parallel -q --retries {TRIES} --joblog {folder}/jobs.log sh {folder}/part.sh\n\
             {merged}\n"
        )
    }

    fn slurm(&self) -> String {
        let Plan { parts, folder, .. } = self;
        let (part, claims) = (self.part(), self.claims(".new"));
        let merged = self.merged();
        let again = TRIES - 1;
        format!(
            "#!/bin/sh\n\
             # {parts} parts as a Slurm array, and a merge that waits for all of them. A task that fails is\n\
             # put back into the queue, up to {again} times, and goes on from where its state was kept.\n\
             set -eu\n\
             {claims}\n\
             cat > {folder}/part.sh <<'PART'\n\
             i=$1\n\
             {part} --threads \"${{SLURM_CPUS_PER_TASK:-1}}\"\n\
             PART\n\
             cat > {folder}/array.sh <<'ARRAY'\n\
             #!/bin/sh\n\
             #SBATCH --requeue --open-mode=append\n\
             sh {folder}/part.sh \"$SLURM_ARRAY_TASK_ID\" && exit 0\n\
             status=$?\n\
             if [ \"$status\" -ne 2 ] && [ \"${{SLURM_RESTART_COUNT:-0}}\" -lt {again} ]; then\n\
             \x20   scontrol requeue \"${{SLURM_ARRAY_JOB_ID}}_${{SLURM_ARRAY_TASK_ID}}\"\n\
             fi\n\
             exit \"$status\"\n\
             ARRAY\n\
             cat > {folder}/merge.sh <<'MERGE'\n\
             #!/bin/sh\n\
             exec {merged}\n\
             MERGE\n\
             # Only some of them again, such as sbatch --array=3,17: as `merge` names what is missing.\n\
             job=$(sbatch --parsable --array=\"${{1:-1-{parts}}}\" --output={folder}/part-%a.log \
             {folder}/array.sh)\n\
             # A cluster that is one of several names itself after the number.\n\
             sbatch --dependency=\"afterok:${{job%%;*}}\" --kill-on-invalid-dep=yes \
             --output={folder}/answer.txt --error={folder}/merge.log {folder}/merge.sh\n"
        )
    }

    fn kubernetes(&self) -> String {
        let Plan { program, parts, image, claim, .. } = self;
        let text = |text: &str| serde_json::Value::from(text).to_string();
        let part = text(&format!(
            "i=$((JOB_COMPLETION_INDEX + 1))\n{}\n{} --threads 1\n",
            self.claims(".$i"),
            self.part()
        ));
        let (image, claim) = (text(image), text(claim));
        let (again, merged) = (TRIES - 1, self.merged());
        format!(
            "# {parts} parts as an Indexed Job. A pod that fails is started again, up to {again} times, and goes\n\
             # on from where its state was kept. Once the job is complete, where the volume is mounted:\n\
             #   {merged}\n\
             apiVersion: batch/v1\n\
             kind: Job\n\
             metadata:\n\
             \x20 name: {}\n\
             spec:\n\
             \x20 completions: {parts}\n\
             \x20 parallelism: {parts}\n\
             \x20 completionMode: Indexed\n\
             \x20 backoffLimitPerIndex: {again}\n\
             \x20 template:\n\
             \x20   spec:\n\
             \x20     restartPolicy: Never\n\
             \x20     containers:\n\
             \x20       - name: part\n\
             \x20         image: {image}\n\
             \x20         workingDir: /work\n\
             \x20         command: [\"sh\", \"-c\"]\n\
             \x20         args: [{part}]\n\
             \x20         resources:\n\
             \x20           requests: {{ cpu: \"1\" }}\n\
             \x20         volumeMounts:\n\
             \x20           - name: work\n\
             \x20             mountPath: /work\n\
             \x20     volumes:\n\
             \x20       - name: work\n\
             \x20         persistentVolumeClaim:\n\
             \x20           claimName: {claim}\n",
            name_of_a_job(program),
        )
    }
}

/// The program's name in the alphabet of Kubernetes names.
fn name_of_a_job(program: &str) -> String {
    let name: String = program
        .to_ascii_lowercase()
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .take(50)
        .collect();
    let name = name.trim_matches('-');
    if name.is_empty() { "run".to_owned() } else { name.to_owned() }
}
