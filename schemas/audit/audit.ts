// The audit trail: its entries, statistics and exports.

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
  ref,
  repoFilter,
  timestamp
} from '../common.js'
import { enumeration } from '../enumeration.js'
import { ErrorBody } from '../errors.js'

export const AUDIT_CATEGORIES = enumeration('AuditCategory', [
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
])
export type AuditCategory = (typeof AUDIT_CATEGORIES)[number]

export const ACTOR_TYPES = enumeration('ActorType', ['human', 'bot', 'system'])
export type ActorType = (typeof ACTOR_TYPES)[number]

export const FRAMEWORKS = enumeration('Framework', ['soc2', 'iso27001'])
export type Framework = (typeof FRAMEWORKS)[number]

const seq = (description: string) => Type.Integer({ minimum: 1, description, examples: [42] })
const hash = (description: string) => Type.String({ description: `SHA-256 of ${description}, in hex.` })
const day = (description: string) => Type.String({ format: 'date', description, examples: ['2026-01-31'] })

export const AuditEntry = closed(
  {
    id: seq('The same as `seq`.'),
    seq: seq('Position in the trail: from 1, without gaps.'),
    category: oneOf(AUDIT_CATEGORIES, { description: 'Category.' }),
    event_type: Type.String({ description: 'What happened.', examples: ['waiver_granted'] }),
    actor: Type.String({ description: 'Who did it.', examples: ['api'] }),
    actor_type: oneOf(ACTOR_TYPES, { description: 'What the actor is.' }),
    repo_full_name: nullable(Type.String(), {
      description: 'Name of the repository at that time.',
      examples: ['octo-org/hello-world']
    }),
    pr_number: nullable(Type.Integer(), { description: 'The pull request that it is about.' }),
    commit_sha: nullable(Type.String(), { description: 'The commit that it is about.' }),
    payload: Type.Object(
      {},
      {
        additionalProperties: true,
        description:
          'Payload of the entry; `unreadable` holds a payload that was altered and is no longer a JSON object.'
      }
    ),
    framework: Type.Array(oneOf(FRAMEWORKS, { description: 'A framework.' }), {
      description: 'The frameworks for which it is evidence.'
    }),
    control_id: Type.String({ description: 'The control for which it is evidence.', examples: ['CC6.3'] }),
    payload_hash: hash('the payload as canonical JSON (RFC 8785)'),
    prev_hash: nullable(Type.String(), {
      description: '`entry_hash` of the previous entry; null for the first.'
    }),
    entry_hash: hash('all other fields except `id` and `payload`, as canonical JSON'),
    occurred_at: timestamp('When it happened.')
  },
  { $id: 'AuditEntry', description: 'One entry of the audit trail.' }
)
export type AuditEntry = Static<typeof AuditEntry>

export const listAuditEntries = operation({
  operationId: 'listAuditEntries',
  codes: ['invalid_time', 'invalid_cursor'],
  summary: 'List audit entries, newest first',
  description:
    'The trail of what was done by whom; entries are chained, so that a change of one shows. Filters can be combined.',
  querystring: closed({
    ...pagingQuery(),
    ...cursorQuery,
    category: Type.Optional(oneOf(AUDIT_CATEGORIES, { description: 'Only this category.' })),
    event_type: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'Only this type of event.' })
    ),
    actor: Type.Optional(Type.String({ minLength: 1, maxLength: 500, description: 'Only this actor.' })),
    actor_type: Type.Optional(oneOf(ACTOR_TYPES, { description: 'Only actors of this kind.' })),
    repo: Type.Optional(repoFilter('Only entries of this repository, by its name at that time.')),
    pr: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2_147_483_647,
        description: 'Only entries about the pull request with this number.'
      })
    ),
    framework: Type.Optional(oneOf(FRAMEWORKS, { description: 'Only evidence for this framework.' })),
    since: Type.Optional(
      Type.String({ description: 'Only entries from this date, or date-time with zone, onward.' })
    ),
    until: Type.Optional(
      Type.String({ description: 'Only entries up to the end of this date, or up to this date-time.' })
    )
  }),
  response: { 200: paged(ref(AuditEntry), 'The entries of the page.') }
})
export type AuditQuery = Partial<Static<typeof listAuditEntries.querystring>>

