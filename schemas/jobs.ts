// The payload of every job, by name. A name without a handler in `src/jobs/index.ts` does not compile.
import { type Static, Type } from '@sinclair/typebox'
import { closed } from './common.js'

const DeliveryJob = closed({ delivery_row: Type.Integer({ description: 'Row id of the webhook delivery.' }) })

export const JobPayloads = {
  /** Reads the configuration file of a repository. */
  'config.refresh': closed({ repo_id: Type.Integer({ description: "The host's id of the repository." }) }),
  /** Carries out what one webhook delivery asks for. */
  'delivery.handle': DeliveryJob,
  /** Records that a delivery could not be handled; receives what `delivery.handle` gave up on. */
  'delivery.bury': DeliveryJob,
  /** Fetches what the host has sent and what has not arrived. */
  'delivery.recover': closed({}),
  /** Drops what has been kept long enough. */
  'retention.sweep': closed({}),
  /** Notes the ends of waivers that have come. */
  'waiver.expire': closed({}),
  /** Lists all installations and has each of them synced. */
  'sync.fleet': closed({}),
  /** Lists the repositories and members of an installation and has each repository synced. */
  'sync.installation': closed({ installation_id: Type.Integer({ description: "The host's id of it." }) }),
  /** Looks for syncs whose job died. */
  'sync.watch': closed({}),
  /** Brings a repository's mirror up to the host, or a part of the way. */
  'sync.repository': closed({ repo_id: Type.Integer({ description: "The host's id of the repository." }) })
} as const

export type JobName = keyof typeof JobPayloads
export type JobPayload<Name extends JobName> = Static<(typeof JobPayloads)[Name]>

export const JOB_STATES = ['created', 'retry', 'active', 'completed', 'cancelled', 'failed'] as const
export type JobState = (typeof JOB_STATES)[number]
