// How the pull requests of a repository are reviewed.
import { type Static, Type } from '@sinclair/typebox'
import { closed, MODEL_NAME, nullable, oneOf, operation, RepoParams, ref, timestamp } from '../common.js'
import { ErrorBody } from '../errors.js'
import { BLOCKING_VERDICTS, DEFENSE_MODES, DEFENSE_TRIGGERS, REVIEW_CONFIDENCES } from './enums.js'

const MOST_PATTERNS = 100
const LONGEST_PATTERN = 200

const flag = (initial: boolean, description: string) => Type.Boolean({ default: initial, description })
const whole = (initial: number, [minimum, maximum]: readonly [number, number], description: string) =>
  Type.Integer({ default: initial, minimum, maximum, description })
const name = (description: string) =>
  Type.Union([Type.String({ minLength: 1, maxLength: 200, pattern: MODEL_NAME }), Type.Null()], {
    default: null,
    description
  })

/** Files that nobody reads. */
export const IGNORED_PATTERNS = [
  '**/package-lock.json',
  '**/npm-shrinkwrap.json',
  '**/yarn.lock',
  '**/pnpm-lock.yaml',
  '**/Cargo.lock',
  '**/poetry.lock',
  '**/uv.lock',
  '**/composer.lock',
  '**/Gemfile.lock',
  '**/go.sum',
  '**/*.min.js',
  'dist/**',
  'build/**'
]

const settings = {
  enabled: flag(false, 'Whether pull requests of this repository are reviewed.'),
  check_logic: flag(true, 'Whether the language model looks for wrong logic.'),
  check_security: flag(true, 'Whether security is looked at: by rules, and by the language model.'),
  check_architecture: flag(true, 'Whether the language model looks at the structure of the change.'),
  check_cost_leaks: flag(true, 'Whether the language model looks for waste of time, memory and money.'),
  check_tests: flag(true, 'Whether tests are looked at: by rules, and by the language model.'),
  check_docs: flag(false, 'Whether the language model looks for documentation that is no longer true.'),
  block_on_verdict: Type.Array(oneOf(BLOCKING_VERDICTS, { description: 'A verdict.' }), {
    default: ['request_changes'],
    uniqueItems: true,
    maxItems: BLOCKING_VERDICTS.length,
    description: 'The verdicts with which the check fails.'
  }),
  min_confidence_to_block: oneOf(REVIEW_CONFIDENCES, {
    default: 'medium',
    description: 'How sure such a verdict must be.'
  }),
  allow_approve: flag(false, 'Whether the service may approve on the host; otherwise it comments.'),
  max_files_to_review: whole(30, [1, 300], 'Further files are left out, and named.'),
  max_lines_to_review: whole(
    2_000,
    [1, 50_000],
    'Files beyond this many changed lines are left out, and named.'
  ),
  architecture_context: Type.Union([Type.String({ maxLength: 10_000 }), Type.Null()], {
    default: null,
    description: 'What the language model should know about the repository; null: nothing.'
  }),
  ignore_patterns: Type.Array(Type.String({ minLength: 1, maxLength: LONGEST_PATTERN }), {
    default: IGNORED_PATTERNS,
    maxItems: MOST_PATTERNS,
    description: 'Globs of files that are not reviewed.'
  }),
  engine: name('The engine: `rules` for no language model, null for the default of the service.'),
  model: name('Another model of the configured provider; null: the configured one.'),
  max_duration_seconds: whole(300, [10, 1_800], 'How long the language model may take in all.'),
  bundle_max_chars: whole(180_000, [10_000, 1_000_000], 'How much the language model gets to read.'),
  require_file_scope: flag(true, 'Whether findings outside of the changed files are dropped.'),
  adversarial_review: flag(true, 'Whether a second pass challenges the findings of the language model.'),
  adversarial_model: name('The model of that pass; null: the same.'),
  adversarial_defense: oneOf(DEFENSE_MODES, {
    default: 'auto',
    description: 'Whether a third pass defends what the second has weakened; `auto`: on the triggers.'
  }),
  adversarial_defense_triggers: Type.Array(oneOf(DEFENSE_TRIGGERS, { description: 'A trigger.' }), {
    default: [...DEFENSE_TRIGGERS],
    uniqueItems: true,
    maxItems: DEFENSE_TRIGGERS.length,
    description: 'What calls for the defence.'
  })
}

export const ReviewSettings = closed(settings)
export type ReviewSettings = Static<typeof ReviewSettings>

export const StoredReviewSettings = closed(
  {
    ...settings,
    repo_id: Type.Integer({ description: "The host's id of the repository." }),
    stored: Type.Boolean({ description: 'Whether they were saved; otherwise they are the defaults.' }),
    created_at: nullable(timestamp('When they were first saved.')),
    updated_at: nullable(timestamp('When they were last saved.'))
  },
  { $id: 'StoredReviewSettings', description: 'The settings of a repository.' }
)
export type StoredReviewSettings = Static<typeof StoredReviewSettings>

export const ReviewSettingsBody = Type.Partial(Type.Object(settings), {
  $id: 'ReviewSettingsBody',
  additionalProperties: false,
  description: 'What to change. What is left out stays as it is.'
})
export type ReviewSettingsBody = Static<typeof ReviewSettingsBody>

export const getReviewConfig = operation({
  operationId: 'getReviewConfig',
  codes: ['repo_not_found'],
  summary: 'Show how the pull requests of a repository are reviewed',
  description: 'The saved settings, or the defaults with `stored: false`.',
  params: RepoParams,
  response: {
    200: ref(StoredReviewSettings),
    404: ref(ErrorBody, { description: 'The repository is not known.' })
  }
})

export const saveReviewConfig = operation({
  operationId: 'saveReviewConfig',
  codes: ['repo_not_found'],
  summary: 'Change how the pull requests of a repository are reviewed',
  description: 'Changes the given settings, and keeps the others. The change is kept in the audit trail.',
  params: RepoParams,
  body: ref(ReviewSettingsBody),
  response: {
    200: ref(StoredReviewSettings),
    404: ref(ErrorBody, { description: 'The repository is not known.' })
  }
})

export const schemas = [StoredReviewSettings, ReviewSettingsBody]
