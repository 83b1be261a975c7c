// The activity feed: everything that the service received and did, from all capabilities.

import { type Static, Type } from '@sinclair/typebox'
import {
  closed,
  count,
  cursorQuery,
  nullable,
  oneOf,
  operation,
  PageMeta,
  pagingQuery,
  ref,
  repoFilter,
  timestamp
} from '../common.js'
import { enumeration } from '../enumeration.js'

/** The display of each source, and the statuses of its items. */
export const SOURCES = {
  ci_heal: {
    label: 'CI Heal',
    icon: 'wrench',
    color: 'blue',
    statuses: ['attempted', 'healed', 'failed', 'skipped', 'open', 'merged', 'closed']
  },
  issue_fix: {
    label: 'Issue Fix',
    icon: 'bug',
    color: 'purple',
    statuses: [
      'pending',
      'analyzing',
      'generating',
      'submitted',
      'merged',
      'closed',
      'rejected',
      'failed',
      'superseded'
    ]
  },
  maintainer: {
    label: 'Maintainer',
    icon: 'broom',
    color: 'green',
    statuses: ['pending', 'applied', 'skipped', 'failed']
  },
  config_change: { label: 'Config Change', icon: 'sliders', color: 'gray', statuses: ['applied', 'failed'] },
  duplicate: {
    label: 'Duplicate',
    icon: 'copy',
    color: 'amber',
    statuses: ['pending', 'confirmed', 'dismissed']
  },
  merge_queue: {
    label: 'Merge Queue',
    icon: 'queue',
    color: 'indigo',
    statuses: ['pending', 'ready', 'merging', 'merged', 'blocked', 'removed']
  },
  ai_review: {
    label: 'AI Review',
    icon: 'eye',
    color: 'teal',
    statuses: ['pending', 'approved', 'needs_discussion', 'request_changes', 'error', 'skipped']
  },
  enforcement: {
    label: 'Enforcement',
    icon: 'shield',
    color: 'red',
    statuses: ['open', 'remediated', 'suppressed']
  },
  webhook: { label: 'Webhook', icon: 'antenna', color: 'slate', statuses: ['processed', 'failed'] },
  quality_gate: { label: 'Quality Gate', icon: 'gate', color: 'orange', statuses: ['passed', 'failed'] },
  waiver: { label: 'Waiver', icon: 'pass', color: 'yellow', statuses: ['active', 'expired', 'revoked'] },
  action: {
    label: 'Action',
    icon: 'bolt',
    color: 'cyan',
    statuses: [
      'proposed',
      'approved',
      'executing',
      'succeeded',
      'failed',
      'blocked',
      'cancelled',
      'retrying',
      'reconciled'
    ]
  },
  audit_report: { label: 'Audit Report', icon: 'book', color: 'stone', statuses: ['ready', 'failed'] },
  rollback: { label: 'Rollback', icon: 'undo', color: 'rose', statuses: ['pending', 'reverted', 'failed'] }
} as const

// Cast: `Object.keys` returns strings, and the table has exactly the keys of its type.
export const ACTIVITY_SOURCES = enumeration(
  'ActivitySource',
  Object.keys(SOURCES) as [keyof typeof SOURCES, ...(keyof typeof SOURCES)[]]
)
export type ActivitySource = keyof typeof SOURCES
export type ActivityStatus = (typeof SOURCES)[ActivitySource]['statuses'][number]
const ACTIVITY_STATUSES: ActivityStatus[] = enumeration('ActivityStatus', [
  ...new Set(Object.values(SOURCES).flatMap(({ statuses }) => [...statuses]))
])

/** The display of a source, without its statuses. */
function metaOf(source: ActivitySource): Static<typeof SourceMeta> {
  const { label, icon, color } = SOURCES[source]
  return { label, icon, color }
}

export const SourceMeta = closed(
  {
    label: Type.String({ description: 'Its name for people.', examples: ['Webhook'] }),
    icon: Type.String({ description: 'Name of its icon.', examples: ['antenna'] }),
    color: Type.String({ description: 'The name of its colour.', examples: ['slate'] })
  },
  { $id: 'ActivitySourceMeta', description: 'How to display a source of activity.' }
)

