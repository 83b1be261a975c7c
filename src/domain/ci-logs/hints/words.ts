// Words that suggest a type of failure for any tool. A matching rule always takes precedence.
import type { RulePack } from '../rules/rule.js'

export const wordHints: RulePack = {
  out_of_memory: [
    {
      id: 'hint.memory',
      weight: 4,
      pattern:
        /\bout of memory\b|\boom\b|oom[ -_]?kill|heap (?:space|out|limit|exhaust)|\bheap\b.{0,40}(?:exceed|exhaust|full)|cannot allocate|bad_?alloc|memory (?:limit|exhausted|exceeded|allocation)|insufficient memory|not enough memory|low memory|exit(?:ed)?(?: with)?(?: exit)? (?:code|status):? 137\b/i,
      example: 'worker stopped: memory limit reached'
    },
    {
      id: 'hint.killed',
      weight: 3,
      pattern: /\bKilled\b|SIGKILL|signal:? 9\b/,
      example: 'sh: line 3: Killed ./a'
    }
  ],
  disk_full: [
    {
      id: 'hint.disk',
      weight: 4.5,
      pattern:
        /no space|not enough (?:free )?(?:disk )?space|insufficient (?:disk|storage)|disk ?space|disk (?:is )?(?:almost )?full|disk quota|ENOSPC|low on disk|storage (?:is )?(?:full|exhausted)|Errno 28\b/i,
      example: 'cannot write: no space on volume'
    }
  ],
  rate_limit: [
    {
      id: 'hint.rate',
      weight: 4.5,
      transient: true,
      pattern:
        /rate[ -_]?limit|too ?many ?requests|\bthrottl|\b429\b.{0,60}(?:request|limit|retry|http)|(?:http|status|code|error).{0,20}\b429\b|quota (?:exceeded|exhausted)|exceeded (?:your|the) .{0,30}quota|secondary limit|abuse detection|retry[ -]after/i,
      example: 'request was throttled by the server'
    }
  ],
  network: [
    {
      id: 'hint.connection',
      weight: 4,
      transient: true,
      pattern:
        /could not resolve host|name or service not known|no such host|temporary failure|\bECONN(?:RESET|REFUSED|ABORTED)\b|\bE(?:TIMEDOUT|AI_AGAIN|NETUNREACH|HOSTUNREACH|SOCKETTIMEDOUT)\b|connection (?:was )?(?:reset|closed|aborted|broken|lost|timed out|terminated)|connect timeout|network is unreachable|no route to host|socket hang ?up|(?:read|connect(?:ion)?) ?time(?:d )?out|handshake (?:timeout|failure|failed)|unexpected (?:eof|disconnect)|remote end|bad gateway|service unavailable|gateway time-?out|internal server error|(?:http|status|code|error|returned).{0,20}\b50[0234]\b|getaddrinfo|unknown ?host/i,
      example: 'the connection was reset by the other side'
    },
    {
      id: 'hint.remote',
      weight: 2,
      pattern:
        /\bnetwork\b|\bDNS\b|failed to (?:fetch|download|connect)|(?:fetch|download|upload) failed|unable to (?:connect|fetch|download)|could not (?:connect|fetch|download)|error (?:fetching|downloading|connecting)|connection refused|unreachable|\bconnect(?:ing|ion)? (?:to|error|failed)|https?pool|max retries|hash sum mismatch|\bproxy\b|\bTLS\b|\bSSL\b|certificate/i,
      example: 'unable to fetch the list of versions'
    }
  ],
  auth_permission: [
    {
      id: 'hint.access',
      weight: 3.5,
      pattern:
        /\b(?:access|permission|authori[sz]ation|request) (?:is |was )?denied|permission to .{1,120} denied|unauthori[sz]ed|\bforbidden\b|not (?:authori[sz]ed|permitted|accessible)|authenticat(?:e|ion)|\bcredentials?\b|(?:http|status|code|error|returned).{0,20}\b40[13]\b|\bE40[13]\b|could not read (?:username|password)|bad (?:token|credentials|password)|(?:invalid|expired|missing|wrong|revoked) (?:api ?key|token|secret|signature|password|credentials)|token (?:is )?(?:expired|invalid|missing|required)|not logged in|log ?in (?:failed|required)|permission denied|insufficient (?:scope|permission|privilege)|\bsign(?:ing)? (?:certificate|identity)|provisioning profile|publickey/i,
      example: 'the request was denied: log in first'
    }
  ],
  timeout: [
    {
      id: 'hint.time',
      weight: 3,
      pattern:
        /\btim(?:ed|ing) ?out\b|\btime-?out\b|timeout exceeded|timeouterror|deadline|took (?:too long|longer)|maximum (?:execution|run|running) time|exceeded .{0,40}(?:minutes|seconds|ms\b|time\b)|no output (?:has been )?received|did not (?:finish|complete|respond|start|become ready) (?:in|within)|not ready after|exit (?:code|status):? 124\b/i,
      example: 'the server did not respond within 30 seconds'
    }
  ],
  runner_infra: [
    {
      id: 'hint.runner',
      weight: 4,
      transient: true,
      pattern:
        /lost communication|shutdown signal|runner (?:has )?(?:stopped|died|was terminated|went offline|disconnected|process)|agent (?:lost|disconnected|offline|was terminated)|hosted (?:runner|agent) .{0,60}(?:lost|error|failed|encountered)|(?:spot|instance|node|machine) (?:was )?(?:preempted|reclaimed|evicted|terminated)|preemption|no (?:idle|available) runner|(?:did not|failed to) acquire (?:a )?(?:job|runner)/i,
      example: 'agent disconnected while the job ran'
    },
    {
      id: 'hint.service',
      weight: 2.2,
      pattern:
        /operation was cancell?ed|\brunner\b.{0,60}(?:error|fail)|artifact service|cache service|CreateArtifact|docker daemon|emulator (?:failed|did not|could not)|unable to boot|simulator.{0,40}(?:fail|unable|not)|display :\d|xvfb/i,
      example: 'the runner failed to start the job'
    }
  ],
  crash: [
    {
      id: 'hint.crash',
      weight: 3.5,
      pattern:
        /\bcrash(?:ed|es)?\b|core dump|segfault|segmentation|\bSIG(?:SEGV|ABRT|BUS|ILL|FPE|TRAP)\b|access ?violation|stack overflow|internal (?:compiler )?error|this is a bug|please report|\bpanic(?:ked|:)|unhandled exception|uncaught exception|aborted\b|assertion .{0,80}failed in|sanitizer|data race|double free|corrupt(?:ed|ion)|backtrace|terminated by signal|never called|exit(?:ed)?(?: with)?(?: exit)? (?:code|status):? (?:13[2469]|-\d{1,3})\b/i,
      example: 'the tool crashed, please report this'
    }
  ],
  quality_gate: [
    {
      id: 'hint.gate',
      weight: 3.5,
      pattern:
        /quality gate|\bcoverage\b.{0,60}(?:below|less|under|minimum|threshold|required|target|fail|decreas|drop)|(?:below|under|minimum|threshold).{0,40}\bcoverage\b|\bthreshold|vulnerabilit|\bCVE-\d{4}|\bGHSA-|\bRUSTSEC-|\badvisor(?:y|ies)\b|licen[cs]e.{0,40}(?:not|denied|disallow|forbidden|violat)|(?:size|performance|bundle) (?:limit|budget)|exceed(?:s|ed)? .{0,30}(?:budget|limit)|\bmutation score|minimum score|\bregression\b|breaking changes?|severity|out of date|secrets? (?:found|detected)|leaks? found|changes? detected|deviat|% of diff/i,
      example: 'score 61 lies below the threshold of 80'
    }
  ],
  test_failure: [
    {
      id: 'hint.assert',
      weight: 3.5,
      pattern:
        /\bassert|\bexpect(?:ed)?\b.{0,80}\b(?:got|but|was|received|actual|found|to)\b|expect\(|\breceived:|\bactual:|\bexpected:|snapshot|mismatch(?:ed)?\b.{0,40}(?:value|output|expected)|not equal|should (?:be|have|equal|return)/i,
      example: 'a should be b, but was c'
    },
    {
      id: 'hint.tests',
      weight: 3,
      pattern:
        /[1-9]\d{0,5} (?:tests? |specs? |scenarios? |examples? |cases? |suites? )?(?:failed|failing|failures?\b|broken)|\b(?:tests?|specs?|scenarios?|suites?|cases?)\b.{0,60}\bfail|fail(?:ed|ure|ing|ures)?\b.{0,60}\b(?:tests?|specs?|scenarios?|suites?)\b|test[ -]?result|\.(?:spec|test)\.\w{1,4}|_test\.\w{1,4}|\btest_\w{1,60}\.py|_spec\.rb|Tests?\.(?:java|kt|cs|php|swift)|^\s{0,8}not ok \d|\bxfail/i,
      example: '3 scenarios failed'
    }
  ],
  type_check: [
    {
      id: 'hint.type',
      weight: 3.5,
      pattern:
        /\bTS\d{4,5}\b|is not assignable|incompatible (?:type|return|argument|default)|type[ -]?(?:error|check|mismatch|annotation)|(?:parameter|argument|return|declared) type|expects .{1,60} given|implicitly has an|(?:property|method|attribute) .{1,60}(?:does not exist|not exist) on|has no attribute|object is (?:possibly|of type)|reveal_type|\bunion\b|\bnull(?:able|ability)\b|srb\.help|\[(?:arg-type|return-value|attr-defined|assignment|union-attr|call-arg)\]/i,
      example: 'argument type is wider than what is declared'
    }
  ],
  lint_format: [
    {
      id: 'hint.style',
      weight: 3.5,
      pattern:
        /\blint|\bformatt?(?:ed|ing|er)\b|code ?style|\bstyle\b.{0,30}(?:error|issue|violation|problem|check)|whitespace|indent|trailing|prettier|eslint|rubocop|checkstyle|ktlint|detekt|hadolint|shellcheck|clippy|\bofenses?|offen[cs]es?|violations? found|violation|line (?:is )?(?:too long|longer|length)|unused|import order|sorted|newline at end|reformat|files? (?:would|need|should|can) be|fixable|auto-?fix|--fix|--write|\bSC[12]\d{3}\b|\bDL[34]\d{3}\b|\bMD0\d\d\b|deprecat.{0,40}-D warnings|missing semicolon|naming convention|commit message|may not be empty \[/i,
      example: 'offence at line 3: line length'
    }
  ],
  dependency_resolution: [
    {
      id: 'hint.depends',
      weight: 3.2,
      pattern:
        /\bdependenc(?:y|ies)\b|\bversion(?:s)?\b.{0,60}(?:not found|conflict|satisf|match|requir|incompatib|exist|unknown|available)|(?:no|could not find|unable to find|cannot find).{0,40}\b(?:version|package|artifact|crate|gem|pod|distribution)\b|lock ?file|\bunmet\b|\bpeer\b|conflict(?:s|ing)? (?:with|between|dep|req)|requirements? .{0,60}(?:satisf|resolv|conflict)|unresolv(?:ed|able)|package .{1,80}(?:not found|missing|does not exist|unavailable|no longer)|checksum|integrity|\bresolut(?:ion)|failed to (?:select|resolve|install)|cannot install|no matching|(?:npm|pip|gem|pod|cargo|composer|nuget|bundle) install|module(?:notfound)?.{0,20}(?:not found|error)|no module named|cannot find module|has no installation candidate/i,
      example: 'version 3 of a conflicts with version 2 of b'
    }
  ],
  compile_error: [
    {
      id: 'hint.compile',
      weight: 3.3,
      pattern:
        /\bcompil|syntax ?error|parse error|undeclared|undefined (?:reference|symbol|variable|function|method|identifier)|undefined:|cannot find (?:symbol|value|type|name|function|\S{1,60} in scope)|not (?:declared|in scope|defined)|isn't defined|unresolved (?:reference|symbol|identifier|import|external)|duplicate symbol|unexpected (?:token|identifier|end of)|expected ['`"]?[;)}{]|redefinition|no (?:such|matching) (?:function|member|method|module)|\blinker\b|\bld(?:\.lld|\.gold)?: |linking failed|\bheader\b.{0,30}not found|\[E0\d{3}\]|\bC[SS]\d{4}\b|\bLNK\d{4}\b|\bC\d{4}:|borrow|lifetime|cannot be (?:applied|resolved|converted)|does not (?:implement|conform|override|compile)|webpack|rollup|esbuild|could not build/i,
      example: 'undefined symbol in the third module'
    },
    {
      id: 'hint.source',
      weight: 2.2,
      pattern:
        /\.(?:c|cc|cpp|cxx|h|hpp|rs|go|java|kt|kts|scala|swift|m|mm|cs|fs|vb|dart|zig|hs|ml|ex|f90|pas|ino|sol|cu)[:(]\[?\d{1,6}(?:[:,]\d{1,5})?[\]):]{0,3}/i,
      example: 'lib/a.zig:3:5: what is this'
    }
  ],
  docker_build: [
    {
      id: 'hint.image',
      weight: 3.2,
      pattern:
        /\bDockerfile|Containerfile|\bdocker(?:d|file)?[ :-].{0,60}(?:error|fail|not|no such)|\bbuildkit|\bbuildx|\bbuildah|\bkaniko|\bpodman|\bimages?\b.{0,60}(?:not found|failed|error|unknown|does not exist|pull|build)|(?:pull|build|push)(?:ing)? .{0,30}\bimage|build context|\bmanifest\b|(?:base|builder) (?:image|stage|layer)|failed to (?:solve|compute)|executor failed|^#\d{1,4} .{0,20}error|\blayers?\b.{0,40}(?:fail|error)/i,
      example: 'pulling the image ended early'
    }
  ],
  config_error: [
    {
      id: 'hint.config',
      weight: 2.8,
      pattern:
        /command not found|: not found$|exit code:? 12[67]\b|\bunknown (?:option|command|argument|flag|property|key|field|target|task|input)|unrecogni[sz]ed|unsupported|\binvalid\b|(?:is|are|was) (?:not set|not configured|required|missing|undefined|empty)|must (?:be (?:set|one of|specified|provided)|specify)|\bmissing (?:script|input|argument|option|key|required|field|env)|environment variable|\bconfig(?:uration)?\b|\bya?ml\b|\bschema\b|no (?:such )?(?:target|task|scheme|project|rule|files?|workspace|command)\b|does not (?:exist|contain)|not (?:a valid|supported|allowed|recogni[sz]ed)|\bworkflow\b|input required|not supplied|KeyError|bad option|duplicate key|usage: /i,
      example: 'field a is required'
    },
    {
      id: 'hint.absent',
      weight: 1.6,
      pattern:
        /no such file|not found|cannot find|could not find|unable to (?:find|locate|resolve)|cannot open/i,
      example: 'unable to locate what was asked for'
    }
  ]
}
