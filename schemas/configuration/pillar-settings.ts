// Every key of every pillar with its default. Validation, resolution and the reference page derive from it.
import {
  confidence,
  flag,
  line,
  nameOrOwn,
  section,
  triggers,
  triggersWithPaths,
  whole,
  wholeOrNever,
  words
} from './keys.js'

const DAYS = { minimum: 1, maximum: 3_650 }

const triage = section(
  {
    enabled: flag(true, 'Whether new issues and pull requests are triaged.'),
    auto_label: flag(true, 'Whether suggested labels are applied.'),
    auto_comment: flag(true, 'Whether it comments when information is missing or a duplicate is suspected.'),
    duplicate_detection: flag(true, 'Whether duplicate issues are detected.'),
    close_duplicates: flag(
      false,
      'Whether an issue is closed when somebody confirms that it is a duplicate. Nothing is closed without confirmation.'
    ),
    triggers: triggersWithPaths
  },
  'Triage of issues and pull requests.'
)

const ci_healing = section(
  {
    enabled: flag(true, 'Whether failed CI runs are diagnosed and repaired.'),
    auto_patch: flag(
      true,
      'Whether repairs are proposed as pull requests; if false, failures are only diagnosed.'
    ),
    max_fix_attempts: whole(3, { minimum: 0, maximum: 20 }, 'Repairs per branch in 24 hours.'),
    min_confidence_to_patch: confidence('Minimum confidence of a diagnosis before a repair is proposed.'),
    allowed_file_patterns: words(['**'], 'Globs of files that a repair may change.'),
    blocked_file_patterns: words(
      ['.env*', 'secrets/**', '*.pem', '*.key'],
      'Globs of files that no repair may change, even if allowed. A glob matches at any depth, ignoring case, with everything below.'
    ),
    triggers
  },
  'Repair of failed CI runs.'
)

const stale = (warnDays: number, exempt: readonly string[], what: string) =>
  section(
    {
      warn_days: whole(
        warnDays,
        DAYS,
        `Days without activity after which ${what} are stale; a warning is posted a few days earlier.`
      ),
      close_days: wholeOrNever(DAYS, `Days after that until ${what} are closed; null: never.`),
      exempt_labels: words(exempt, `Labels that keep ${what} from becoming stale.`)
    },
    `When ${what} count as stale.`
  )

const branch_cleanup = section(
  {
    enabled: flag(false, 'Whether branches that are merged are deleted.'),
    protected_branches: words(['main', 'master', 'develop'], 'Branches that are never deleted.'),
    min_age_days: whole(7, { minimum: 0, maximum: 3_650 }, 'Days since the merge before a branch goes.')
  },
  'Deletion of merged branches.'
)

const maintainer = section(
  {
    enabled: flag(true, 'Whether stale issues, stale pull requests and merged branches are cleaned up.'),
    stale: section(
      {
        issues: stale(60, ['pinned', 'security'], 'issues'),
        prs: stale(30, ['pinned'], 'pull requests')
      },
      'Stale issues and pull requests.'
    ),
    branch_cleanup
  },
  'Maintenance of issues, pull requests and branches.'
)

const issue_fix = section(
  {
    enabled: flag(false, 'Whether issues are fixed automatically; opt-in.'),
    max_file_changes: whole(3, { minimum: 1, maximum: 100 }, 'Files that one change may touch.'),
    max_line_changes: whole(200, { minimum: 1, maximum: 10_000 }, 'Lines that one change may touch.'),
    min_confidence_to_submit: confidence('Minimum confidence before a pull request is opened.'),
    allowed_labels: words(
      ['bug', 'good first issue', 'help wanted', 'enhancement', 'documentation'],
      'An issue must carry one of these labels (case-insensitive).'
    ),
    blocked_paths: words(
      ['migrations/**', '.github/**', 'db/**'],
      'Globs of files that are never changed. A glob matches at any depth, ignoring case, with everything below.'
    ),
    daily_limit: whole(3, { minimum: 0, maximum: 100 }, 'Changes per repository in 24 hours.'),
    per_issue_limit: whole(
      1,
      { minimum: 0, maximum: 20 },
      'Changes per issue that wait for people, or were proposed within 24 hours.'
    ),
    triggers
  },
  'Automated fixes for issues.'
)

