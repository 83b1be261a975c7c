// The sync of the mirror with the host: scope, progress and errors.

import { type Static, Type } from '@sinclair/typebox'
import { closed, count, nullable, oneOf, ref, timestamp } from '../common.js'
import { enumeration } from '../enumeration.js'
import { PARTS } from '../host/enums.js'

/** The reason shown while the repositories of a suspended installation are not synced. */
export const SUSPENDED = 'The installation is suspended.'

export const SYNC_STATUSES = enumeration('SyncStatus', ['idle', 'queued', 'running', 'failed'])
export type SyncStatus = (typeof SYNC_STATUSES)[number]

/** `full`: reads complete lists, which also reveals deletions; `news`: reads only changes since the last sync. */
export const WALK_MODES = enumeration('WalkMode', ['full', 'news'])
export type WalkMode = (typeof WALK_MODES)[number]

export const SyncPart = closed(
  {
    part: oneOf(PARTS, { description: 'What is read.' }),
    mode: nullable(oneOf(WALK_MODES, { description: 'Mode.' }), {
      description: 'Mode of the running sync: everything, or only changes. Null between syncs.'
    }),
    seen: count('Items listed by the host in the current or last sync.'),
    changed: count('Items that differed from the mirror and were corrected.'),
    gone: count('Items that no longer existed.'),
    up_to: nullable(timestamp('Everything that changed before this time (host clock) is known.')),
    finished_at: nullable(timestamp('When it was last read completely.')),
    compared_at: nullable(timestamp('When the last full comparison started.')),
    refusal: nullable(Type.String(), {
      description: 'Why the host does not show it to the service; what was known before is kept.'
    })
  },
  { $id: 'SyncPart', description: 'One part of a repository and its sync state.' }
)
export type SyncPart = Static<typeof SyncPart>

export const Sync = closed(
  {
    status: oneOf(SYNC_STATUSES, { description: 'State of the sync.' }),
    job_id: nullable(Type.String(), { description: 'The current or last job.' }),
    phase: nullable(oneOf(PARTS, { description: 'Part.' }), { description: 'What is being read now.' }),
    last_error: nullable(Type.String(), {
      description: 'Why the last sync failed, or what the current one waits for.'
    }),
    requested_at: nullable(timestamp('When a sync was last requested.')),
    started_at: nullable(timestamp('When the last sync started.')),
    finished_at: nullable(timestamp('When a sync last succeeded.')),
    next_attempt_at: nullable(timestamp('When it continues, if it waits for the host.')),
    complete: Type.Boolean({
      description: 'Whether all parts that the host shows have been compared with it at least once.'
    }),
    equal_since: nullable(
      timestamp('The mirror matched the host at this time or later; events keep it current since then.')
    ),
    parts: Type.Array(ref(SyncPart), { description: 'The parts that have been read so far.' })
  },
  { $id: 'Sync', description: 'Sync state of a repository.' }
)
export type Sync = Static<typeof Sync>

export const SyncBody = closed(
  {
    full: Type.Optional(
      Type.Boolean({
        description: 'True: compare everything, at the cost of a first sync.'
      })
    )
  },
  { $id: 'SyncBody', description: 'Extent of the sync.' }
)

export const SyncRequested = closed(
  {
    message: Type.String({ description: 'What happens next.' }),
    job_id: Type.String({
      description:
        'The job: a new one or one already queued; if a sync is running, that job, after which another sync starts.'
    }),
    repo: Type.String({ description: 'Full name of the repository.' }),
    queued: Type.Boolean({ description: 'True: a job runs the sync.' })
  },
  { $id: 'SyncRequested', description: 'A requested sync.' }
)
export type SyncRequested = Static<typeof SyncRequested>
