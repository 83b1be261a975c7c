// Whether words state that something failed. A line that only names a subject ("the timeout tests") states nothing.

const STATEMENTS = [
  /\b(?:no|not|never|nothing|cannot|unable|without)\b|n't\b/i,
  /\b(?:fail(?:s|ed|ing|ures?)?|err(?:ors?|ored)?|exceptions?|fatal|panic(?:ked|s)?|abort(?:s|ed|ing)?|crash(?:es|ed|ing)|seg(?:fault|mentation|v)|core dump|overflow|backtrace)\b/i,
  /\bassert(?:ion)?\b.{0,60}[!=]=|\w(?:Error|Exception|Failure)\b|\bSIG[A-Z]{3,5}\b|\bE[A-Z]{4,20}\b|\b[A-Z]{1,10}(?!0000)\d{3,5}\b|\b(?:CVE|GHSA|RUSTSEC)-\w{4}|\b[45]\d\d\b/,
  /\b(?:broken?|breaks|breaking|bad|wrong|invalid|illegal|corrupt(?:ed|ion)?|mismatch(?:ed|es)?|conflict(?:s|ed|ing)?|violat(?:es|ed|ions?)|offen[cs]es?|problems?|issues?|unsatisf\w{1,10}|incompatible|impossible)\b/i,
  /\b(?:killed|terminated|died|dead|stopped|lost|closed|reset|hang(?:s|ing)?|hung|stuck|stall(?:s|ed)|cancell?ed|interrupted|preempted|evicted|reclaimed|disconnect(?:s|ed)|ended early)\b/i,
  /\b(?:refus(?:es|ed|ing|al)|reject(?:s|ed)|denied|denies|forbid(?:s|den)|disallow(?:s|ed)|unauthori[sz]ed|expired|revoked|throttled|blocked)\b/i,
  /\b(?:un(?:expected|known|defined|declared|resolved|resolvable|supported|recogni[sz]ed|met|used|available|handled|caught|reachable|avoidable)|missing|absent|lacks?|lacking|duplicated?|redefin\w{1,10}|deprecated)\b/i,
  /\b(?:exceed(?:s|ed|ing)?|exhausted|insufficient|too|full|out of|low on|below|above|beyond|less than|more than|longer than|wider than|reached|regression|leak(?:s|ed)?|vulnerab\w{1,10}|timed out|timing out|time-?out (?:after|while|waiting|expired)|gave up|giving up|ran out|slow down|elapsed|gone|empty|stale|outdated|differs?|(?:limit|quota|deadline|budget|time-?out)(?: \w{1,20}){0,2} (?:hit|passed|over|is|was))\b/i,
  /^\W{0,8}(?:[\w.-]{1,40}: )?(?:time-?out|deadline)\W{0,8}$/i,
  /\b(?:must|should|needs?|required?|requires|expect(?:s|ed)?|received|actual|instead of|would (?:be )?re\w{1,20})\b/i,
  /\.[a-z]\w{0,4}[:(]\[?\d{1,6}|\bat line \d|\bexit(?:ed)?\b.{0,20} [1-9]|^\s{0,8}[✗✘✕×❌]/
]

export const isStatement = (text: string): boolean => STATEMENTS.some((pattern) => pattern.test(text))
