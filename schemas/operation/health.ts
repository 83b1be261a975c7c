// Health and metrics, for monitoring.

import { type Static, Type } from '@sinclair/typebox'
import { closed, count, nullable, oneOf, operation, ref, timestamp } from '../common.js'
import { enumeration } from '../enumeration.js'

const PROBE_RESULTS = enumeration('ProbeResult', ['ok', 'fail', 'timeout'])
const probe = (what: string) =>
  oneOf(PROBE_RESULTS, { description: `Whether ${what} answers within 2 seconds.` })

const AUDIT_EXPORT_STATES = enumeration('AuditExportState', ['ok', 'blocked', 'unknown'])

const TRIAGE_STATES = enumeration('TriageState', ['healthy', 'degraded', 'unknown'])

export const Health = closed(
  {
    status: oneOf(enumeration('HealthStatus', ['ok', 'degraded']), {
      description:
        '`ok` when every check is ok, the migrations are current, triage is healthy, audit exports go on, and the disk is not low.'
    }),
    service: Type.String({ description: 'Always `service`.', examples: ['service'] }),
    ts: timestamp('When the check ran.'),
    version: Type.String({ description: 'Version of the service.', examples: ['0.1.0'] }),
    git_sha: nullable(Type.String(), { description: 'The commit the build was made from, if known.' }),
    db_migrations_applied: nullable(Type.Integer(), {
      description: 'Migrations applied to the database.'
    }),
    db_migrations_available: nullable(Type.Integer(), {
      description: 'Migrations included in this version.'
    }),
    db_migration_status: oneOf(enumeration('MigrationStatus', ['current', 'behind', 'unknown']), {
      description: 'How the two compare.'
    }),
    checks: closed(
      {
        database: probe('the database'),
        store: probe('the shared store of sessions and limits'),
        queue: probe('the job queue')
      },
      { description: 'The individual checks.' }
    ),
    disk: nullable(
      closed(
        {
          free_bytes: nullable(Type.Integer(), {
            description: 'Free space; null if it cannot be determined.'
          }),
          reserve_bytes: Type.Integer({
            description:
              'Below this amount, webhooks and changes are rejected and background work pauses (DISK_RESERVE_MIB).'
          }),
          is_low: Type.Boolean({
            description: 'True while less space than that is free; webhooks and changes then get 507.'
          })
        },
        { description: 'The disk of the embedded database; null with a database server.' }
      )
    ),
    audit_exports: oneOf(AUDIT_EXPORT_STATES, {
      description:
        '`blocked` while the seal of the newest audit export cannot be verified with the configured keys: nothing is ' +
        'exported until `AUDIT_EXPORT_FORMER_KEYS` names the key that signed it.'
    }),
    workflows: closed(
      {
        triage: closed(
          {
            status: oneOf(TRIAGE_STATES, {
              description: '`degraded` while triage failures are open.'
            }),
            failed_count: count('Number of open triage failures.'),
            oldest_failure_at: nullable(timestamp('When the oldest of these was given up.'))
          },
          { description: 'Classification of issues and pull requests.' }
        )
      },
      { description: 'Health of the pillars.' }
    )
  },
  { $id: 'Health', description: 'Health of the service.' }
)
export type Health = Static<typeof Health>
export type ProbeResult = (typeof PROBE_RESULTS)[number]

export const getHealth = operation({
  operationId: 'getHealth',
  summary: 'Show that the process lives, and its build',
  description:
    'Always answers while the process lives, and asks nothing but the database. For liveness probes; `/health/ready` says whether the service can work.',
  response: { 200: ref(Health) }
})

export const getHealthReady = operation({
  operationId: 'getHealthReady',
  summary: 'Show whether the service can work',
  description: 'Same body as `/health`. Returns 503 when the database or the shared store does not respond.',
  response: { 200: ref(Health), 503: ref(Health) }
})

export const getMetrics = operation({
  operationId: 'getMetrics',
  summary: 'Get metrics in the Prometheus text format',
  description: 'For a Prometheus server, which authenticates with an API key.',
  response: {
    200: {
      description: 'Prometheus text exposition format 0.0.4.',
      content: { 'text/plain': { schema: Type.String({ description: 'One metric per line.' }) } }
    }
  }
})

export const schemas = [Health]
