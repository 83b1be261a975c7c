// Words with points for urgency, fitted to the issues of one large project and rounded. Security and data loss were too
// rare there, so their points are estimates.

export interface UrgencySignal {
  name: string
  pattern: RegExp
  inTitle: number
  inText: number
}

const signal = (name: string, words: string, [inTitle, inText]: [number, number]): UrgencySignal => ({
  name,
  pattern: new RegExp(`(?:^|[^a-z])(?:${words})(?:$|[^a-z])`, 'i'),
  inTitle,
  inText
})

export const URGENCY_SIGNALS: readonly UrgencySignal[] = [
  signal(
    'security',
    'security|cve|vulnerability|vulnerabilities|exploit|xss|injection|credentials?|leaks? (?:of )?secrets?',
    [5, 1]
  ),
  signal(
    'loss of data',
    'data loss|los(?:e|es|t|ing) data|corrupt(?:s|ed|ion)?|overwritten|silently',
    [6, 3]
  ),
  signal(
    'crash',
    'crash(?:es|ed|ing)?|panics?|segfaults?|core dump|oom|out of memory|npe|nullpointerexception|deadlocks?',
    [4, 4]
  ),
  signal(
    'outage',
    'outage|production|unusable|unavailable|down|hangs?|hung|stuck|block(?:ed|er|ing|s)|infinite loop',
    [3, 4]
  ),
  signal(
    'regression',
    'regress(?:ed|ion|ions)?|(?:in)?compatib(?:le|ility)|breaks?|broken?|no longer|used to work|revert(?:ed)?',
    [6, 4]
  ),
  signal(
    'build or release',
    'builds?|compil(?:e|es|ation)|ci|pipeline|docker|dockerfile|releases?|install(?:s|ation)?|precommit|license',
    [8, 6]
  ),
  signal('failure', 'fail(?:s|ed|ing|ure|ures)?|cannot|can not|unable|errors?|exceptions?|missing', [0, 3]),
  signal('leak or race', 'leaks?|leaking|races?|race condition|concurren(?:t|cy)|thread safe', [2, 4]),
  signal('upgrade', 'upgrades?|updates?|bump|dependency|dependencies', [6, 2]),
  signal('platform', 'centos|ubuntu|debian|windows|linux|macos|aarch64|arm', [1, 6]),
  signal('everybody', 'all users|everyone|always|any user|many users|every time', [2, 2]),
  signal('documentation', 'typos?|docs?|javadoc|documentation|readme|comments?|spelling|wording', [-11, -3]),
  signal('tests', 'tests?|itests?|junit|asserts?|flaky|unit tests?', [-8, -1]),
  signal(
    'logging',
    'logs?(?! (?:in|into|out|on|off)(?:$|[^a-z]))|logging|debug|warn|warnings?|messages?|metrics?|statistics',
    [-10, -1]
  ),
  signal(
    'cleanup',
    'cleanup|clean up|unused|renames?|refactor(?:ing)?|removes?|redundant|unnecessary|deprecated|style|format|imports?|minor|trivial|cosmetic|simplify',
    [-8, -6]
  ),
  signal(
    'improvement',
    'improve(?:s|ment|ments)?|enhance(?:ment)?|optimi[sz]e|better|allow|options?|configurable|support|add|performance',
    [-5, -3]
  ),
  signal(
    'perhaps',
    'maybe|perhaps|nice to have|would be nice|could|sometimes|transient|occasionally|probably',
    [-2, -4]
  )
]
