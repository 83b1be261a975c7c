// How the mirror is kept equal to the host: what is compared, how far that is, and what went wrong.
import { type Static, Type } from '@sinclair/typebox'
import { closed, count, nullable, oneOf, ref, timestamp } from './common.js'

export const SYNC_STATUSES = ['idle', 'queued', 'running', 'failed'] as const
export type SyncStatus = (typeof SYNC_STATUSES)[number]

/** What a repository holds, in the order in which it is read. */
export const PARTS = ['labels', 'issues', 'pull_requests', 'ci_runs'] as const
export type Part = (typeof PARTS)[number]

/** `full`: from end to end, so that what is gone shows; `news`: what has changed since the last time. */
export const WALK_MODES = ['full', 'news'] as const
export type WalkMode = (typeof WALK_MODES)[number]

export const SyncPart = closed(
  {
    part: oneOf(PARTS, { description: 'What is read.' }),
    mode: nullable(oneOf(WALK_MODES, { description: 'Which.' }), {
      description: 'How it is being read now: all of it, or what has changed. Null between two syncs.'
    }),
    seen: count('How many the host has listed in this sync, or in the last one.'),
    changed: count('How many of them differed from the mirror, and no longer do.'),
    gone: count('How many were no longer there.'),
    up_to: nullable(timestamp("By the host's clock: all that changed before is known.")),
    finished_at: nullable(timestamp('When it was last read to the end.')),
    compared_at: nullable(timestamp('When the last comparison of all of it began.'))
  },
  { $id: 'SyncPart', description: 'One part of a repository, and how far it is known.' }
)
export type SyncPart = Static<typeof SyncPart>

export const Sync = closed(
  {
    status: oneOf(SYNC_STATUSES, { description: 'Whether a sync waits, runs, or went wrong.' }),
    job_id: nullable(Type.String(), { description: 'The job that waits or runs, or did last.' }),
    phase: nullable(oneOf(PARTS, { description: 'Part.' }), { description: 'What is being read now.' }),
    last_error: nullable(Type.String(), {
      description: 'Why the last sync failed, or what the present one waits for, in words.'
    }),
    requested_at: nullable(timestamp('When a sync was last asked for.')),
    started_at: nullable(timestamp('When the last sync began.')),
    finished_at: nullable(timestamp('When one last came to its end without a fault.')),
    next_attempt_at: nullable(timestamp('When it goes on, if it waits for the host.')),
    complete: Type.Boolean({
      description: 'Whether all parts have been compared with the host at least once.'
    }),
    equal_since: nullable(
      timestamp('All parts equalled the host at this time or later; since then events and news are followed.')
    ),
    parts: Type.Array(ref(SyncPart), { description: 'The parts that have been read so far.' })
  },
  { $id: 'Sync', description: 'How the mirror of a repository is kept equal to the host.' }
)
export type Sync = Static<typeof Sync>

export const SyncRequested = closed(
  {
    message: Type.String({ description: 'What will happen.' }),
    job_id: Type.String({
      description:
        'The job that does it: a new one, or one that waits already; while one runs that one, after which another begins.'
    }),
    repo: Type.String({ description: 'Full name of the repository.' }),
    queued: Type.Boolean({ description: 'True: it runs later.' })
  },
  { $id: 'SyncRequested', description: 'A sync that has been asked for.' }
)
export type SyncRequested = Static<typeof SyncRequested>