const rollback = section(
  {
    keywords: words(
      ['deploy', 'release', 'publish', 'production', 'prod', 'ship'],
      'A workflow is a deployment if its name or its path contains one of these, as a whole word.'
    ),
    window_minutes: whole(
      30,
      { minimum: 1, maximum: 1_440 },
      'How long after a merge a failed deployment counts.'
    )
  },
  'Merges that are taken back when a deployment fails. The configuration of the queue turns them on: `rollback_enabled`.'
)

const merge_queue = section(
  {
    enabled: flag(false, 'Whether pull requests are merged through the queue; opt-in.'),
    required_checks: words([], 'Checks that must have passed before a merge.'),
    rollback,
    triggers
  },
  'Merge queue.'
)

const ai_review = section(
  {
    enabled: flag(true, 'Whether pull requests are reviewed.'),
    comment_findings: flag(true, 'Whether findings are posted as line comments.'),
    engine: nameOrOwn('Review engine; null: the default of the service.'),
    model: nameOrOwn('Review model; null: the default of the engine.'),
    max_duration_seconds: whole(
      300,
      { minimum: 10, maximum: 1_800 },
      'How long the language model may take for one review.'
    ),
    bundle_max_chars: whole(
      180_000,
      { minimum: 10_000, maximum: 1_000_000 },
      'How much context the reviewer gets.'
    ),
    require_file_scope: flag(true, 'Whether findings outside the changed files are dropped.'),
    adversarial_review: flag(true, 'Whether a second pass challenges the findings.'),
    adversarial_model: nameOrOwn('Model of the second pass; null: the same model.'),
    triggers: triggersWithPaths
  },
  'Review of pull requests. The review settings of a repository turn it on, and what is saved there outweighs these.'
)

const spam_gate = section(
  {
    enabled: flag(
      false,
      'Whether new issues and pull requests of authors with too many open ones are closed; opt-in.'
    ),
    max_open_prs: whole(
      10,
      { minimum: 1, maximum: 1_000 },
      'Open pull requests that one author may have; a new one counts.'
    ),
    max_open_issues: whole(
      15,
      { minimum: 1, maximum: 1_000 },
      'Open issues that one author may have; a new one counts.'
    ),
    exempt_users: words(
      [],
      'Logins that are never limited. People who may write to the repository never are.'
    ),
    exempt_labels: words(['pinned', 'security'], 'Labels that keep a new issue or pull request open.'),
    close_message: line(
      'Closed because its author has more open here than this repository allows at once.',
      'Message to the author, in Markdown. How many are open and allowed follows it.'
    )
  },
  'Limits on how much one author has open: what is opened beyond them is closed and not worked on. In doubt it stays open.'
)

export const pillarSections = {
  triage,
  ci_healing,
  maintainer,
  issue_fix,
  enforcement: section(
    {
      enabled: flag(
        true,
        'Whether branches and repositories are held to policies and the baseline, and configuration files are validated.'
      )
    },
    'Configuration files and policies of the organisation.'
  ),
  trust: section(
    {
      enabled: flag(true, 'Whether tests and dependencies are watched.'),
      flaky_test_detection: flag(true, 'Whether flaky tests are detected.'),
      quarantine_days: whole(
        30,
        { minimum: 1, maximum: 365 },
        'Days after which a quarantine ends in any case.'
      ),
      dependency_scanning: flag(true, 'Whether dependencies are checked against known advisories.')
    },
    'Reliability of tests and dependencies.'
  ),
  merge_queue,
  ai_review,
  spam_gate,
  insights: section(
    { enabled: flag(true, 'Has no effect.') },
    'Metrics. It does nothing: they are shown for every repository, and this setting is only stored.'
  )
}
