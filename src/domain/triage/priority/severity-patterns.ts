// Patterns for severe incidents in titles. Some say that something happens ("deletes all files", "is down"); others
// only name it ("data loss", "XSS") and may be the subject of a tool, a test or a page.

import {
  ACCESS,
  ANYBODY,
  anyWord,
  DATA,
  DOES_TO_DATA,
  FAILS,
  FOR_ALL,
  FORMER,
  HOW,
  IS,
  LOST,
  OTHERS,
  PARTY,
  SECRET,
  SHOWN,
  SYSTEM,
  WHOLE,
  wordGap
} from './severity-vocabulary.js'

/** Incidents that happen, with their names. */
export const INCIDENT_PATTERNS: readonly (readonly [string, string])[] = [
  [
    'a loss of data',
    anyWord(
      `${DOES_TO_DATA}${wordGap(4)} ${DATA}`,
      `(?:removes|clears|replaces) (?:the )?${WHOLE}${wordGap(2)} ${DATA}`,
      `${DATA}${wordGap(1)} ${IS}${HOW} ${LOST}`,
      `${WHOLE}${wordGap(2)} ${DATA}${wordGap(1)} (?:${LOST}|disappear(?:s|ed)?|missing|vanish(?:es)?)`,
      `${DATA} (?:disappear(?:s|ed)|vanish(?:es|ed)|gone|lost)`,
      `(?:half|most|part|some|hours?|days?|weeks?|months?)(?: of)?${wordGap(2)} ${DATA}${wordGap(2)} (?:missing|gone|lost)`,
      `${DATA} corrupt(?:ed)?(?: (?:after|by|when|while|on|during|since|following)|$)`,
      `${DATA} of (?:all|every|our|other) [^ ]{1,20} ${IS}${HOW} (?:removed|${LOST})`,
      `${DATA} disappear(?:s|ed)? from (?:the |our |my )?(?:database|disk|server|history|backup|account|mailbox|storage)`,
      `backups? (?:is|are|was|were)(?: always| silently)? (?:empty|corrupt)`,
      `${DATA}${wordGap(1)} (?:unreadable|unmountable|unbootable|unrecoverable|ruined)`,
      `${DATA} (?:cannot|can not|can't|could not) be (?:restored|decrypted|read|unlocked|opened|mounted|recovered) (?:any ?more|again|after)`,
      `leaves${wordGap(2)} ${DATA} (?:corrupt(?:ed)?|empty)`,
      `restores? (?:an )?(?:empty|wrong|old) ${DATA}`,
      `backups?${wordGap(2)} (?:cannot|can not|can't) be (?:restored|decrypted|read)`,
      `(?:silent(?:ly)?|without (?:an? )?(?:warning|error))${wordGap(2)} (?:drops|discards|loses|deletes)${wordGap(3)} ${DATA}`
    )
  ],
  [
    'an exposure',
    anyWord(
      `${SECRET}${wordGap(5)} (?:in (?:the )?(?:plain|clear) ?text|unencrypted|leak(?:s|ed|ing)?|exposed)`,
      `${SECRET}${wordGap(4)} ${IS}${HOW} ${SHOWN}`,
      `(?:leak|expose|disclose|reveal|print|log|return|send)(?:s|ed|ing)${wordGap(3)} ${SECRET}`,
      `(?:logs?|log files?|error pages?|responses?|urls?|dumps?|traces?) (?:contains?|includes?|shows?)${wordGap(1)} ${SECRET}`,
      `(?:uploads?|publish(?:es)?|posts?)${wordGap(2)} ${SECRET}`,
      `${OTHERS} ${PARTY} (?:gets?|got|receives?|sees?)`,
      `(?:shows?|displays?|returns?|lists?|sends?)${wordGap(3)} (?:of|from|to) ${OTHERS} ${PARTY}`,
      `hard-? ?coded${wordGap(2)} ${anyWord(SECRET, 'keys?')}`,
      `(?:visible|readable|listable|writable|accessible|open|exposed|exposes${wordGap(5)}) (?:to|for|by) ${ANYBODY}`,
      `${OTHERS}${wordGap(1)} ${PARTY}${wordGap(3)} ${IS} ${SHOWN}`,
      `${SHOWN}${wordGap(1)} (?:to|as|between|across|for) (?:the |an? )?${anyWord(OTHERS, 'tenants', 'accounts', 'customers')}(?: ${PARTY})?`,
      `(?:see|read|view|open|access|edit|download|receive)s?${wordGap(2)} ${OTHERS}${wordGap(1)} ${PARTY}`,
      `logged (?:in )?(?:in )?(?:as|into) ${anyWord(OTHERS, 'somebody else', 'someone else')}`
    )
  ],
  [
    'a security hole',
    anyWord(
      `${ACCESS}${wordGap(2)} (?:is|are|was) (?:not|never|no longer)${wordGap(1)} (?:checked|verified|validated|enforced|required)`,
      `(?:does not|doesn't|do not|never|not|fails to) (?:check|verify|validate|enforce|require)(?:s|ed|ing)?${wordGap(3)} ${ACCESS}`,
      `${ANYBODY} (?:can|could|may|is able to|are able to)${wordGap(1)} (?:read|see|delete|remove|edit|change|modify|access|download|become|make|impersonate|execute|run|take over|overwrite|reset|list|promote)${wordGap(2)} (?:any|other|another|all|every|everyone's|private|admins?|arbitrary|themselves|others|files|data|code|passwords?)`,
      `(?:lets?|allows?|allowing|letting|enables?)${wordGap(1)} ${ANYBODY}(?: to)? (?:read|see|delete|remove|edit|change|modify|access|download|become|impersonate|execute|run|take over|log ?in|bypass|steal|inject)`,
      `${ANYBODY} (?:can|could|may)${wordGap(1)} (?:log|sign) ?in (?:as|into|with)`,
      `accepts? (?:any|every|(?:an )?empty|(?:a )?wrong|(?:the )?old) ${ACCESS}`,
      `(?:passwords?|tokens?|sessions?|cookies?|keys?|links?)(?: is| are)?(?: still)? (?:works?|valid|accepted|active) after (?:an? |the )?(?:password|log(?:ging)? ?out|reset|revo|delet|remov|chang)[^ ]{0,12}`,
      `${FORMER} ${anyWord(PARTY, 'members?', 'admins?', 'passwords?', 'tokens?', 'keys?', 'sessions?', 'links?', 'certificates?')} (?:can |are |is )?still (?:works?|valid|accepted|active|log|sign|read|see|write|edit|delete|access)`,
      `log(?:ging)? ?out (?:does not|doesn't|never|fails to) (?:end|invalidate|clear|close|revoke)`,
      `unauthenticated${wordGap(1)} (?:access|reads?|writes?|api|endpoint)`,
      `(?:accessible|reachable|callable|access|works?|possible|can be [^ ]{1,20}|log ?in)${wordGap(4)} without (?:any )?(?:auth(?:entication|ori[sz]ation)?|log(?:ging)? ?in|an? password|passwords?|permissions?|credentials|a token)`,
      '(?:works|accepted|valid) (?:for|with) any (?:accounts?|users?|passwords?|tokens?)',
      'with (?:an? )?(?:empty|wrong|any|blank) password',
      '(?:executes?|runs?|evaluates?)(?: (?:arbitrary|uploaded|untrusted|user|php|attacker)){1,2}(?:[- ](?:supplied|controlled|provided|input))? ?(?:code|scripts?|commands?|files?|input|javascript)',
      '(?:tokens?|sessions?|links?|cookies?|passwords?|keys?)(?: [^ ]{1,20}){0,1} never expires?',
      '(?:accepts?|accepting|trusts?)(?: [^ ]{1,20}){0,3} (?:forged|unsigned|expired|revoked|self-signed|alg=none)',
      '(?:forged|unsigned|expired|revoked) [^ ]{1,20} (?:is |are |get |gets )?accepted',
      `${ACCESS}(?: (?:check|checks|verification|validation))? (?:is |are )?(?:skipped|disabled by default|turned off|bypassed|missing (?:on|for|in))`,
      '(?:contains?|ships?|installs?)(?: [^ ]{1,20}){0,2} (?:crypto ?-?miners?|malware|trojan|virus|backdoor)',
      'served (?:at|from|under) /?[^ ]{0,20}\\.(?:env|git)',
      'can (?:make|promote|elevate|grant) (?:themselves|himself|itself)',
      `(?:session|account)s? (?:can be |is |are |was |were )?(?:hijack(?:ed|ing)|taken over|stolen)`
    )
  ],
  [
    'an outage',
    anyWord(
      `${SYSTEM}(?: (?:is|are|was|goes|went|has been|completely|totally|all|still|again)){0,3} (?:down|offline|unusable|unavailable|unreachable|not reachable)`,
      `down for (?:${ANYBODY}|all)`,
      '(?:nobody|no one|no user|none of (?:the|our|my) users) (?:can|is able to)',
      `${anyWord('all users', 'users', 'everyone', 'everybody', 'customers', 'all customers')} (?:cannot|can not|can't|are unable to|unable to|no longer able to|locked out|are locked out)${wordGap(1)} ?(?:log ?in|sign in|connect|pay|check ?out|access)?`,
      `${FAILS}${wordGap(9)} ${FOR_ALL}`,
      `(?:all|every)${wordGap(2)} (?:workers?|nodes?|pods?|threads|replicas) (?:hang|crash|die|are stuck|stop)(?:s|es)?`,
      `(?:take|bring|took|brought)s?${wordGap(2)} (?:node|cluster|server|site|production|database|system|machine|host)${wordGap(1)} down|(?:takes|brings|took|brought) down`,
      `(?:entire|whole|all|every) (?:web ?site|site|api|server|service|pages?|app|environment|endpoints?)${wordGap(1)} (?:returns?|responds? with|gives?|shows?|broken|fails?|is dead|crashe?s?)`,
      '(?:every|all) (?:users?|customers?) (?:gets?|sees?|receives?)(?: an?)? (?:5[0-9]{2}|errors?|blank|internal)',
      "(?:cannot|can't|can not|unable to|impossible to) (?:log|sign) ?in(?: any ?more)?(?:$|[:,;]| (?:after|since|at all))",
      'breaks (?:the )?(?:whole|entire|all) [^ ]{1,20}',
      '(?:re)?boot ?loop',
      '(?:every|all|any) requests?(?: now)? (?:fail|time|times|return|hang|get|error|end)(?:s|ed)?',
      `(?:database|production|cluster|server)${wordGap(1)} (?:will not|won't|does not|doesn't|cannot|can't|refuses to|fails to|no longer) (?:start|starts|boot|come up|recover)(?: any ?more| again)?(?: after|$| since)`,
      `(?:deadlock|crash|hang|freeze|oom|stuck)(?:s|es|ed|ing)?${wordGap(4)} (?:in|on) (?:our |the )?production`,
      'bricks (?:my|the|our|all|every|devices?)|bricked'
    )
  ],
  [
    'wrong amounts of money',
    anyWord(
      'wrong (?:currency|amounts?|balances?|prices?) (?:is |are |was |were |used |charged |paid |at |on |for )',
      '(?:balances?|totals?|amounts?|prices?|invoices?|ledger)(?: [^ ]{1,20}){0,2} (?:is |are )?(?:off by|wrong for all)',
      '(?:prices?|totals?|amounts?|balances?|invoices?)(?: [^ ]{1,20}){0,3} (?:is|are) (?:all|always) (?:zero|0|negative|doubled|wrong)',
      '(?:users?|customers?) (?:are |were |is )?charged (?:in|for|twice|too much)',
      `(?:charg|bill|debit|book|pa(?:y|i)|refund|invoic)(?:es?|s|ed|d|ing|ments?)${wordGap(4)} (?:twice|double|two times|multiple times|several times|again and again)`,
      'double[- ](?:charg|bill|pay|spend|book)(?:e?s|ed|ing|ments?)?',
      `(?:charg|bill|debit)(?:es|s|ed)${wordGap(3)} (?:wrong|another|different) (?:customers?|users?|amounts?|cards?|accounts?)`
    )
  ]
]

