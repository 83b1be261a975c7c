// Lines that contain words of failures but report none: passing tests, downloads, commit subjects, coverage, warnings.

/** No rule alone reaches the least score with it. */
export const NO_CREDIT = 0.1
const WARNING_CREDIT = 0.6

const PASSING =
  /^\s{0,12}(?:\(pass\)|\(skip\)|PASS|PASSED|Passed|ok|OK|=== RUN|=== PAUSE|=== CONT|--- PASS|--- SKIP|SKIP|○|↓|✓|✔|√|✅|- \[x\])(?:[\s:!]|$)|\.\.\. {0,4}(?:ok|OK|passed|Passed|ignored|skipped)\b| (?:PASSED|SKIPPED|XFAIL)(?:\s|$)|\bas expected\b|^\s{0,8}\S{1,200} > .{1,200} (?:PASSED|SKIPPED)$|# SKIP\b|^\d\d:\d\d \+\d{1,6}(?: ~\d{1,6})?: |^\[info\] - (?!.{0,300}FAILED)|^test .{1,200} - should panic|: 0 failed|\b0 (?:failed|failures|errors)\b(?!.{0,80}[1-9]\d{0,5} (?:failed|failures|errors))/
const FETCHED =
  /^(?:##)?\[command\]|^\+{1,3} \S|^(?:Get:\d|Hit:\d|Ign:\d)|^\s{0,6}(?:Downloading|Downloaded|Compiling|Checking|Installing|Collecting|Unpacking|Preparing to unpack|Selecting previously|Setting up|Requirement already|Using cached|Initializing environment|Initialized empty|From https|remote: (?:Counting|Compressing))\b|^ \* \[new |level=(?:debug|info|warning)|"level": ?"(?:debug|info)"|^\s{0,4}(?:DEBUG|TRACE)\b| (?:DEBUG|TRACE) |^\[INFO\] (?!Results)/
/** What a commit is about, and what a branch is called. */
const SUBJECT =
  /^\[\S{1,200} (?:\(root-commit\) )?[0-9a-f]{7,40}\] |^(?:HEAD is now at |Previous HEAD position was |\* )?[0-9a-f]{7,40} (?!\()\S|^(?:Merge (?:pull request|branch)|Switched to|Note: switching to)\b/
/** What a change does: an entry of a list of changes, or the subject of a commit with its kind. */
const CHANGE =
  /^\s{0,8}(?:[-*•] |v?\d[\w.]{1,20} )\s{0,20}(?:\w{1,30}: )?(?:Fix(?:e[sd])?|Handle|Reject|Add|Stop|Do not|Prevent|Avoid|Revert|Remove|Update)\b|^\s{0,8}(?:[-*•] )?(?:fix|feat|chore|docs|refactor)(?:\([\w./-]{1,40}\))?!?: /
/** Advice for a case, and not that it is the case. */
const CONDITION = /^\W{0,8}(?:if|when|whenever|in case|unless) \S/i
/** A row of a table of coverage or of changed files. */
const ROW =
  /^\s{0,20}\S{1,200} {0,100}\| {1,20}\d[\d.]{0,6} (?:[+|-]|$)|^\S{1,200} {1,100}\d{1,6} {1,20}\d{1,6} {1,20}\d{1,3}%/
const SETTING = /^\s{0,12}(?:export |declare -x |set )?[A-Z][A-Z0-9_]{1,60}=/
const WARNING =
  /^##\[warning\]|^(?:npm )?warn(?:ing)?\b|\[WARN(?:ING)?\]|^\s{0,4}WARN(?:ING)? |DeprecationWarning(?!: .{0,400}$)/i

const IDLE = [PASSING, FETCHED, SUBJECT, CHANGE, CONDITION, ROW, SETTING]

/** The share of its weight that a hit keeps. */
export function lineCredit(text: string): number {
  if (IDLE.some((pattern) => pattern.test(text))) return NO_CREDIT
  return WARNING.test(text) ? WARNING_CREDIT : 1
}
