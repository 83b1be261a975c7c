// Duplicates: suspected pairs of issues, their resolutions, and the progress of backfills.

import { type Static, Type } from '@sinclair/typebox'
import {
  closed,
  count,
  cursorQuery,
  nullable,
  oneOf,
  operation,
  paged,
  pagingQuery,
  RepoParams,
  ratio,
  ref,
  repoFields,
  repoFilter,
  timestamp
} from '../common.js'
import { enumeration, orAll } from '../enumeration.js'
import { ErrorBody } from '../errors.js'
import { ISSUE_STATES } from '../host/enums.js'

export const SIGNAL_KINDS = enumeration('DuplicateKind', ['duplicate', 'related'])
export type SignalKind = (typeof SIGNAL_KINDS)[number]

export const SIGNAL_STATUSES = enumeration('DuplicateStatus', ['pending', 'confirmed', 'dismissed'])
export type SignalStatus = (typeof SIGNAL_STATUSES)[number]

/** The topic of the comment that lists an issue's duplicates. */
export const COMMENT_TOPIC = 'duplicates'

/** Similarities are stored and compared as integers: fractions of this number. */
export const SIMILARITY_PARTS = 10_000
/** Pairs from this similarity on are called nearly identical. */
export const NEARLY_IDENTICAL = 0.97
export const DUPLICATE_TREND_DAYS = 14

export const SignalEvidence = closed(
  {
    title: ratio('Share of words common to both titles, weighted by rarity.'),
    body: ratio('Share of words common to both bodies, weighted by rarity.'),
    failures: count('Number of shared error lines and stack frames.'),
    was_open: Type.Boolean({ description: 'Whether the older issue was open at that moment.' }),
    age_days: Type.Number({ description: 'Age of the older issue in days.' }),
    hits: count('Number of its known duplicates.')
  },
  { description: 'Components of the similarity.' }
)
export type SignalEvidence = Static<typeof SignalEvidence>

const issueId = (which: string) => Type.Integer({ description: `The host's id of the ${which} issue.` })
const issueNumber = (which: string) => Type.Integer({ description: `Number of the ${which} issue.` })
const issueTitle = (which: string) => Type.String({ description: `Title of the ${which} issue.` })
const issueState = (which: string) =>
  oneOf(ISSUE_STATES, { description: `Whether the ${which} issue is open.` })

export const DuplicateSignal = closed(
  {
    id: Type.Integer({ description: 'Id of the signal.' }),
    kind: oneOf(SIGNAL_KINDS, {
      description: 'Whether the issues are likely duplicates or only related.'
    }),
    similarity: ratio('Similarity, on one scale for all repositories.'),
    status: oneOf(SIGNAL_STATUSES, { description: 'Status: whether people confirmed or dismissed it.' }),
    source_issue_id: issueId('newer'),
    source_number: issueNumber('newer'),
    source_title: issueTitle('newer'),
    source_state: issueState('newer'),
    target_issue_id: issueId('older'),
    target_number: issueNumber('older'),
    target_title: issueTitle('older'),
    target_state: issueState('older'),
    evidence: SignalEvidence,
    decision_id: nullable(Type.Integer(), { description: 'The decision that recorded it.' }),
    comment_id: nullable(Type.Integer(), {
      description: "The host's id of the comment that suggests it."
    }),
    resolved_by: nullable(Type.String(), { description: 'Who confirmed or dismissed it.' }),
    resolved_at: nullable(timestamp('When it was confirmed or dismissed.')),
    created_at: timestamp('When it was found.'),
    updated_at: timestamp('When it was last changed.'),
    ...repoFields
  },
  { $id: 'DuplicateSignal', description: 'Two issues of a repository that may be duplicates.' }
)
export type DuplicateSignal = Static<typeof DuplicateSignal>

const filters = {
  status: Type.Optional(oneOf(orAll(SIGNAL_STATUSES), { default: 'all', description: 'Filter by state.' })),
  kind: Type.Optional(oneOf(SIGNAL_KINDS, { description: 'Only signals of this kind.' })),
  min_similarity: Type.Optional(ratio('Only pairs with at least this similarity.')),
  ...cursorQuery
}

