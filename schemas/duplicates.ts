// Duplicates: pairs of issues that may say the same, what was made of them, and how far the search has come.
import { type Static, Type } from '@sinclair/typebox'
import {
  closed,
  count,
  cursorQuery,
  ErrorBody,
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
} from './common.js'
import { ISSUE_STATES } from './mirror.js'

export const SIGNAL_KINDS = ['duplicate', 'related'] as const
export type SignalKind = (typeof SIGNAL_KINDS)[number]

export const SIGNAL_STATUSES = ['pending', 'confirmed', 'dismissed'] as const
export type SignalStatus = (typeof SIGNAL_STATUSES)[number]

/** What the comment on an issue is about that tells of its duplicates. */
export const COMMENT_TOPIC = 'duplicates'

/** Similarities are kept and compared as so many parts of one. */
export const SIMILARITY_PARTS = 10_000
/** From here on a pair is called nearly identical. */
export const NEARLY_IDENTICAL = 0.97
export const TREND_DAYS = 14

export const SignalEvidence = closed(
  {
    title: ratio('Of the words of both titles, how many they share, each weighed by how rare it is.'),
    body: ratio('The same of both bodies.'),
    failures: count('How many error lines and stack frames they share.'),
    was_open: Type.Boolean({ description: 'Whether the older issue was open at that moment.' }),
    age_days: Type.Number({ description: 'How many days the older issue had been there.' }),
    hits: count('How many issues were known to repeat it.')
  },
  { description: 'What the similarity was made from.' }
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
      description: 'Whether the two may say the same, or only speak of the same.'
    }),
    similarity: ratio('How alike they are, on one scale for all repositories.'),
    status: oneOf(SIGNAL_STATUSES, { description: 'What people have made of it.' }),
    source_issue_id: issueId('newer'),
    source_number: issueNumber('newer'),
    source_title: issueTitle('newer'),
    source_state: issueState('newer'),
    target_issue_id: issueId('older'),
    target_number: issueNumber('older'),
    target_title: issueTitle('older'),
    target_state: issueState('older'),
    evidence: SignalEvidence,
    decision_id: nullable(Type.Integer(), { description: 'The decision by which it was found.' }),
    comment_id: nullable(Type.Integer(), {
      description: "The host's id of the comment that tells of it."
    }),
    resolved_by: nullable(Type.String(), { description: 'Who confirmed or dismissed it.' }),
    resolved_at: nullable(timestamp('When that was.')),
    created_at: timestamp('When it was found.'),
    updated_at: timestamp('When it was last changed.'),
    ...repoFields
  },
  { $id: 'DuplicateSignal', description: 'Two issues of a repository that may say the same.' }
)
export type DuplicateSignal = Static<typeof DuplicateSignal>

const filters = {
  status: Type.Optional(
    oneOf([...SIGNAL_STATUSES, 'all'], { description: 'Only these; `all` is the default.' })
  ),
  kind: Type.Optional(oneOf(SIGNAL_KINDS, { description: 'Only signals of this kind.' })),
  min_similarity: Type.Optional(ratio('Only pairs that are at least so much alike.')),
  ...cursorQuery
}

const unknownRepository = ref(ErrorBody, { description: 'No repository of this name is there.' })

export const listDuplicates = operation({
  operationId: 'listDuplicates',
  summary: 'List the duplicates of all repositories, the most alike first',
  querystring: Type.Object({
    ...pagingQuery(),
    repo: Type.Optional(repoFilter('Only duplicates of this repository.')),
    ...filters
  }),
  response: { 200: paged(ref(DuplicateSignal), 'The signals of the page.'), 404: unknownRepository }
})
export type DuplicateQuery = Static<typeof listDuplicates.querystring>

export const listRepoDuplicates = operation({
  operationId: 'listRepoDuplicates',
  summary: 'List the duplicates of a repository, the most alike first',
  params: RepoParams,
  querystring: Type.Object({ ...pagingQuery(), ...filters }),
  response: { 200: paged(ref(DuplicateSignal), 'The signals of the page.'), 404: unknownRepository }
})

const hostIssueId = Type.Integer({
  minimum: 1,
  maximum: 2 ** 53 - 1,
  description: "The host's id of the issue.",
  examples: [1]
})

export const listIssueDuplicates = operation({
  operationId: 'listIssueDuplicates',
  summary: 'List what an issue may repeat, and what may repeat it, the most alike first',
  params: Type.Object({ hostIssueId }),
  querystring: Type.Object({ ...pagingQuery(), ...cursorQuery }),
  response: {
    200: paged(ref(DuplicateSignal), 'The signals of the page.'),
    404: ref(ErrorBody, { description: 'No issue of this id is there.' })
  }
})

const TrendDay = closed({
  day: Type.String({ format: 'date', description: 'The day, in UTC.', examples: ['2026-01-31'] }),
  signals: count('Signals that were found on that day.')
})

