// Messages of tools that run commands. They show where a job stood, never why it failed.

/** Matched at the beginning of a line. Exit codes with a meaning of their own are excluded (`TELLING_CODE`). */
const RUNNERS = [
  /^(?:Error: )?(?:Process completed with exit code|script returned exit code|Exited with code exit status) \d/,
  /^(?:Error: )?The process '.{1,300}' failed with exit code \d/,
  /^(?:Bash|PowerShell|Cmd\.exe) exited with code '\d/,
  /^ERROR: Job failed: exit code \d|^Done\. Your build exited with \d|^The command ".{1,300}" exited with \d/,
  /^[\w.-]{1,80} exited with code \d/
]

const JVM = [
  /^> Process 'command '.{1,300}'' finished with non-zero exit value \d/,
  /^\[INFO\] --- \S|^\[(?:INFO|ERROR)\] [\w .:-]{1,200} \.{2,100} FAILURE|^\[ERROR\] {2,9}mvn <args>/
]

const SCRIPTS = [
  /^npm (?:ERR!|error) (?:command|path|workspace|location|errno \d|code (?:\d|ELIFECYCLE)|Exit status|Lifecycle script|Failed at the|Test failed\.|This is probably not)/,
  /^npm (?:ERR!|error) \S{1,200}@\S{1,60} [\w:.-]{1,100}: `/,
  /^\s{0,4}ELIFECYCLE\s{1,4}(?:Test|Command) failed/,
  /^[a-z@.][\w@./-]{0,100} [a-z][\w:.-]{0,60}(?:\$ \S|: Failed$)/,
  /^(?:\[\d\d:\d\d:\d\d\] )?(?:Error: |error )Command failed with exit code \d/,
  /^\S{1,200}:\S{1,100}: ERROR: command finished with error: command \(/,
  /^[^\s#]{1,200}#\S{1,100}: command \([^()]{1,300}\) .{1,300} exited \(\d|^\s{0,2}Failed:\s{1,6}\S{1,200}#\S{1,100}$/,
  /^\s{0,2}ERROR\s{1,4}run failed: command\s{1,4}exited \(\d/,
  /^\s{0,4}(?:> )?NX\s{2,4}R(?:an|unning) targets? \S|^[✖✗]\s{1,3}nx run \S|^- [\w@/.-]{1,100}:[\w:-]{1,100}$/,
  /^lerna ERR! npm run \S{1,100} (?:exited \d|std(?:out|err):)/,
  /^Script .{1,200} handling the \S{1,60} event returned with error code \d/,
  /^(?:\[\d\d:\d\d:\d\d\] )?'[\w:.-]{1,100}' errored after /,
  /^Warning: Task "[^"]{1,100}" failed\. Use --force|^Aborted due to warnings|^Running "[^"]{1,100}" \(\S{1,60}\) task/
]

const BUILDS = [
  /^\S{0,40}make(?:\[\d{1,3}\])?: (?:\*\*\* .{1,300} Error \d|(?:Entering|Leaving) directory |Target .{1,100} not remade)/,
  /^ninja: build stopped: subcommand failed/,
  /^ERROR: \S{1,300}\/BUILD(?:\.bazel)?:\d{1,6}:\d{1,6}: (?:Executing genrule|Action) .{1,300} failed: \(Exit \d/,
  /^Target \/\/\S{1,200} failed to build|^(?:FAILED|ERROR): Build did NOT complete/,
  /^error: [Rr]ecipe `[^`]{1,100}` failed (?:on line \d{1,6} )?with exit code \d/,
  /^task: (?:\[[^\]]{1,100}\] |Failed to run task "[^"]{1,100}": (?:task: .{1,300}: )?exit status \d)/,
  /^\[cargo-make\] (?:INFO|WARN|ERROR) - (?:Running Task|Execute Command|Error while executing command, exit code|Build Failed)/,
  /: error MSB3073: The command ".{1,500}" exited with code \d/
]

