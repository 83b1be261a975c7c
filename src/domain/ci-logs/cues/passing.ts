// Cues of what passes: something was not there in time, was lost, was held by another, or was somebody else's server.
import type { LogCue } from './cue.js'

/** What a test or a job talks to, and does not own. */
const PARTNER =
  '(?:session|browser|chrome\\w{0,20}|firefox|webkit|renderer|devtools|webdriver|page|tab|target|device|emulator|simulator|adb|display)'
const MACHINE =
  '(?:agent|runner|worker|node|pod|machine|host|vm|instance|executor|controller|slave|remote|channel|builder)'
const DAEMON =
  '(?:daemon|buildkit\\w{0,3}|docker|cluster|broker|database|redis|postgres\\w{0,3}|mysql|kafka|rabbitmq|elasticsearch|service|container)'
const LOST =
  '(?:lost|disconnect(?:ed|s)?|disappeared|vanished|went (?:away|offline)|unreachable|offline|gone|died|unregistered|stopped (?:responding|hearing)|not (?:responding|connected|reachable)|evicted|preempted|reclaimed|closed unexpectedly|clos(?:ed|ing) down|was removed)'

export const PASSING_CUES: readonly LogCue[] = [
  {
    id: 'waited',
    pattern:
      /\b(?:tim(?:ed|e|ing)[ -]?out|gave up|giving up|tired)\b.{0,30}\bwait(?:ing|ed)?\b|\bwait(?:ing|ed)?\b.{0,80}\b(?:tim(?:ed|e|ing)[ -]?out|expired|exceeded)\b/i,
    example: 'timed out waiting for the server'
  },
  {
    id: 'not-in-time',
    pattern:
      /\b(?:not|never|n't|no)\b.{0,80}\b(?:within|in|after|for|before) (?:the )?(?:timeout|deadline|\d[\d.,]{0,8} ?(?:ms|msec|milli\w{0,8}|s|secs?|seconds?|m|min|minutes?)\b)/i,
    example: 'the window did not show up within 10 seconds'
  },
  {
    id: 'unready',
    pattern:
      /\bis unhealthy\b|\bunhealthy\b.{0,20}\b(?:container|service|target)|\b(?:not|never)(?: yet)? (?:ready|healthy|become|came up|come up|up yet)\b|starting up|is in recovery|ECONNREFUSED (?:127\.|::1|localhost|0\.0\.0\.0)|(?:localhost|127\.0\.0\.1)\S{0,8}.{0,40}(?:connection refused|failed to connect)|connect(?:ion)? (?:to .{0,60})?refused.{0,60}(?:localhost|127\.0\.0\.1)|probably didn't start/i,
    example: 'connect ECONNREFUSED 127.0.0.1:5432'
  },
  {
    id: 'test-time',
    pattern:
      /\btime-?out of \d[\d.,]{0,8} ?(?:ms|s|seconds)? ?.{0,10}exceeded|exceeded (?:the )?time-?out|test time-?out|ConditionTimeout|WaitTimeout|TimeoutException|TimeoutError|\bEventually\b.{0,60}|Timed out retrying|async callback was not invoked|timed out after \d/i,
    example: 'Timeout of 2000ms exceeded.'
  },
  {
    id: 'hung',
    pattern:
      /\bno output\b|\b(?:hung|hang(?:s|ing)?|stall(?:s|ed|ing)?|stuck|unresponsive)\b|no progress|test timed out after|no (?:activity|heartbeat)|inactivity/i,
    example: 'no output for ten minutes, the build seems to be stalled'
  },
  {
    id: 'partner-lost',
    pattern: new RegExp(
      `\\b${PARTNER}\\b.{0,60}\\b(?:${LOST}|crash(?:ed|es)?|closed|deleted|not found|reset|terminated)\\b|\\b(?:${LOST}|no such|invalid|lost) (?:\\w{1,20} ){0,3}(?:session|device|browser|renderer|window)\\b|\\bDISCONNECTED\\b|(?:page|target|context) (?:was |has been )?(?:crashed|closed)`,
      'i'
    ),
    example: 'the browser session was lost'
  },
  {
    id: 'machine-lost',
    pattern: new RegExp(
      `\\b${MACHINE}\\b.{0,80}\\b(?:${LOST}|lost communication|interrupt(?:ed|ion)|contact lost)\\b|lost (?:communication|connection|contact)|stopped hearing from|cannot contact|ChannelClosed|ClosedChannel|\\bsystem failure\\b|infrastructure fail|spot (?:instance|interruption)|preempt(?:ed|ion)|shutdown signal|low on resource`,
      'i'
    ),
    example: 'the agent was disconnected'
  },
  {
    id: 'daemon-lost',
    pattern: new RegExp(
      `\\b${DAEMON}\\b.{0,60}\\b(?:${LOST}|unavailable|shutting down|exited|is not running|running\\?)|cannot connect to the docker|error reading from server: EOF|closing transport|code = Unavailable|server closed the connection|too many (?:clients|connections)|leader(?: election)? (?:lost|changed)|no leader`,
      'i'
    ),
    example: 'the daemon disappeared'
  },
  {
    id: 'not-started',
    pattern: new RegExp(
      `\\b(?:fail(?:ed|ure|s)?|unable|could ?n[o']t|cannot|can't|did not|error|never|probably didn't)\\b.{0,30}\\b(?:launch|start|boot|spawn|attach|captur|connect|bring up|create|unlock|open|initiali[sz]|enabl)\\w{0,6}\\b.{0,60}\\b(?:${PARTNER}|${MACHINE}|${DAEMON}|server|app|test (?:host|runner)|automation|process|display)\\b|\\b(?:${PARTNER})\\b.{0,40}\\b(?:fail(?:ed|s)? to|did not|could not|unable to|never) (?:start|launch|boot|connect)`,
      'i'
    ),
    example: 'the emulator failed to boot'
  },
  {
    id: 'held',
    pattern:
      /\bEADDRINUSE\b|address (?:is )?already in use|port (?:\S{1,30} )?(?:is |was )?already (?:allocated|in use|taken)|bind: |Bind for \S{1,40} failed|\b(?:lock|locked)\b.{0,60}\b(?:held|holding|acquir\w{1,5}|wait\w{0,3}|another|timeout|by)\b|acquir\w{1,5}.{0,40}\block\b|(?:used|accessed|held|locked|open(?:ed)?) by (?:another|other|a different)|\bdeadlock|database is locked|lock wait|\bE(?:TXTBSY|BUSY)\b|(?:resource|device|text file) busy|being used|another (?:process|instance|job|build|run|deployment|operation) .{0,30}(?:running|progress|using|hold)|already (?:running|in progress)|concurrent (?:modification|update)|\.lock\b.{0,4} ?: file exists/i,
    example: 'listen: address already in use'
  },
  {
    id: 'race',
    pattern:
      /\bdata ?race\b|race (?:condition|detected|detector)|stale element|detached from|(?:element|node) (?:is|was|not) (?:detached|stale|attached)|not attached|left ?over|\bleft (?:behind )?by\b|still (?:running|open|pending) |serializ\w{1,10} failure|optimistic lock|(?:randomly[- ]seed|random seed|randomized with seed|random order|--random)/i,
    example: 'stale element: the row is detached from the page'
  },
  {
    id: 'flaky',
    pattern:
      /\bflak(?:y|e|es|ed|iness)\b|\b(?:known|quarantin\w{1,5}) (?:flake|issue|failure)|intermittent|sporadic|non-?determinis|passed (?:on|after|in) (?:the )?(?:retry|rerun|re-run|attempt|second)|\bretry #?\d|\(?attempt [1-9] of [1-9]|re-?run(?:ning)? (?:failed|the failed)|unstable/i,
    example: 'known to be flaky, passed on retry'
  },
  {
    id: 'timing',
    pattern:
      /\b(?:elapsed|debounce\w{0,2}|throttl\w{1,3}|quiet period|clock (?:leap|skew|drift)|starvation|too (?:early|late|slow)|took \d|slow (?:machine|runner|environment)|mailbox is empty|(?:message|event)s? (?:after|within)|in ?range\b|tolerance|jitter|latency)\b|\b(?:23:59|00:00):\d\d|midnight/i,
    example: 'the timer fired too late: clock drift'
  },
  {
    id: 'tool-crash',
    pattern:
      /internal (?:compiler )?error|\bC[12] ?Compiler|\[libjvm\.|\bJIT\b|Compiler ?Thread|hs_err|Fatal error in|\bv8::|SIGBUS|Bus error|(?:renderer|host|worker|daemon|compiler|linker|tool|browser) (?:process )?(?:has )?crash|crashed unexpectedly|Segmentation fault|SIGSEGV|signal 11|AccessViolation|\bcore dumped\b/i,
    example: 'the test host process crashed'
  },
  {
    id: 'partial',
    pattern:
      /\b(?:hash|checksum|digest|size|sum|integrity)\b.{0,40}\b(?:mismatch|not match|differs?|failed)|do(?:es)? not match .{0,20}(?:hash|checksum)|truncated|unexpected (?:end|eof)|premature (?:end|eof)|\bpartial(?:ly)? (?:file|download|content|response)|corrupt(?:ed)?\b.{0,60}\b(?:archive|download|zip|jar|package|tar\w{0,4}|file|gzip|cache)|(?:archive|download|zip|jar|package|tar\w{0,4}|gzip|cache)\b.{0,40}\bcorrupt|not (?:a|in) (?:valid )?(?:gzip|zip|archive|tar)|incomplete|invalid (?:tar|zip|gzip|archive)|end header not found|bytes (?:remaining|missing|read)|broken pipe/i,
    example: 'the archive is truncated: unexpected end of file'
  },
  {
    id: 'syncing',
    pattern:
      /\bmirrors?\b.{0,60}\b(?:sync\w{0,7}|stale|behind|updat\w{1,3}|out of date|lag\w{0,4})|sync(?:ing)?[ -](?:running|in progress)|behind (?:upstream|origin)|(?:not yet|fresh(?:ly)?) (?:available|published|propagated|indexed)|propagat/i,
    example: 'mirror sync in progress'
  },
  {
    id: 'server-down',
    pattern:
      /(?:http|status|code|error|returned|respon(?:se|ded)|received|server|answered|failed|get|got)\W{0,4}(?:\w{1,12}\W{1,3}){0,4}\b5(?:0[0234]|2[0-7])\b|\b5(?:0[0234]|2[0-7])\b.{0,4}\b(?:service|bad gateway|internal|gateway|server|error|response|html|unavailable)|service (?:is )?(?:temporarily )?unavailable|bad gateway|gateway time-?out|internal server error|\bmaintenance\b|overloaded|\btemporary error\b|try(?:ing)? again later|upstream connect error|\bUNAVAILABLE\b|temporarily (?:unavailable|disabled|down)|no healthy upstream|\boutage\b/i,
    example: 'the server returned 503, service unavailable'
  },
  {
    id: 'connection',
    pattern:
      /\bE(?:CONNRESET|TIMEDOUT|AI_AGAIN|NETUNREACH|HOSTUNREACH|SOCKETTIMEDOUT|PIPE)\b|connection (?:was )?(?:reset|closed|aborted|broken|lost|timed out|terminated|refused|dropped)|(?:read|connect\w{0,3}|socket|handshake|request|operation|i\/o|network) ?(?:operation )?time(?:d )?-?out|network is unreachable|no route to host|hang ?up|remote end|unexpected disconnect|temporary failure|early eof|RemoteDisconnected|\bRST\b|connection broken/i,
    example: 'connection reset by peer'
  },
  {
    id: 'unresolved',
    pattern:
      /could not resolve host|unable to resolve host|name or service not known|no such host|ENOTFOUND|unknown ?host|nodename nor servname|failed host lookup|name resolution/i,
    example: 'could not resolve host: a.example.org'
  },
  {
    id: 'public-host',
    pattern:
      /\b(?:github\.com|githubusercontent\.com|ghcr\.io|gitlab\.com|npmjs\.(?:org|com)|yarnpkg\.com|pypi\.org|pythonhosted\.org|maven\.org|apache\.org|gradle\.org|bintray\.com|jitpack\.io|crates\.io|rubygems\.org|nuget\.org|docker\.(?:io|com)|quay\.io|gcr\.io|golang\.org|debian\.org|ubuntu\.com|alpinelinux\.org|centos\.org|fedoraproject\.org|conda\.(?:io|org)|anaconda\.(?:org|com)|packagist\.org|cocoapods\.org|hackage\.haskell\.org|cran\.\S{1,40}|sourceforge\.net|chocolatey\.org|amazonaws\.com|cloudfront\.net|googleapis\.com|windows\.net|jsdelivr\.net|unpkg\.com|nodejs\.org|pub\.dev|hex\.pm)\b/i,
    example: 'GET https://registry.npmjs.org/a'
  },
  {
    id: 'fetched-refused',
    pattern:
      /\b40[34]\b.{0,200}https?:\/\/|https?:\/\/.{1,250}\b40[34]\b|cannot open (?:url|file) 'https?:|(?:doesn't exist|unauthori[sz]ed|forbidden).{0,60}https?:\/\/|error .{0,40}(?:loading|fetching|downloading|retrieving).{0,80}https?:\/\//i,
    example: 'GET https://packages.example.org/a.tgz: 403'
  },
  {
    id: 'fetching',
    pattern:
      /\b(?:download|fetch|pull|retriev|clon|mirror|tarball|upload)\w{0,5}\b.{0,80}\b(?:fail\w{0,4}|error|unable|could not|not be|broke|abort\w{0,3}|interrupt\w{0,3})|\b(?:fail\w{0,4}|error|unable|could not|cannot)\b.{0,60}\b(?:download|fetch|pull|retriev|clon|receiv|tarball|upload|transfer)\w{0,5}\b/i,
    example: 'the download failed'
  },
  {
    id: 'rerun',
    pattern:
      /(?:please )?(?:re-?run|re-?try|try again|restart)\b.{0,40}(?:later|job|build|again|moment|few|minutes|this)|try again|temporar(?:y|ily)|transient|spurious|momentar|back ?off|retryable/i,
    example: 'temporary failure, try again later'
  },
  {
    id: 'retrying',
    pattern:
      /\bretr(?:y|ying|ied|ies)\b|attempt \d{1,2} ?(?:of|\/) ?\d|after \d{1,2} (?:attempts|retries|tries)|\d{1,2} (?:attempts?|retries) (?:left|remaining|failed)/i,
    example: 'attempt 2 of 5, retrying'
  },
  {
    id: 'shared',
    pattern:
      /\b(?:by|from|with|of|using|\d) other (?:builds?|jobs?|projects?|users?|sessions?|pods?|processes|containers)\b|\bshared (?:agent|runner|host|node|machine|volume|disk|box)|\bneighbou?r|global_oom|CONSTRAINT_NONE|nodes are available|low on|\bload average\b/i,
    example: 'other jobs on the shared agent'
  }
]