const BackfillProgress = closed(
  {
    repo: Type.String({ description: 'Full name of the repository.', examples: ['octo-org/hello-world'] }),
    job_id: Type.String({ format: 'uuid', description: 'Id of the job that it began with.' }),
    total: count('Issues that were to be looked at when it began.'),
    done: count('Issues that were looked at since.'),
    found: count('Signals that were found among them.'),
    started_at: timestamp('When it was asked for.')
  },
  { $id: 'BackfillProgress', description: 'How far a search through older issues has come.' }
)
export type BackfillProgress = Static<typeof BackfillProgress>

/** Of the searches under way, no more are shown. */
export const MOST_BACKFILLS = 20

export const DuplicateStats = closed(
  {
    total_signals: count('All signals.'),
    pending: count('Those that nobody has answered.'),
    confirmed: count('Those that were confirmed.'),
    dismissed: count('Those that were dismissed.'),
    embedding_coverage: ratio(
      'Of the open issues, the share that was compared with all older ones; 1 where none is open.'
    ),
    near_identical: count(`Pending ones of a similarity of ${NEARLY_IDENTICAL} or more.`),
    issues_flagged: count(
      'Issues of which a signal says that they may repeat another, and nobody denied it.'
    ),
    repos_affected: count('Repositories that have such issues.'),
    avg_similarity: ratio('Of all signals, to three decimals; 0 without any.'),
    trend: Type.Array(TrendDay, { description: 'Signals by the day on which they were found.' }),
    backfills: Type.Array(ref(BackfillProgress), {
      description: `Searches through older issues that are under way; ${MOST_BACKFILLS} at most.`
    })
  },
  { $id: 'DuplicateStats', description: 'How many duplicates there are, and what was made of them.' }
)
export type DuplicateStats = Static<typeof DuplicateStats>

export const duplicateStats = operation({
  operationId: 'duplicateStats',
  summary: 'Count duplicates',
  querystring: Type.Object({
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 90,
        description: `How many days the trend has, today included; ${TREND_DAYS} unless given.`
      })
    )
  }),
  response: { 200: ref(DuplicateStats) }
})

const SignalParams = Type.Object({
  id: Type.Integer({ minimum: 1, maximum: 2 ** 53 - 1, description: 'Id of the signal.', examples: [1] })
})

export const ConfirmBody = closed(
  {
    close: Type.Optional(
      Type.Boolean({
        description:
          'Whether the newer issue is closed: unless given, where `pillars.triage.close_duplicates` is on; never where that is off.'
      })
    )
  },
  { $id: 'ConfirmBody', description: 'What else is done about a duplicate that is confirmed.' }
)

function answered<const Status extends SignalStatus>(status: Status, name: string) {
  return closed(
    {
      updated: Type.Boolean({ description: 'False where this had been said before.' }),
      status: Type.Literal(status, { description: 'How it stands now.' }),
      signal: ref(DuplicateSignal, { description: 'The signal as it is now.' }),
      host_sync: oneOf(['queued', 'nothing'], {
        description: 'Whether something is to be changed on the host; that is done by actions, afterwards.'
      }),
      action_ids: Type.Array(Type.Integer(), { description: 'These actions.' })
    },
    { $id: name, description: 'What came of an answer.' }
  )
}

export const ConfirmedDuplicate = answered('confirmed', 'ConfirmedDuplicate')
export const DismissedDuplicate = answered('dismissed', 'DismissedDuplicate')

const unknownSignal = ref(ErrorBody, { description: 'There is no such signal.' })
const otherwise = ref(ErrorBody, { description: 'It was answered otherwise, or may not be closed.' })

export const confirmDuplicate = operation({
  operationId: 'confirmDuplicate',
  summary: 'Confirm that an issue repeats another',
  description:
    'There is no way back. The body may be left out. Other signals of the newer issue are dismissed.',
  params: SignalParams,
  body: Type.Union([ref(ConfirmBody), Type.Null()], { description: 'May be left out.' }),
  response: { 200: ref(ConfirmedDuplicate), 404: unknownSignal, 409: otherwise }
})

export const dismissDuplicate = operation({
  operationId: 'dismissDuplicate',
  summary: 'Say that an issue does not repeat another',
  description: 'There is no way back.',
  params: SignalParams,
  response: { 200: ref(DismissedDuplicate), 404: unknownSignal, 409: otherwise }
})

export const BackfillRequested = closed(
  {
    message: Type.String({ description: 'What will be done.' }),
    queued: Type.Literal(true, { description: 'It is done later, by jobs.' }),
    repo: Type.String({ description: 'Full name of the repository.', examples: ['octo-org/hello-world'] }),
    pending: count('Open issues that have not been compared with older ones.'),
    job_id: Type.String({ format: 'uuid', description: 'Id of the job that it begins with.' }),
    progress: ref(BackfillProgress)
  },
  { $id: 'BackfillRequested', description: 'A search through older issues.' }
)
export type BackfillRequested = Static<typeof BackfillRequested>

export const backfillDuplicates = operation({
  operationId: 'backfillDuplicates',
  summary: 'Look for duplicates among the open issues of a repository that were never looked at',
  description:
    'Where that is being done, nothing new is begun: the reply says how far it has come. Nothing is said on the host.',
  params: RepoParams,
  response: {
    202: ref(BackfillRequested),
    404: unknownRepository,
    409: ref(ErrorBody, { description: 'The repository does not want duplicates to be looked for.' })
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