// Cast: `Object.fromEntries` returns string keys, and every source is included.
export const SOURCE_META = Object.fromEntries(
  ACTIVITY_SOURCES.map((source) => [source, metaOf(source)])
) as Record<ActivitySource, Static<typeof SourceMeta>>

const Sources = Type.Record(Type.String(), ref(SourceMeta), {
  description: 'How each source is shown, by its word.'
})

export const Activity = closed(
  {
    source: oneOf(ACTIVITY_SOURCES, { description: 'Which part of the service it comes from.' }),
    source_id: Type.Integer({ description: 'Id of what it is about, within its source.' }),
    repo: nullable(Type.String(), {
      description: 'Full name of its repository, as it is called now; null where it has none that is known.',
      examples: ['octo-org/hello-world']
    }),
    target_number: nullable(Type.Integer(), {
      description: 'Number of the issue or pull request that it is about; null where it is about neither.'
    }),
    target_url: nullable(Type.String(), { description: 'URL of the subject; null if not known.' }),
    action_type: Type.String({ description: 'What was done or what happened.', examples: ['issues.opened'] }),
    status: oneOf(ACTIVITY_STATUSES, { description: 'Status, as named by its source.' }),
    detail: Type.String({ description: 'Further details; may be empty.' }),
    created_at: timestamp('When it started.'),
    meta: ref(SourceMeta, { description: 'How its source is shown.' })
  },
  { $id: 'Activity', description: 'One thing that the service received or did.' }
)
export type Activity = Static<typeof Activity>

const sinceQuery = {
  since: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'Only items since this date or date-time (UTC).',
      examples: ['2026-01-31']
    })
  )
}

const ActivityPage = closed(
  {
    data: Type.Array(ref(Activity), { description: 'The items of the page.' }),
    meta: ref(PageMeta),
    sources: Sources
  },
  { $id: 'ActivityPage', description: 'A page of the feed, and how to display its sources.' }
)
export type ActivityPage = Static<typeof ActivityPage>

export const listActivity = operation({
  operationId: 'listActivity',
  codes: ['invalid_time', 'invalid_cursor'],
  summary: 'List activity, newest first',
  description: 'What the parts of the service did, in one list. `cursor` continues it.',
  querystring: closed({
    ...pagingQuery(),
    source: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 300,
        description: `Only these sources: one, or several with commas between them, of ${ACTIVITY_SOURCES.join(', ')}.`,
        examples: ['ci_heal,webhook']
      })
    ),
    repo: Type.Optional(repoFilter('Only this repository, as `owner/name`.')),
    status: Type.Optional(oneOf(ACTIVITY_STATUSES, { description: 'Only items with this status.' })),
    ...sinceQuery,
    ...cursorQuery
  }),
  response: { 200: ref(ActivityPage) }
})

const SourceSummary = closed({
  source: oneOf(ACTIVITY_SOURCES, { description: 'The source.' }),
  meta: ref(SourceMeta, { description: 'How it is shown.' }),
  statuses: Type.Record(Type.String(), Type.Integer({ minimum: 0 }), {
    description: 'Number of its items by status.'
  })
})

export const ActivitySummary = closed(
  {
    total: count('All items, or those since the moment that was given.'),
    recent: closed(
      {
        last_24h: count('Items of the last 24 hours, whatever `since` says.'),
        last_7d: count('Items of the last 7 days.'),
        last_30d: count('Items of the last 30 days.')
      },
      { description: 'Recent counts.' }
    ),
    by_source: Type.Record(Type.String(), SourceSummary, {
      description: 'The items that `total` counts, by source and status; sources without any are left out.'
    }),
    sources: Sources
  },
  { $id: 'ActivitySummary', description: 'Activity counts.' }
)
export type ActivitySummary = Static<typeof ActivitySummary>

export const getActivitySummary = operation({
  operationId: 'getActivitySummary',
  codes: ['invalid_time'],
  summary: 'Count activity',
  description: 'One count for each source.',
  querystring: closed(sinceQuery),
  response: { 200: ref(ActivitySummary) }
})

export const schemas = [SourceMeta, Activity, ActivityPage, ActivitySummary]