const exportFields = {
  date_covered: day('The day (UTC) whose entries it holds.'),
  entry_count: count('How many entries.'),
  signed: Type.Boolean({ description: 'Whether the seal of the file is signed.' }),
  file_hash: hash('the downloaded file')
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
      { description: 'Totals of the days.' }
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
      description: 'One row per day, oldest first, days without entries included.'
    }),
    recent_exports: Type.Array(closed(exportFields), {
      description: 'The exports of the last seven days exported.'
    })
  },
  { $id: 'AuditStats', description: 'Audit entry counts of the last days.' }
)
export type AuditStats = Static<typeof AuditStats>

export const getAuditStats = operation({
  operationId: 'getAuditStats',
  summary: 'Count audit entries',
  description: 'An entry counts for the day on which it was written.',
  querystring: closed({
    days: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 365, default: 30, description: 'Number of days, today included.' })
    )
  }),
  response: { 200: ref(AuditStats) }
})

export const EXPORT_TYPES = enumeration('AuditExportType', ['nightly', 'manual'])

export const AuditExport = closed(
  {
    id: Type.Integer({ description: 'Id of the export.' }),
    export_type: oneOf(EXPORT_TYPES, { description: 'Whether the service made it automatically.' }),
    ...exportFields,
    first_seq: seq('The first entry of the file.'),
    last_seq: seq('The last entry of the file.'),
    head_hash: Type.String({
      description: '`entry_hash` of the last entry, which the trail is verified against. SHA-256, in hex.'
    }),
    file_path: Type.String({
      description: 'Where the file is in the data directory of the process that wrote it.'
    }),
    created_at: timestamp('When it was created.'),
    content_preview: Type.String({ description: 'Start of the file.' })
  },
  { $id: 'AuditExport', description: 'The file with the entries of one day.' }
)
export type AuditExport = Static<typeof AuditExport>

export const ExportBody = closed(
  {
    date: Type.Optional(
      Type.String({
        description: 'The day (UTC), or a date-time on it; default: today.',
        examples: ['2026-01-31']
      })
    )
  },
  { $id: 'ExportBody', description: 'What to export.' }
)
export type ExportBody = Static<typeof ExportBody>

const broken = ref(ErrorBody, {
  description:
    'The audit trail differs from what was written or exported, or a seal cannot be verified, so nothing is signed.'
})

export const exportAudit = operation({
  operationId: 'exportAudit',
  codes: ['invalid_time', 'audit_broken'],
  summary: 'Export the audit entries of a day',
  description:
    'Writes JSON lines, with a seal as the last line. A past day is closed: entries recorded later belong to the ' +
    'next day. Every night the service exports the previous day and any day that was missed.',
  body: Type.Union([ref(ExportBody), Type.Null()], { description: 'Optional.' }),
  response: {
    200: Type.Union(
      [ref(AuditExport), closed({ message: Type.String({ description: 'Nothing to export.' }) })],
      { description: 'The export, or a message that the day has no entries.' }
    ),
    409: broken
  }
})

export const downloadAuditExport = operation({
  operationId: 'downloadAuditExport',
  codes: ['export_changed'],
  summary: 'Download the export of a day',
  description: 'If the file is missing or differs from what was exported, it is rebuilt from the entries.',
  params: Type.Object({ date: day('The day that the export covers.') }),
  response: {
    200: {
      description: 'The file: one entry per line, then the seal.',
      content: { 'application/x-ndjson': { schema: Type.String({ description: 'JSON lines.' }) } }
    },
    409: broken
  }
})

export const schemas = [AuditEntry, AuditStats, AuditExport, ExportBody]
