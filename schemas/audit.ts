// The audit trail: its entries, whether they are what was written, and the files into which they are exported.
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
  ref,
  repoFilter,
  timestamp
} from './common.js'

export const AUDIT_CATEGORIES = [
  'ai_decision',
  'review_gate',
  'heal',
  'auto_merge',
  'rollback',
  'policy_bypass',
  'branch_rule',
  'config_change',
  'vulnerability_dismissed',
  'quarantine',
  'host_change'
] as const
export type AuditCategory = (typeof AUDIT_CATEGORIES)[number]

export const ACTOR_TYPES = ['human', 'bot', 'system'] as const
export type ActorType = (typeof ACTOR_TYPES)[number]

export const FRAMEWORKS = ['soc2', 'iso27001'] as const
export type Framework = (typeof FRAMEWORKS)[number]

/** How a trail can be broken. */
export const BREAKS = ['gap', 'chain_broken', 'payload_mismatch', 'entry_mismatch'] as const
export type Break = (typeof BREAKS)[number]

/** No trail gets there: beyond it JavaScript does not count exactly. */
const LAST_SEQ = Number.MAX_SAFE_INTEGER

const seq = (description: string) => Type.Integer({ minimum: 1, description, examples: [42] })
const hash = (description: string) => Type.String({ description: `${description} SHA-256, in hex.` })
const day = (description: string) => Type.String({ format: 'date', description, examples: ['2026-01-31'] })

export const AuditEntry = closed(
  {
    id: seq('The same as `seq`.'),
    seq: seq('Its place in the trail: from 1, without gaps.'),
    category: oneOf(AUDIT_CATEGORIES, { description: 'What kind of act it tells of.' }),
    event_type: Type.String({ description: 'What happened.', examples: ['waiver_granted'] }),
    actor: Type.String({ description: 'Who did it.', examples: ['api'] }),
    actor_type: oneOf(ACTOR_TYPES, { description: 'What the actor is.' }),
    repo_full_name: nullable(Type.String(), {
      description: 'What the repository that it is about was called at that time.',
      examples: ['octo-org/hello-world']
    }),
    pr_number: nullable(Type.Integer(), { description: 'The pull request that it is about.' }),
    commit_sha: nullable(Type.String(), { description: 'The commit that it is about.' }),
    payload: Type.Object(
      {},
      {
        additionalProperties: true,
        description:
          'What there is to say of it; `unreadable`: what somebody has made of it, which is no JSON.'
      }
    ),
    framework: Type.Array(oneOf(FRAMEWORKS, { description: 'A framework.' }), {
      description: 'The frameworks for which it is evidence.'
    }),
    control_id: Type.String({ description: 'The control for which it is evidence.', examples: ['CC6.3'] }),
    payload_hash: hash('Of the payload as canonical JSON (RFC 8785).'),
    prev_hash: nullable(Type.String(), {
      description: '`entry_hash` of the entry before; null of the first.'
    }),
    entry_hash: hash('Of all other fields but `id` and `payload`, as canonical JSON.'),
    occurred_at: timestamp('When it happened.')
  },
  { $id: 'AuditEntry', description: 'One entry of the audit trail.' }
)
export type AuditEntry = Static<typeof AuditEntry>

export const listAuditEntries = operation({
  operationId: 'listAuditEntries',
  summary: 'List the audit trail, the newest entry first',
  querystring: Type.Object({
    ...pagingQuery(),
    ...cursorQuery,
    category: Type.Optional(oneOf(AUDIT_CATEGORIES, { description: 'Only this category.' })),
    event_type: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'Only this type of event.' })
    ),
    actor: Type.Optional(Type.String({ minLength: 1, maxLength: 500, description: 'Only this actor.' })),
    actor_type: Type.Optional(oneOf(ACTOR_TYPES, { description: 'Only actors of this kind.' })),
    repo: Type.Optional(repoFilter('Only this repository, as it was called at that time.')),
    pr: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Only pull requests of this number.' })
    ),
    framework: Type.Optional(oneOf(FRAMEWORKS, { description: 'Only evidence for this framework.' })),
    since: Type.Optional(
      Type.String({ description: 'Only what happened then or later: a date, or a date-time with zone.' })
    ),
    until: Type.Optional(
      Type.String({ description: 'Only what happened then or earlier: a date (its end), or a date-time.' })
    )
  }),
  response: { 200: paged(ref(AuditEntry), 'The entries of the page.') }
})
export type AuditQuery = Partial<Static<typeof listAuditEntries.querystring>>

const exportFields = {
  date_covered: day('The day (UTC) whose entries it holds.'),
  entry_count: count('How many entries.'),
  signed: Type.Boolean({ description: 'Whether the seal of the file bears a signature.' }),
  file_hash: hash('Of the file as it is downloaded.')
}

