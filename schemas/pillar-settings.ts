// Every key of every pillar, with its default: from here come validation, resolution and the reference page.
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
} from './config-keys.js'

const DAYS = { minimum: 1, maximum: 3_650 }

const triage = section(
  {
    enabled: flag(true, 'Whether new issues and pull requests are sorted.'),
    auto_label: flag(true, 'Whether the labels that are suggested are put on.'),
    auto_comment: flag(true, 'Whether it comments when information is missing or a duplicate is suspected.'),
    duplicate_detection: flag(true, 'Whether issues that say the same are looked for.'),
    close_duplicates: flag(
      false,
      'Whether an issue is closed when somebody confirms that it repeats another; nothing is closed without that.'
    ),
    triggers: triggersWithPaths
  },
  'Sorting of issues and pull requests.'
)

const ci_healing = section(
  {
    enabled: flag(true, 'Whether failed CI runs are diagnosed and repaired.'),
    auto_patch: flag(true, 'Whether a repair is offered as a pull request; without, only the diagnosis.'),
    max_fix_attempts: whole(3, { minimum: 0, maximum: 20 }, 'Repairs per branch in 24 hours.'),
    min_confidence_to_patch: confidence('How sure a diagnosis must be before a repair is offered.'),
    allowed_file_patterns: words(['**'], 'Globs of files that a repair may change.'),
    blocked_file_patterns: words(
      ['.env*', 'secrets/**', '*.pem', '*.key'],
      'Globs of files that no repair may change, whatever is allowed; without `/` at any depth.'
    ),
    triggers
  },
  'Repair of failed CI runs.'
)

const stale = (warnDays: number, exempt: readonly string[], what: string) =>
  section(
    {
      warn_days: whole(warnDays, DAYS, `Days without activity after which ${what} are marked as stale.`),
      close_days: wholeOrNever(DAYS, `Days after that mark until ${what} are closed; null: never.`),
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
    enabled: flag(true, 'Whether stale things and old branches are looked after.'),
    stale: section(
      {
        issues: stale(60, ['pinned', 'security'], 'issues'),
        prs: stale(30, ['pinned'], 'pull requests')
      },
      'What is left alone for long.'
    ),
    branch_cleanup
  },
  'Upkeep of issues, pull requests and branches.'
)

const issue_fix = section(
  {
    enabled: flag(false, 'Whether issues are worked on; to be switched on by whoever wants it.'),
    max_file_changes: whole(3, { minimum: 1, maximum: 100 }, 'Files that one change may touch.'),
    max_line_changes: whole(200, { minimum: 1, maximum: 10_000 }, 'Lines that one change may touch.'),
    min_confidence_to_submit: confidence('How sure it must be before a pull request is opened.'),
    allowed_labels: words(
      ['bug', 'good first issue', 'help wanted', 'enhancement', 'documentation'],
      'Labels, in any case, of which an issue must carry one.'
    ),
    blocked_paths: words(['migrations/**', '.github/**', 'db/**'], 'Globs of files that are never changed.'),
    daily_limit: whole(3, { minimum: 0, maximum: 100 }, 'Changes per repository in 24 hours.'),
    per_issue_limit: whole(
      1,
      { minimum: 0, maximum: 20 },
      'Changes per issue that wait for people, or were proposed within 24 hours.'
    ),
    triggers
  },
  'Changes that answer an issue.'
)

const merge_queue = section(
  {
    enabled: flag(false, 'Whether pull requests are merged in turn; to be switched on by whoever wants it.'),
    required_checks: words([], 'Checks that must have passed before a merge.'),
    triggers
  },
  'Merging of pull requests in turn.'
)

const ai_review = section(
  {
    enabled: flag(true, 'Whether pull requests are reviewed.'),
    comment_findings: flag(true, 'Whether findings are written at the lines that they are about.'),
    engine: nameOrOwn('Which engine reviews; null: the one that the service is set to.'),
    model: nameOrOwn('Which model reviews; null: the one of the engine.'),
    max_duration_seconds: whole(300, { minimum: 10, maximum: 1_800 }, 'How long one review may take.'),
    bundle_max_chars: whole(
      180_000,
      { minimum: 10_000, maximum: 1_000_000 },
      'How much is shown to the reviewer.'
    ),
    require_file_scope: flag(true, 'Whether findings outside the changed files are set aside.'),
    adversarial_review: flag(true, 'Whether a second pass challenges the findings.'),
    adversarial_model: nameOrOwn('Which model challenges; null: a cheaper one of the engine.'),
    triggers: triggersWithPaths
  },
  'Review of pull requests.'
)

const spam_gate = section(
  {
    enabled: flag(
      false,
      'Whether authors with too much open at once are stopped; to be switched on by whoever wants it.'
    ),
    max_open_prs: whole(10, { minimum: 1, maximum: 1_000 }, 'Open pull requests that one author may have.'),
    max_open_issues: whole(15, { minimum: 1, maximum: 1_000 }, 'Open issues that one author may have.'),
    exempt_users: words([], 'Logins that are never stopped.'),
    exempt_labels: words(['pinned', 'security'], 'Labels that keep what carries them open.'),
    close_message: line(
      'Closed because its author has more open here than this repository allows at once.',
      'What is said to the author.'
    )
  },
  'Limits on how much one author has open.'
)

export const pillarSections = {
  triage,
  ci_healing,
  maintainer,
  issue_fix,
  enforcement: section(
    { enabled: flag(true, 'Whether policies are enforced.') },
    'Policies of the organisation.'
  ),
  trust: section(
    {
      enabled: flag(true, 'Whether tests and dependencies are watched.'),
      flaky_test_detection: flag(true, 'Whether tests that fail now and then are looked for.'),
      dependency_scanning: flag(true, 'Whether dependencies are compared with known advisories.')
    },
    'Whether tests and dependencies can be relied upon.'
  ),
  merge_queue,
  ai_review,
  spam_gate,
  insights: section({ enabled: flag(true, 'Whether figures of the repository are shown.') }, 'Figures.')
}
