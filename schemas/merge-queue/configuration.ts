// How the merge queue of a repository works.
import { type Static, Type } from '@sinclair/typebox'
import { MERGE_METHODS } from '../actions/arguments.js'
import { AREA_NAME, closed, nullable, oneOf, operation, RepoParams, ref, timestamp } from '../common.js'
import { LONGEST_BRANCH } from '../host/enums.js'
import { GovernedHeaders } from '../maintenance/governance.js'
import {
  ADMISSIONS,
  LONGEST_AREA_PATH,
  LONGEST_CHECK_NAME,
  MOST_AREA_PATHS,
  MOST_AREAS,
  MOST_FREEZES,
  MOST_REQUIRED_CHECKS
} from './enums.js'

export const QueueFreeze = closed({
  from: timestamp('From then on nothing lands.'),
  to: timestamp('From then on pull requests land again.'),
  reason: Type.String({ minLength: 1, maxLength: 200, description: 'Why, shown to everybody who waits.' })
})

const QueueArea = closed({
  name: Type.String({ pattern: AREA_NAME, description: 'Its name, which no other area has.' }),
  paths: Type.Array(Type.String({ minLength: 1, maxLength: LONGEST_AREA_PATH }), {
    minItems: 1,
    maxItems: MOST_AREA_PATHS,
    uniqueItems: true,
    description:
      'Globs of the files that belong to it: `*` stays within a segment, `**` crosses slashes. A file may belong to several areas.'
  })
})

const settable = {
  enabled: Type.Boolean({
    description: 'Whether pull requests are admitted and merged. If false, entries stay where they are.'
  }),
  merge_method: oneOf(MERGE_METHODS, { description: 'How pull requests are merged.' }),
  delete_branch: Type.Boolean({
    description: 'Whether the head branch is deleted after the merge, if nobody has pushed to it since.'
  }),
  required_checks: Type.Array(Type.String({ minLength: 1, maxLength: LONGEST_CHECK_NAME }), {
    maxItems: MOST_REQUIRED_CHECKS,
    uniqueItems: true,
    description:
      'Checks that must pass, on the head and on what lands. Empty: those of the configuration file or, if it names none, those that protect the base branch.'
  }),
  max_queue_depth: Type.Integer({
    minimum: 1,
    maximum: 500,
    description: 'How many pull requests may wait for one base branch.'
  }),
  check_timeout_mins: Type.Integer({
    minimum: 1,
    maximum: 1_440,
    description: 'How long checks are awaited.'
  }),
  rollback_enabled: Type.Boolean({
    description: 'Whether a merge that is followed by a failed deployment is reverted by a pull request.'
  }),
  base_branch: nullable(Type.String({ minLength: 1, maxLength: LONGEST_BRANCH }), {
    description: 'The branch that pull requests go to. `null`: the default branch of the repository.'
  }),
  batch_size: Type.Integer({
    minimum: 1,
    maximum: 20,
    description: 'How many pull requests are tested together at most.'
  }),
  speculative_depth: Type.Integer({
    minimum: 1,
    maximum: 10,
    description:
      'How many candidates are tested at once, each built on the one before it; with areas, in each of these.'
  }),
  batch_max_wait_secs: Type.Integer({
    minimum: 0,
    maximum: 3_600,
    description: 'How long a pull request waits for others to fill its batch.'
  }),
  max_attempts: Type.Integer({
    minimum: 1,
    maximum: 10,
    description:
      'How often a merge that fails for a passing reason is tried, and checks that have failed on what would land.'
  }),
  admit_on: Type.Array(oneOf(ADMISSIONS, { description: 'What admits a pull request.' }), {
    maxItems: ADMISSIONS.length,
    uniqueItems: true,
    description: 'What admits a pull request, besides people who ask for it: the label, an approval.'
  }),
  freezes: Type.Array(QueueFreeze, {
    maxItems: MOST_FREEZES,
    description: 'When nothing lands. Testing goes on, and a priority of 10 passes.'
  }),
  strict: Type.Boolean({
    description:
      'Whether what lands is tested as it lands. If false, green checks on the head are enough, even if the base has moved since.'
  }),
  allow_skip: Type.Boolean({
    description: 'Whether a pull request that is ready may land before one that still waits for its checks.'
  }),
  areas: Type.Array(QueueArea, {
    maxItems: MOST_AREAS,
    description:
      'Parts of the repository that do not depend on each other: pull requests that change different areas do not wait for one another. One that changes a file of no area waits for all.'
  })
}

export const QueueConfiguration = closed(
  {
    id: Type.Integer({ description: 'Id of the configuration.' }),
    repo_id: Type.Integer({ description: "The host's id of the repository." }),
    ...settable,
    created_at: timestamp('When it was created.'),
    updated_at: timestamp('When it was last changed.')
  },
  { $id: 'QueueConfiguration', description: 'How the merge queue of a repository works.' }
)
export type QueueConfiguration = Static<typeof QueueConfiguration>

const QueueSettings = Type.Object(settable)
export type QueueSettings = Static<typeof QueueSettings>

export const QUEUE_DEFAULTS = {
  enabled: false,
  merge_method: 'squash',
  delete_branch: true,
  required_checks: [],
  max_queue_depth: 20,
  check_timeout_mins: 60,
  rollback_enabled: false,
  base_branch: null,
  batch_size: 1,
  speculative_depth: 1,
  batch_max_wait_secs: 0,
  max_attempts: 3,
  admit_on: ['label'],
  freezes: [],
  strict: true,
  allow_skip: true,
  areas: []
} satisfies QueueSettings

export const QueuePatch = closed(Type.Partial(QueueSettings).properties, {
  $id: 'QueuePatch',
  minProperties: 1,
  description: 'The settings that are to change. Others keep their values, or get their defaults at first.'
})
export type QueuePatch = Static<typeof QueuePatch>

export const configureQueue = operation({
  operationId: 'configureQueue',
  codes: ['invalid_time', 'repo_not_found'],
  summary: 'Change how the merge queue of a repository works',
  description:
    'What changes applies at once: entries are held to the new checks, those that are not being tested are merged with the new method, and those that go to another branch than the new one leave. Saving `enabled: true` also resumes a queue that has stopped.',
  params: RepoParams,
  headers: GovernedHeaders,
  body: ref(QueuePatch),
  response: { 200: ref(QueueConfiguration) }
})

export const schemas = [QueueConfiguration, QueuePatch]