/** Names of incidents. */
export const TOPIC_PATTERNS: readonly (readonly [string, string])[] = [
  [
    'a security hole',
    anyWord(
      'cve-[0-9]{4}-[0-9]{3,7}',
      'ghsa(?:-[0-9a-z]{4}){3}',
      'vulnerabilit(?:y|ies)',
      'vulnerable to',
      'remote code execution|rce',
      '(?:no)?(?:sql|code|command|shell|ldap|html|script|template|xpath|header|crlf|xml|log) injections?',
      'xss|csrf|xsrf|ssrf|xxe|idor',
      'cross[- ]site (?:scripting|request forgery)',
      'server[- ]side request forgery',
      `${ACCESS}(?: (?:check|checks|control|rules))? (?:bypass|is bypassed|are bypassed|can be bypassed)`,
      `bypass(?:es|ing)?${wordGap(2)} ${ACCESS}`,
      'privilege escalation|escalation of privileges?',
      '(?:path|directory) traversal|zip slip',
      'arbitrary (?:code|files?|commands?|memory)',
      'security (?:holes?|issues?|bugs?|flaws?|breach(?:es)?|incident)',
      'exploits?(?= in| for| of| allow|$)|exploitable|exploited',
      'prototype pollution',
      'insecure deserialization',
      'account take-?over',
      'session (?:fixation|hijacking)',
      '(?:buffer|heap) overflow (?:in|via)|use[- ]after[- ]free|memory corruption',
      'backdoor',
      'supply[- ]chain attack'
    )
  ],
  [
    'a loss of data',
    'data[- ]?loss|loss of (?:all |user )?data|(?:data|database|index|file ?system|file|disk|table) corruption|destruction of data'
  ],
  [
    'an exposure',
    'data (?:leak(?:age)?|breach|exposure)|(?:credential|secret|token|password|information) (?:leak(?:age)?|disclosure|exposure)'
  ],
  ['an outage', '(?:total |complete |production |full )?outage']
]

/** Suffixes that turn a name into the purpose of something else. */
export const TOPIC_SUFFIXES = anyWord(
  'acronym|advisor(?:y|ies)|alerts?|analysis|attempts?|audits?|badge|banner|category|chart|checks?',
  'cheat ?sheet|column|count(?:er|s)?|dashboard|database|demos?|detect(?:ion|or|s)?',
  'disclosure (?:policy|process|program)|docs|documentation|examples?|feed|filter(?:s|ing)?|fix(?:es)?',
  'guarantees?|guide|handling|history|incidents?|insurance|lab|labels?|lectures?|lints?|list|management',
  'metrics?|mitigations?|notices?|notifications?|page|policy|prevention|program|protections?|reports?',
  'reporting|rules?|scan(?:s|ner|ners|ning)?|scores?|sections?|severity|simulat(?:ion|or)|status|sanitizer',
  'template|tests?|tokens?|tool(?:s|ing)?|tracker|tutorial|warnings?|write-?ups?'
)