const SESSIONS = [
  /^\s{0,4}[\w.-]{1,60}: (?:commands(?:_pre|_post)?\[\d{1,3}\]> |exit \d{1,3} \(|FAIL (?:code \d|✖))/,
  /^\s{0,4}evaluation failed :\(|^ERROR: {1,4}\S{1,60}: commands failed/,
  /^ERROR: InvocationError for command .{1,500} \(exited with code \d/,
  /^nox > (?:Running session |Command .{1,500} failed with exit code \d|Session \S{1,80} failed|[a-z][\w./-]{0,80}(?: |$))/,
  /^rake aborted!$|^Command failed with status \(\d|^Tasks: TOP => |^\(See full trace by running task/,
  /^\*\* \(exit\) \d|^==> (?!ERROR|FAIL)\S|^Poe => |^Error: Sequence aborted after failed subtask /,
  /^subprocess\.CalledProcessError: Command .{1,1000} returned non-zero exit status \d/
]

const WRAPPERS = [...RUNNERS, ...JVM, ...SCRIPTS, ...BUILDS, ...SESSIONS]

/** The echo of make and similar tools, which print a command without a prefix. */
const ECHO =
  /^(?!.{0,400}\b(?:fail|error|not\b|found|cannot|unable))(?:npx|p?npm|yarn|bunx?|poetry|uv|bundle|python3?|node|php|go|cargo|dotnet|docker|mix|eslint|prettier|biome|stylelint|tsc|jest|vitest|mocha|pytest|mypy|pyright|ruff|flake8|pylint|black|isort|rubocop|rspec|phpunit|phpstan|shellcheck|golangci-lint|gcc|g\+\+|cc|c\+\+|clang)(?: [a-z][\w-]{0,60}){0,2} (?:-|[^\s:./*]{0,200}[./*])[^\s:]{0,500}(?: [^\s:]{1,300}){0,40}$/
/** Exit codes from 124: a timeout, a missing command, a signal. */
const INFORMATIVE_CODE = /\b(?:exit(?:ed)?|code|status|value|errno|error|with)\b\W{1,4}1(?:2[4-9]|[3-5]\d)\b/i

/** Ninja names the failed target and echoes its command on the next line. */
const NOT_MADE = /^FAILED: (?:\[code=\d{1,3}\] \S|\S{1,300}\.(?:o|obj|a|so|d|exe)\b)/

/** The name of a failed task, or the echo of a command, as shells and package managers print them. */
const NAMED = /^\s{0,8}> Task :|Execution failed for task '|^\s{0,8}\$ \S|^\+{1,3} \S|^(?:##)?\[command\]/
const SCRIPT = /^> \S{1,200}@\S{1,100} \S|^> [\w:.-]{1,100}$/

/** Maven prints the failed goal and then its message, if there is one. */
const GOAL =
  /^(?:\[ERROR\] )?Failed to execute goal [\w.:-]{3,300}(?: \([^()]{1,100}\))? on project [\w.:-]{1,200}(?:: | (?=->)|$)/
const EXECUTION = /^Execution [\w.-]{1,100} of goal [\w.:-]{3,300} failed(?:: |\.?(?= ->|$))/
const EMPTY_MESSAGE =
  /^(?:Fatal error|Command execution failed\.: Process exited with an error: \d.{0,40})?(?: ?-> \[Help \d\])?$/

/** The message of a line without the Maven goal. */
export const messageIn = (text: string): string => text.replace(GOAL, '').replace(EXECUTION, '')

/** Whether a line only shows where a job stood. */
export function isPlace(line: string, above = ''): boolean {
  const text = line.replace(/^##\[error\]/, '')
  if (NAMED.test(text) || SCRIPT.test(text) || (SCRIPT.test(above) && text.startsWith('> '))) return true
  if (GOAL.test(text)) return EMPTY_MESSAGE.test(messageIn(text)) && !INFORMATIVE_CODE.test(text)
  if (NOT_MADE.test(text) || NOT_MADE.test(above) || ECHO.test(text)) return true
  return WRAPPERS.some((pattern) => pattern.test(text)) && !INFORMATIVE_CODE.test(text)
}