export const listDuplicates = operation({
  operationId: 'listDuplicates',
  codes: ['invalid_cursor', 'repo_not_found'],
  summary: 'List duplicates of all repositories, most similar first',
  description: 'Each signal is two issues that may be the same. Filters can be combined.',
  querystring: closed({
    ...pagingQuery(),
    repo: Type.Optional(repoFilter('Only duplicates of this repository.')),
    ...filters
  }),
  response: { 200: paged(ref(DuplicateSignal), 'The signals of the page.') }
})
export type DuplicateQuery = Static<typeof listDuplicates.querystring>

export const listRepoDuplicates = operation({
  operationId: 'listRepoDuplicates',
  codes: ['invalid_cursor', 'repo_not_found'],
  summary: 'List duplicates of a repository, most similar first',
  description: 'The signals of one repository.',
  params: RepoParams,
  querystring: closed({ ...pagingQuery(), ...filters }),
  response: { 200: paged(ref(DuplicateSignal), 'The signals of the page.') }
})

const hostIssueId = Type.Integer({
  minimum: 1,
  maximum: 2 ** 53 - 1,
  description: "The host's id of the issue.",
  examples: [1]
})

export const listIssueDuplicates = operation({
  operationId: 'listIssueDuplicates',
  codes: ['invalid_cursor', 'issue_not_found'],
  summary: 'List possible duplicates of an issue, most similar first',
  description: 'The issue is named by the id that the platform gave it.',
  params: Type.Object({ hostIssueId }),
  querystring: closed({ ...pagingQuery(), ...cursorQuery }),
  response: {
    200: paged(ref(DuplicateSignal), 'The signals of the page.'),
    404: ref(ErrorBody, { description: 'Issue not found.' })
  }
})

const TrendDay = closed({
  day: Type.String({ format: 'date', description: 'The day, in UTC.', examples: ['2026-01-31'] }),
  signals: count('Signals found on that day.')
})

const BackfillProgress = closed(
  {
    repo: Type.String({ description: 'Full name of the repository.', examples: ['octo-org/hello-world'] }),
    job_id: Type.String({ format: 'uuid', description: 'Id of its first job.' }),
    total: count('Issues to compare at the start.'),
    done: count('Issues compared so far.'),
    found: count('Signals found so far.'),
    started_at: timestamp('When it was requested.')
  },
  { $id: 'BackfillProgress', description: 'Progress of a search through the backlog.' }
)
export type BackfillProgress = Static<typeof BackfillProgress>

/** The maximum number of running backfills in the statistics. */
export const MOST_BACKFILLS = 20

export const DuplicateStats = closed(
  {
    total_signals: count('All signals.'),
    pending: count('Pending signals.'),
    confirmed: count('Confirmed signals.'),
    dismissed: count('Dismissed signals.'),
    embedding_coverage: ratio(
      'Share of open issues that were compared with all older issues; 1 if none is open.'
    ),
    near_identical: count(`Pending signals with a similarity of ${NEARLY_IDENTICAL} or more.`),
    issues_flagged: count('Issues with a signal that was not dismissed.'),
    repos_affected: count('Repositories with such issues.'),
    avg_similarity: nullable(ratio('Over all signals, to three decimals; null without any.')),
    trend: Type.Array(TrendDay, { description: 'Signals by day.' }),
    backfills: Type.Array(ref(BackfillProgress), {
      description: `Backlog searches in progress; at most ${MOST_BACKFILLS}.`
    })
  },
  { $id: 'DuplicateStats', description: 'Duplicate counts by status.' }
)
export type DuplicateStats = Static<typeof DuplicateStats>

export const getDuplicateStats = operation({
  operationId: 'getDuplicateStats',
  summary: 'Count duplicates',
  description: 'Counts by status and kind, with a trend by day.',
  querystring: closed({
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 90,
        default: DUPLICATE_TREND_DAYS,
        description: 'Length of the trend in days, today included.'
      })
    )
  }),
  response: { 200: ref(DuplicateStats) }
})

