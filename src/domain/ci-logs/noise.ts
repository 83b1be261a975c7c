// Lines that contain words of failures but report none: passing tests, downloads, warnings.

const PASSING =
  /^\s{0,12}(?:PASS|PASSED|ok|=== RUN|=== PAUSE|=== CONT|--- PASS|--- SKIP|✓|✔|√|- \[x\])\s|\.\.\. (?:ok|ignored)$| PASSED(?:\s|$)|\bas expected\b|^\s{0,8}\S{1,200} > .{1,200} (?:PASSED|SKIPPED)$|^test .{1,200} - should panic|: 0 failed|\b0 (?:failed|failures|errors)\b(?!.{0,80}[1-9]\d{0,5} (?:failed|failures|errors))/
const FETCHED =
  /^(?:##)?\[command\]|^\+{1,3} \S|^(?:Get:\d|Hit:\d|Ign:\d)|^\s{0,6}(?:Downloading|Downloaded|Compiling|Installing|Collecting|Unpacking|Preparing to unpack|Selecting previously|Setting up|Requirement already|Using cached|Initializing environment|Initialized empty|From https|remote: (?:Counting|Compressing))\b|^ \* \[new |level=(?:debug|info|warning)|^\s{0,4}(?:DEBUG|TRACE)\b| (?:DEBUG|TRACE) |^\[INFO\] (?!Results)/
const WARNING =
  /^##\[warning\]|^(?:npm )?warn(?:ing)?\b|\[WARN(?:ING)?\]|^\s{0,4}WARN(?:ING)? |DeprecationWarning(?!: .{0,400}$)/i

/** The share of its weight that a hit keeps. */
export function lineCredit(text: string): number {
  if (PASSING.test(text) || FETCHED.test(text)) return 0.15
  return WARNING.test(text) ? 0.6 : 1
}
