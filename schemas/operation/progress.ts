// Work that takes long: what runs or waits now, and how far it is.

import { type Static, Type } from '@sinclair/typebox'
import { closed, count, nullable, oneOf, operation, ref, timestamp } from '../common.js'
import { enumeration } from '../enumeration.js'

export const PROGRESS_KINDS = enumeration('ProgressKind', [
  'sync',
  'first_sync',
  'duplicates_backfill',
  'delivery_retry',
  'policy_evaluation',
  'reconciliation',
  'dependency_scan',
  'advisory_import',
  'audit_export',
  'compliance_report'
])
export type ProgressKind = (typeof PROGRESS_KINDS)[number]

export const PROGRESS_UNITS = enumeration('ProgressUnit', [
  'repositories',
  'items',
  'issues',
  'deliveries',
  'parts'
])

export const ProgressItem = closed(
  {
    kind: oneOf(PROGRESS_KINDS, {
      description:
        'What is done. `sync`, `policy_evaluation` and `dependency_scan` are those of several repositories together; ' +
        '`first_sync` is that of one, beside its share in `sync`.'
    }),
    repo: nullable(Type.String(), {
      description: 'Full name of the repository; null if it is not about one.'
    }),
    state: oneOf(enumeration('ProgressState', ['running', 'waiting']), {
      description: '`waiting`: none of it runs at the moment.'
    }),
    unit: nullable(oneOf(PROGRESS_UNITS, { description: 'What is counted.' }), {
      description: 'What is counted; null if nothing can be.'
    }),
    done: nullable(count('How much is done.'), {
      description: 'How much is done; null if that is not known.'
    }),
    total: nullable(count('How much there is.'), {
      description: 'How much there is as far as is known now; null if that is not known.'
    }),
    left: nullable(count('How much is left.'), {
      description: 'How much is left; null if that is not known.'
    }),
    started_at: timestamp(
      'When it began; for work of several repositories, when the oldest of it was asked for.'
    ),
    seconds_left: nullable(count('Estimate.'), {
      description: 'Estimate of the seconds left, at the pace since it began; null while there is none.'
    })
  },
  { $id: 'ProgressItem', description: 'Work that takes long.' }
)
export type ProgressItem = Static<typeof ProgressItem>

/** The most that are listed of one kind. */
export const MOST_OF_KIND = 10

export const Progress = closed(
  {
    data: Type.Array(ref(ProgressItem), {
      description: `What runs or waits, the oldest first; at most ${MOST_OF_KIND} of a kind.`
    })
  },
  { $id: 'Progress', description: 'Work in progress.' }
)
export type Progress = Static<typeof Progress>

export const getProgress = operation({
  operationId: 'getProgress',
  summary: 'List work in progress',
  description:
    'Syncs, backfills, retries, evaluations, scans, imports and exports that run or wait now, with what is known of how far they are.',
  response: { 200: ref(Progress) }
})

export const schemas = [ProgressItem, Progress]
