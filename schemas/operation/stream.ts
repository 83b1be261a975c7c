// The stream of changes: what has changed, by name alone.

import { type Static, Type } from '@sinclair/typebox'
import { closed, oneOf, operation, ref } from '../common.js'
import { enumeration } from '../enumeration.js'
import { ErrorBody } from '../errors.js'

/** What can change. A topic stands for the tables that `src/store/operation/changes.ts` names. */
export const TOPICS = enumeration('Topic', [
  'repositories',
  'syncs',
  'issues',
  'pull_requests',
  'runs',
  'people',
  'branch_rules',
  'deliveries',
  'triage',
  'duplicates',
  'healing',
  'fixing',
  'decisions',
  'actions',
  'activity',
  'gates',
  'reviews',
  'waivers',
  'configuration',
  'maintenance',
  'feedback',
  'enforcement',
  'reconciler',
  'merge_queue',
  'rollbacks',
  'telemetry',
  'flaky_tests',
  'dependencies',
  'audit',
  'sessions'
])
export type ChangeTopic = (typeof TOPICS)[number]

export const Changes = closed(
  {
    topics: Type.Array(oneOf(TOPICS, { description: 'What has changed.' }), {
      description: 'What has changed; everything may have if it is empty and the event is `reset`.'
    })
  },
  { $id: 'Changes', description: 'The data of an event.' }
)
export type Changes = Static<typeof Changes>

export const streamChanges = operation({
  operationId: 'streamChanges',
  summary: 'Follow changes as they happen',
  description:
    'A stream of server-sent events that stays open. `changed` names what has changed, never how; events within a ' +
    'moment are one. Ask for what you show of these topics again. `reset` says that changes may have been missed: ask ' +
    'for everything again. The first event comes at once: it names what has changed since the event whose id is given ' +
    'in `Last-Event-ID`, as browsers send it by themselves, or else within the last seconds. Comments keep the ' +
    'connection open. The stream ends with its session, and when it is not read.',
  querystring: closed({
    last_event_id: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'The same as the header `Last-Event-ID`, for clients that cannot set it.'
      })
    )
  }),
  response: {
    200: {
      description: 'The data of each event, as JSON.',
      content: { 'text/event-stream': { schema: ref(Changes) } }
    },
    429: ref(ErrorBody, {
      description: 'Too many requests, or too many open streams. Wait as long as Retry-After says.'
    })
  }
})

export const schemas = [Changes]