export const SignalParams = Type.Object({
  id: Type.Integer({ minimum: 1, maximum: 2 ** 53 - 1, description: 'Id of the signal.', examples: [1] })
})

export const ConfirmBody = closed(
  {
    close: Type.Optional(
      Type.Boolean({
        description:
          'Whether to close the newer issue. Default: yes if `pillars.triage.close_duplicates` is on. Not allowed if it is off.'
      })
    )
  },
  { $id: 'ConfirmBody', description: 'What to do besides confirming.' }
)

function answered<const Status extends SignalStatus>(status: Status, name: string) {
  return closed(
    {
      updated: Type.Boolean({ description: 'False if it had been resolved this way before.' }),
      status: Type.Literal(status, { description: 'Current status.' }),
      signal: ref(DuplicateSignal, { description: 'The signal as it is now.' }),
      host_sync: oneOf(enumeration('HostSync', ['queued', 'nothing']), {
        description: 'Whether actions will change something on the host.'
      }),
      action_ids: Type.Array(Type.Integer(), { description: 'These actions.' })
    },
    { $id: name, description: 'The result of the request.' }
  )
}

export const ConfirmedDuplicate = answered('confirmed', 'ConfirmedDuplicate')
export const DismissedDuplicate = answered('dismissed', 'DismissedDuplicate')
/** The result of confirming or dismissing a signal. */
export type AnsweredSignal<As> = Omit<Static<typeof ConfirmedDuplicate>, 'status'> & { status: As }

const unknownSignal = ref(ErrorBody, { description: 'Signal not found.' })
const otherwise = ref(ErrorBody, {
  description: 'The signal was already resolved differently, or closing is not allowed.'
})

export const confirmDuplicate = operation({
  operationId: 'confirmDuplicate',
  codes: ['repo_not_found', 'signal_not_found', 'invalid_state', 'closing_is_off'],
  summary: 'Confirm a duplicate suggestion',
  description:
    'A confirmation cannot be undone. It dismisses all other suggestions for the newer issue. The body is optional.',
  params: SignalParams,
  body: Type.Union([ref(ConfirmBody), Type.Null()], { description: 'Optional.' }),
  response: { 200: ref(ConfirmedDuplicate), 404: unknownSignal, 409: otherwise }
})

export const dismissDuplicate = operation({
  operationId: 'dismissDuplicate',
  codes: ['repo_not_found', 'signal_not_found', 'invalid_state', 'closing_is_off'],
  summary: 'Dismiss a duplicate suggestion',
  description: 'A dismissal cannot be undone.',
  params: SignalParams,
  response: { 200: ref(DismissedDuplicate), 404: unknownSignal, 409: otherwise }
})

export const BackfillRequested = closed(
  {
    message: Type.String({ description: 'What happens next.' }),
    queued: Type.Literal(true, { description: 'The search runs as background jobs.' }),
    repo: Type.String({ description: 'Full name of the repository.', examples: ['octo-org/hello-world'] }),
    pending: count('Open issues that have not been compared with older ones.'),
    job_id: Type.String({ format: 'uuid', description: 'Id of its first job.' }),
    progress: ref(BackfillProgress)
  },
  { $id: 'BackfillRequested', description: 'A search through the backlog.' }
)
export type BackfillRequested = Static<typeof BackfillRequested>

export const backfillDuplicates = operation({
  operationId: 'backfillDuplicates',
  codes: ['repo_not_found', 'detection_is_off', 'host_unavailable'],
  summary: 'Search the backlog of a repository for duplicates',
  description:
    'Compares open issues that were never compared before. If a search is already running, the reply reports its progress and no new search starts. Posts nothing on the host.',
  params: RepoParams,
  response: {
    202: ref(BackfillRequested),
    409: ref(ErrorBody, { description: 'Duplicate detection is disabled in the repository.' })
  }
})

export const schemas = [
  DuplicateSignal,
  BackfillProgress,
  DuplicateStats,
  ConfirmBody,
  ConfirmedDuplicate,
  DismissedDuplicate,
  BackfillRequested
]
