// The health of the whole system in one reply, for operators.
import { type Static, Type } from '@sinclair/typebox'
import { closed, count, nullable, operation, ref, timestamp } from '../common.js'
import { Health } from './health.js'

const unread = (what: string) => `${what}; null if it could not be read within 2 seconds.`

export const QueueBacklog = closed(
  {
    name: Type.String({ description: 'Name of the queue.', examples: ['delivery.handle'] }),
    waiting: count('Jobs that are due and have not begun.'),
    later: count('Jobs that are due later: retries, planned ones, and those that wait for others.'),
    running: count('Jobs in progress, in all processes.'),
    failed: count('Jobs that were given up within the last day.'),
    oldest_waiting_ms: nullable(
      count('How long the job that waits longest has been due; null if none waits.')
    )
  },
  { $id: 'QueueBacklog', description: 'The jobs of one queue.' }
)

export const SystemHealth = closed(
  {
    health: ref(Health),
    started_at: timestamp('When the process that answers was started.'),
    uptime_seconds: count('How long it has been running.'),
    database: closed(
      {
        latency_ms: nullable(Type.Number({ minimum: 0 }), {
          description: unread('How long the smallest query took')
        }),
        size_bytes: nullable(Type.Integer({ minimum: 0 }), { description: unread('Its size') })
      },
      { description: 'The database.' }
    ),
    queues: nullable(Type.Array(ref(QueueBacklog)), { description: unread('Every queue, by name') }),
    deliveries: nullable(
      closed({
        waiting: count('Deliveries whose work is not done.'),
        failed: count('Deliveries that are tried again.'),
        dead: count('Deliveries that were given up.'),
        oldest_waiting_at: nullable(
          timestamp('When the one that has waited longest arrived; null if none waits.')
        )
      }),
      { description: unread('The backlog of webhooks') }
    )
  },
  { $id: 'SystemHealth', description: 'The health of the whole system.' }
)
export type SystemHealth = Static<typeof SystemHealth>

export const getSystemHealth = operation({
  operationId: 'getSystemHealth',
  summary: 'Show the health of the whole system',
  description:
    'What `/health` tells everybody, with the database, the queues and the backlog of webhooks. What cannot be read in time is null, so that the rest still arrives.',
  response: { 200: ref(SystemHealth) }
})

export const schemas = [QueueBacklog, SystemHealth]