export const AuditStats = closed(
  {
    totals: closed(
      {
        total_entries: count('Entries of those days.'),
        unique_actors: count('Actors that any of them names.'),
        repos_covered: count('Repositories that any of them names.'),
        latest_seq: count('The end of the trail; 0 while it is empty.')
      },
      { description: 'What the days come to together.' }
    ),
    by_category: Type.Array(
      closed({
        category: oneOf(AUDIT_CATEGORIES, { description: 'The category.' }),
        count: count('Its entries.')
      }),
      { description: 'One row per category that has any, the most frequent first.' }
    ),
    by_framework: Type.Array(
      closed({
        framework: oneOf(FRAMEWORKS, { description: 'The framework.' }),
        count: count('Entries that are evidence for it.')
      }),
      { description: 'One row per framework; an entry may count for several.' }
    ),
    daily_volume: Type.Array(closed({ day: day('The day, in UTC.'), entries: count('Its entries.') }), {
      description: 'One row per day, the oldest first, quiet days included.'
    }),
    recent_exports: Type.Array(closed(exportFields), {
      description: 'The exports of the last seven days exported.'
    })
  },
  { $id: 'AuditStats', description: 'How much the audit trail holds of the last days.' }
)
export type AuditStats = Static<typeof AuditStats>

export const auditStats = operation({
  operationId: 'auditStats',
  summary: 'Count audit entries',
  description: 'Entries count for the day on which they were written.',
  querystring: Type.Object({
    days: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 365, default: 30, description: 'How many days, today included.' })
    )
  }),
  response: { 200: ref(AuditStats) }
})

export const AuditVerdict = closed(
  {
    valid: Type.Boolean({ description: 'Whether nothing was found.' }),
    broken_at: nullable(Type.Integer(), { description: 'The first place where something was found.' }),
    reason: Type.Optional(
      oneOf(BREAKS, {
        description:
          'What was found there. `gap`: an entry is missing, also at the end; `payload_mismatch`: its payload is not ' +
          'what was hashed; `entry_mismatch`: another field is not; `chain_broken`: it is whole, but does not follow ' +
          'the entry before, or is not the one that was exported.'
      })
    ),
    entries_checked: count('How many entries were read.'),
    gaps: count('How many entries are missing.'),
    hash_mismatches: count('How many entries are not what they were.'),
    first_seq: nullable(Type.Integer(), { description: 'The first that was read.' }),
    last_seq: nullable(Type.Integer(), { description: 'The last that was read.' }),
    head_hash: nullable(Type.String(), { description: '`entry_hash` of the last that was read.' })
  },
  { $id: 'AuditVerdict', description: 'Whether the audit trail is what was written.' }
)
export type AuditVerdict = Static<typeof AuditVerdict>

export const verifyAudit = operation({
  operationId: 'verifyAudit',
  summary: 'Check the audit trail',
  description:
    'Every hash is taken anew, each link is checked, that to the entry before `from` too, and the trail is compared ' +
    'with its exports and with where it should end. It takes as long as the part is that is checked; each process does ' +
    'one check at a time and answers 503 to a second.',
  querystring: Type.Object({
    from: Type.Optional(
      Type.Integer({ minimum: 1, maximum: LAST_SEQ, description: 'The first to check; 1 unless given.' })
    ),
    to: Type.Optional(
      Type.Integer({ minimum: 1, maximum: LAST_SEQ, description: 'The last to check; the end unless given.' })
    )
  }),
  response: { 200: ref(AuditVerdict) }
})

export const EXPORT_TYPES = ['nightly', 'manual'] as const

export const AuditExport = closed(
  {
    id: Type.Integer({ description: 'Id of the export.' }),
    export_type: oneOf(EXPORT_TYPES, { description: 'Whether the service made it on its own.' }),
    ...exportFields,
    first_seq: seq('The first entry of the file.'),
    last_seq: seq('The last entry of the file.'),
    head_hash: hash('`entry_hash` of the last entry: what the trail is checked against.'),
    file_path: Type.String({
      description: 'Where the file is in the data directory of the process that wrote it.'
    }),
    created_at: timestamp('When it was made.'),
    content_preview: Type.String({ description: 'How the file begins.' })
  },
  { $id: 'AuditExport', description: 'The file with the entries of one day.' }
)
export type AuditExport = Static<typeof AuditExport>

export const ExportBody = closed(
  {
    date: Type.Optional(
      Type.String({
        description: 'Which day (UTC), or a moment of it; today unless given.',
        examples: ['2026-01-31']
      })
    )
  },
  { $id: 'ExportBody', description: 'What to export.' }
)
export type ExportBody = Static<typeof ExportBody>

const broken = ref(ErrorBody, {
  description: 'The trail is not what was written, or not what was exported: nothing is signed over it.'
})

export const exportAudit = operation({
  operationId: 'exportAudit',
  summary: 'Write the entries of a day into a file',
  description:
    'JSON lines and a seal as the last line. A day that is over is closed: what is told of it later belongs to the ' +
    'next. Each night the service does this for the day before, and for those that were missed.',
  body: Type.Union([ref(ExportBody), Type.Null()], { description: 'May be left out.' }),
  response: {
    200: Type.Union(
      [
        ref(AuditExport),
        closed({ message: Type.String({ description: 'That there is nothing to export.' }) })
      ],
      { description: 'The export, or that the day has no entries.' }
    ),
    409: broken
  }
})

export const downloadAuditExport = operation({
  operationId: 'downloadAuditExport',
  summary: 'Download the file of a day',
  description: 'Made again from the entries where the file is missing or is not what was exported.',
  params: Type.Object({ date: day('The day that the export covers.') }),
  response: {
    200: {
      description: 'The file: an entry per line, and its seal.',
      content: { 'application/x-ndjson': { schema: Type.String({ description: 'JSON lines.' }) } }
    },
    409: broken
  }
})

export const schemas = [AuditEntry, AuditStats, AuditVerdict, AuditExport, ExportBody]
