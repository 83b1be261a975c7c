// Health and metrics: what an operator's machines ask.
import { type Static, Type } from '@sinclair/typebox'
import { closed, count, nullable, oneOf, operation, ref, timestamp } from './common.js'

const PROBE_RESULTS = ['ok', 'fail', 'timeout'] as const
const probe = (what: string) =>
  oneOf(PROBE_RESULTS, { description: `Whether ${what} answers within 2 seconds.` })

const TRIAGE_STATES = ['healthy', 'degraded', 'unknown'] as const

export const Health = closed(
  {
    status: oneOf(['ok', 'degraded'], {
      description: '`ok` when every check is ok, the migrations are current, and triage is healthy.'
    }),
    service: Type.String({ description: 'Always `service`.', examples: ['service'] }),
    ts: timestamp('When this was looked at.'),
    version: Type.String({ description: 'Version of the service.', examples: ['0.1.0'] }),
    git_sha: nullable(Type.String(), { description: 'The commit it was built from, if the build said so.' }),
    db_migrations_applied: nullable(Type.Integer(), {
      description: 'Migrations that the database has seen.'
    }),
    db_migrations_available: nullable(Type.Integer(), {
      description: 'Migrations that this version carries.'
    }),
    db_migration_status: oneOf(['current', 'behind', 'unknown'], { description: 'How the two compare.' }),
    checks: closed(
      {
        database: probe('the database'),
        store: probe('the shared store of sessions and limits'),
        queue: probe('the job queue')
      },
      { description: 'The single checks.' }
    ),
    workflows: closed(
      {
        triage: closed(
          {
            status: oneOf(TRIAGE_STATES, {
              description: '`degraded` while something that could not be judged waits for somebody.'
            }),
            failed_count: count('What was given up, and has not been judged since.'),
            oldest_failure_at: nullable(timestamp('When the oldest of these was given up.'))
          },
          { description: 'Judging issues and pull requests.' }
        )
      },
      { description: 'How the work of the pillars goes.' }
    )
  },
  { $id: 'Health', description: 'How the service is.' }
)
export type Health = Static<typeof Health>
export type ProbeResult = (typeof PROBE_RESULTS)[number]

export const getHealth = operation({
  operationId: 'getHealth',
  summary: 'Is the process alive, and how is it',
  response: { 200: ref(Health) }
})

export const getHealthReady = operation({
  operationId: 'getHealthReady',
  summary: 'Can the service do its work',
  description: 'The same body as `/health`; 503 when the database or the shared store does not answer.',
  response: { 200: ref(Health), 503: ref(Health) }
})

export const getMetrics = operation({
  operationId: 'getMetrics',
  summary: 'Metrics in the Prometheus text format',
  response: {
    200: {
      description: 'Prometheus text exposition format 0.0.4.',
      content: { 'text/plain': { schema: Type.String({ description: 'One metric per line.' }) } }
    }
  }
})

export const schemas = [Health]
