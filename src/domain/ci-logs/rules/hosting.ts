// Git and CI infrastructure: actions, runners, permissions, quality gates.
import type { RulePack } from './rule.js'

/** The missing permission at the end of a message. */
const PERMISSION =
  '.{0,60}\\b(?:actions|attestations|checks|contents|deployments|discussions|id-token|issues|packages|pages|pull-requests|security-events|statuses): (?:read|write)\\b'

/** Follows the name of a hosted runner image. */
const RETIRED =
  '.{0,40}\\b(?:images?|runners?|labels?)\\b.{0,80} (?:is|was|has been|have been|are|were) (?:removed|retired|unsupported|no longer)\\b'

export const hosting: RulePack = {
  auth_permission: [
    {
      id: 'git.denied',
      weight: 9.5,
      pattern:
        /remote: Permission to \S{1,150} denied|Permission denied \(publickey|Host key verification failed|could not read Username for|could not read Password for|Authentication failed for '|Invalid username or (?:password|token)|remote: (?:Write access to repository not granted|Invalid username|HTTP Basic: Access denied)|The requested URL returned error: 40[13]|Support for password authentication was removed|terminal prompts disabled|Bad credentials|Load key ".{1,100}": |error in libcrypto|remote: Repository not found|repository '.{1,200}' not found|ERROR: Repository not found|Could not read from remote repository|key you are authenticating with has been marked as read only|SAML (?:SSO|enforcement)|has enabled or enforced SAML|remote: Not Found|No user exists for uid/,
      example: 'remote: Permission to a/b.git denied to github-actions[bot].'
    },
    {
      id: 'git.protected',
      weight: 9.5,
      pattern:
        /protected branch hook declined|GH006: |GH013: |refusing to allow (?:a|an) .{1,60} to create or update workflow|remote: error: GH\d{3}|Cannot force-push to this|You're not authorized to push to this branch|Changes must be made through a pull request|push declined due to repository rule violations/,
      example: 'remote: error: GH006: Protected branch update failed for refs/heads/main.'
    },
    {
      id: 'api.denied',
      weight: 9.5,
      pattern:
        /Resource not accessible by (?:integration|personal access token)|HttpError: (?:Not Found|Bad credentials|Resource not accessible|Requires authentication|Must have admin rights)|Must have admin rights|GitHub Actions is not permitted to (?:create or )?(?:create|approve)|HTTP 40[13](?:: |\))|status(?: code)?:? 40[13]\b|40[13] Client Error|40[13] Forbidden|40[13] Unauthorized|Unable to get ACTIONS_ID_TOKEN_REQUEST_URL|requires? (?:the )?`?(?:id-token|contents|packages|pull-requests|issues|security-events|pages): write|does not have (?:the )?(?:correct |sufficient )?permission|insufficient permissions?|Missing (?:required )?permission|EACCES: permission denied|Error: EPERM|your (?:token|account) .{1,60}(?:not granted|scopes|permission)|token (?:has |is )(?:expired|invalid|revoked)|Invalid token|invalid_grant|: Unauthorized\.?$|Error: Unauthorized|Parameter token or opts\.auth is required|Code scanning is not enabled for this repository|Advanced Security must be enabled/i,
      example: 'Error: Resource not accessible by integration'
    },
    {
      id: 'workflow.permission',
      weight: 9.5,
      pattern: new RegExp(
        ['requires?', 'needs?', 'must have', 'is requesting', 'missing (?:required )?permission']
          .map((word) => `\\b${word} ${PERMISSION}`)
          .join('|'),
        'i'
      ),
      example: "Error: The job's GITHUB_TOKEN needs `contents: read`."
    },
    {
      id: 'api.permissions',
      // Many kinds of replies contain this header, so it counts only if nothing else matches.
      weight: 4,
      pattern: /x-accepted-github-permissions'?: {1,4}'?[a-z_]{4,30}=(?:read|write)/,
      example: "'x-accepted-github-permissions': 'issues=read; pull_requests=read'"
    },
    {
      id: 'auth.missing',
      weight: 8.5,
      pattern:
        /(?:set|populate) the GH_TOKEN environment variable|GH_TOKEN environment variable|ENEEDAUTH|gh auth login|Input required and not supplied: (?:ssh-private-key|app-id|private-key)|The ssh-private-key argument is empty|error: (?:no|missing) (?:credentials|token|api key)|API key (?:is )?(?:missing|invalid|required)|Permission denied \(os error 13\)|Token required|SONAR_TOKEN.{0,40}(?:not|missing|empty)/i,
      example: 'gh: To use GitHub CLI in a GitHub Actions workflow, set the GH_TOKEN environment variable.'
    }
  ],
  config_error: [
    {
      id: 'workflow.invalid',
      weight: 10,
      pattern:
        /Invalid workflow file|You have an error in your yaml syntax|Unexpected value '|Unrecognized (?:named-value|function): '|The workflow is not valid|Exceeded max expression length|error parsing called workflow|Required property is missing|The template is not valid|Unable to process file command|Invalid format '|Matrix vector '|The expression is not closed|mapping values are not allowed|yaml: (?:line \d|unmarshal|did not find|found)|ScannerError|YAMLException|could not find expected ':'|while (?:scanning|parsing) a (?:block|simple key|flow)|This run likely failed because of a workflow file issue|error in your workflow file/,
      example: 'Invalid workflow file: .github/workflows/ci.yml#L6'
    },
    {
      id: 'action.input',
      weight: 9.5,
      pattern:
        /Input required and not supplied: (?!ssh-private|app-id|private-key)(?<package>[\w-]{1,60})|Error: Input '.{1,60}' (?:is|must)|Input does not meet YAML 1\.2|Missing required input|Top level 'runs:' section is required|Parameter .{1,40} is required/i,
      example: 'Error: Input required and not supplied: github-token'
    },
    {
      id: 'action.missing',
      weight: 9.5,
      pattern:
        /Unable to resolve action|Missing download info for|unable to find version `|An action could not be found at the URI|Can't find 'action\.yml'|Could not find (?:a version that satisfied|file '.{1,200}action)|Missing 'uses' or|workflow was not found|is not allowed (?:in|to be used in) .{1,120}|actions? .{1,100}(?:is|are) not allowed to be used|must be (?:within a repository owned|from a repository|pinned to a full)/,
      example: 'Unable to resolve action `a/b@v9`, unable to find version `v9`'
    },
    {
      id: 'action.retired',
      weight: 10,
      pattern:
        /automatically failed because it uses a deprecated version of|is using Node(?:\.js)? ?\d{2} which has been (?:removed|deprecated and)|The `?(?:set-output|save-state|set-env|add-path)`? command is (?:disabled|deprecated and will be disabled)|set-env` command is disabled|This is a scheduled .{1,60} brownout|is in a brownout|The \S{1,40} (?:runner )?image (?:is|was|has been) (?:removed|retired|deprecated|unsupported)|This version of the action has been (?:removed|deprecated|retired)|has been (?:sunset|retired|removed)|requires a runner version|is a deprecated (?:version|runner)/i,
      example:
        'Error: This request has been automatically failed because it uses a deprecated version of `actions/upload-artifact: v2`.'
    },
    {
      id: 'image.retired',
      weight: 10,
      pattern: new RegExp(
        [
          ...['ubuntu', 'macos', 'windows', 'windows server'].map(
            (kind) => `\\b${kind}[- ]\\d[\\d.]{1,5}${RETIRED}`
          ),
          '\\brunner (?:image|label):? .{0,3}(?:ubuntu|macos|windows(?: server)?)[- ]\\d[\\d.]{1,5}.{0,60} (?:is|was|has been) (?:removed|retired|unsupported|no longer)\\b'
        ].join('|'),
        'i'
      ),
      example: 'The Windows Server 2019 runner image has been retired.'
    },
    {
      id: 'git.ownership',
      weight: 9,
      pattern:
        /detected dubious ownership|unsafe repository \(|fatal: not a git repository|does not have a commit checked out|pathspec '.{1,120}' did not match|refusing to merge unrelated histories|ambiguous argument '|bad revision '|not a valid object name|couldn't find remote ref|unable to find remote ref|Remote branch .{1,80} not found|no merge base|reference is not a tree|Please tell me who you are|empty ident name|unable to auto-detect email|shallow (?:update not allowed|file has changed)|No url found for submodule path|src refspec .{1,80} does not match|already exists on the remote|tag '.{1,60}' already exists|cannot lock ref|failed to push some refs|Updates were rejected because|non-fast-forward|No commits between|A branch or tag with the name .{1,100} could not be found|filename too long/i,
      example: "fatal: detected dubious ownership in repository at '/work'"
    },
    {
      id: 'job.files',
      weight: 7.5,
      pattern:
        /No files were found with the provided path.{0,200}(?:error|No artifacts)|Unable to find any artifacts|Artifact not found for name|Unable to download artifact|an artifact with this name already exists|Conflict: an artifact|No event triggers defined|Path Validation Error: Path\(s\) specified|ENOENT: no such file or directory, (?:open|scandir|stat|lstat|rename|copyfile) '(?<file>[^']{1,200})'|cp: cannot stat|chmod: cannot access|rm: cannot remove|mv: cannot stat|tar: .{1,120}: Cannot (?:stat|open)|An error occurred trying to start process|: No such file or directory(?! \(os error)|FileNotFoundError: |cannot open shared object file|system library .{1,60} (?:required|not found)|version `GLIBC_[\d.]{1,6}' not found|Unable to find (?:Node|Python|Java|Go) version|Version \S{1,40} was not found in the local cache|Could not find satisfied version|Could not find .{1,60} in the list of|Browser was not found at|Version spec was not resolved|Error: Path does not exist|Executable doesn't exist at|System limit for number of file watchers/,
      example: "Error: ENOENT: no such file or directory, open 'a.json'"
    }
  ],
  runner_infra: [
    {
      id: 'runner.lost',
      weight: 10,
      pattern:
        /The runner has received a shutdown signal|Job failed \(system failure\)|prepare environment: |lost communication with the server|The (?:self-)?hosted runner(?:: .{1,100})? (?:lost|encountered an error|has)|encountered an error while running your job|hosted runner encountered|The agent: .{1,120} lost communication|runner (?:has been|was) (?:terminated|preempted|evicted)|The job was not (?:acquired by|started because)|We stopped hearing from agent|job was canceled because .{0,60}(?:runner|preempt)|Received request to deprovision|The machine .{1,60} was preempted|spot (?:instance )?(?:interruption|termination)|node was preempted|pod was evicted|The node was low on resource/i,
      example:
        'The runner has received a shutdown signal. This can happen when the runner service is stopped.'
    },
    {
      id: 'runner.service',
      weight: 8.5,
      pattern:
        /GitHub Actions has encountered an internal error|internal error when running your job|Something went wrong while executing your (?:query|workflow)|We couldn't respond to your request in time|Error: Failed to (?:CreateArtifact|FinalizeArtifact|ListArtifacts|GetSignedArtifactURL).{0,40}(?:Failed to make request|non-retryable|timeout|5\d\d)|Unable to make request: E|Failed to make request after \d|Job is waiting for a (?:hosted )?runner|no space for runner|System\.Net\.Http\.HttpRequestException|ERROR: Preparation failed: |runner system failure|Failed to (?:initialize|start) container|Initialize containers failed|One or more containers failed to start|Failed to download action '|Failed to resolve action download info|Internal server error occurred while resolving|GitHub(?:'s)? (?:API|servers?) (?:is|are) (?:down|unavailable)|infrastructure (?:failure|error)|remote: Internal Server Error|No server is currently available|could not acquire a runner|No (?:hosted )?runner (?:matching|is available)|Cache service responded with 5\d\d|Process exited before completion of|dpkg frontend lock|Could not get lock \/var\/lib|Error: Could not start the emulator|emulator: ERROR|Timeout waiting for emulator to boot|Unable to boot (?:the Simulator|device)/i,
      example: 'GitHub Actions has encountered an internal error when running your job.'
    }
  ],
  quality_gate: [
    {
      id: 'gate.coverage',
      weight: 9.5,
      pattern:
        /coverage threshold for \w{3,20} \([\d.]{1,6}%\) not met|Required test coverage of [\d.]{1,6}% not reached|Coverage (?:failure|check failed|for \w{3,20} \([\d.]{1,6}%\) does not meet|is below|too low|dropped|decreased)|ERROR: Coverage for|total of \d{1,3}(?:\.\d{1,3})? is less than fail-under|coverage.{0,60}(?:below|less than|lower than|under) (?:the )?(?:expected|minimum|threshold|required|target|fail)|minimum coverage|SimpleCov failed|Coverage .{0,60}expected minimum|below the (?:required|expected|minimum) (?:coverage|threshold)|codecov\/(?:project|patch).{0,60}fail|minimum (?:line|branch)? ?coverage.{0,40}(?:not met|below)|does not meet (?:the )?(?:global )?threshold|mutation score .{0,80}(?:below|under)|FAIL Required test coverage/i,
      example: 'Jest: "global" coverage threshold for lines (80%) not met: 75.1%'
    },
    {
      id: 'gate.sonar',
      weight: 9.5,
      pattern:
        /QUALITY GATE STATUS: FAILED|Quality Gate (?:has )?(?:failed|status: (?:FAILED|ERROR))|quality gate (?:failed|is red)|did not pass the quality gate|Pipeline aborted due to quality gate/i,
      example: 'ERROR: QUALITY GATE STATUS: FAILED - View details on https://sonar.example.org'
    },
    {
      id: 'gate.audit',
      weight: 8.5,
      pattern:
        /[1-9]\d{0,4} vulnerabilities? found$|error: [1-9]\d{0,4} vulnerabilit(?:y|ies) found|Severity threshold .{0,40}(?:exceeded|met)|found [1-9]\d{0,4} (?:known )?vulnerabilit(?:y|ies) in [1-9]|\d vulnerabilities \(.{0,80}(?:high|critical)\)|Vulnerable (?:dependencies|packages) (?:found|detected)|Dependency review detected vulnerable packages|Dependency review (?:failed|detected)|Incompatible licenses?|license.{0,60}(?:not allowed|denied|forbidden|rejected)|advisor(?:y|ies) (?:denied|not ok)|advisories FAILED|licenses FAILED|bans FAILED|sources FAILED|gitleaks.{0,40}leaks found|leaks found: [1-9]|Secrets? (?:detected|found)|govulncheck.{0,60}found|Your code is affected by [1-9]\d{0,3} vulnerabilit|code scanning results .{0,60}fail|ID: +RUSTSEC-/i,
      example: 'Dependency review detected vulnerable packages.'
    },
    {
      id: 'gate.size',
      weight: 9,
      pattern:
        /exceeds? (?:the )?(?:maximum |max |budget|bundle size|size limit|limit by)|Package size limit has exceeded|exceeded maximum budget|bundle size .{0,60}(?:exceeded|larger|too)|Total size (?:limit )?(?:has )?exceeded|budgets?: .{0,60}exceeded|asset size limit: .{0,60}error|performance (?:score|budget).{0,60}(?:below|failed)|Assertion(?:s)? failed\. Exiting with status code 1|assertion failed.{0,60}minScore|lighthouse.{0,60}(?:fail|below)/i,
      example: 'Package size limit has exceeded by 1.2 kB'
    },
    {
      id: 'gate.change',
      weight: 8.5,
      pattern:
        /(?:add|requires?|missing|need) (?:an? )?changelog|(?:add|requires?|missing|need) a (?:changeset|release note|news fragment)|changelog (?:entry )?(?:is )?(?:missing|required|not found)|No changesets? (?:found|present)|Some packages have been changed but no changesets|No news fragments? found|towncrier.{0,60}(?:missing|no new)|PR title.{0,80}(?:must|should|does not|doesn't|is not|required|missing|invalid)|pull request (?:title|description|body|label).{0,80}(?:must|should|does not|doesn't|is not|required|missing|invalid)|No release type found in pull request title|Unknown release type|does not match (?:the )?(?:conventional|required)|is missing (?:a |the )?(?:required )?(?:label|Signed-off-by|sign-?off)|DCO.{0,60}(?:missing|fail)|Sign-?off (?:missing|required)|CLA (?:not signed|missing|check failed)|requires one of the following labels|Label error|Missing required label|blocked by label|needs? (?:at least )?\d{0,2} ?approv|Danger.{0,60}(?:fail|error)|generated (?:files?|code) (?:is|are) (?:out of date|not up[- ]to[- ]date|stale)|out of date[.,;:] {0,2}(?:please )?(?:re)?-?run|not up[- ]to[- ]date[.,;:] {0,2}(?:please )?(?:re)?-?run|Please (?:re-?)?run .{1,80} and commit|working tree is (?:dirty|not clean)|git tree is (?:dirty|not clean)|git state is dirty|uncommitted changes|There are uncommitted|Found (?:difference|diff|changes) (?:between|in|after)/i,
      example: 'Please add a changelog entry for this change.'
    }
  ]
}
