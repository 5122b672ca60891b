//! Which packages patterns mean, without loading them.

use std::process::Command;

use crate::error::LoadError;
use crate::loader::Loader;
use crate::request::Request;
use crate::subprocess::{self, Limits};
use crate::toolchain::GoCommand;

impl Loader {
    /// The import paths of the packages that a request names, in Go's order. Of patterns that name files, those files are one
    /// package, and have no path.
    pub fn packages(&self, request: &Request) -> Result<Vec<String>, LoadError> {
        let go = GoCommand::find(&self.environment)?;
        let mut command = Command::new(&go.path);
        command.args(["list", "-e", "-f", "{{.ImportPath}}"]);
        if !request.tags.is_empty() {
            command.arg("-tags").arg(request.tags.join(","));
        }
        command.arg("--").args(&request.patterns);
        command.current_dir(&request.dir).env_clear().envs(self.environment.iter());
        let limits = Limits { interrupt: self.interrupt(), deadline: None, slow: None };
        let output = subprocess::run(command, &limits)
            .map_err(|failure| LoadError::unfinished(failure, &go.path, request.timeout))?;
        if !output.status.success() {
            let text = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
            return Err(LoadError::GoFailed { command: format!("{} list", go.path.display()), text });
        }
        let text = String::from_utf8_lossy(&output.stdout);
        Ok(text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect())
    }
}
