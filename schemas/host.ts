// The client of the host: what it kept, what it may still call, and what it holds back from.
import { type Static, Type } from '@sinclair/typebox'
import {
  closed,
  count,
  nullable,
  oneOf,
  operation,
  paged,
  pagingQuery,
  ratio,
  ref,
  timestamp
} from './common.js'

export const COOLDOWN_REASONS = [
  'token_invalid',
  'forbidden',
  'rate_exhausted',
  'rate_limited_retry_after',
  'rate_limited'
] as const
export type CooldownReason = (typeof COOLDOWN_REASONS)[number]

const installationId = nullable(Type.Integer(), {
  description: "The host's id of the installation; null for the App itself."
})

export const HostStats = closed(
  {
    data: closed(
      {
        cache_keys: count('Reads that the answering process keeps.'),
        cache_enabled: Type.Boolean({ description: 'Whether reads are kept; false without a credential.' }),
        hits: count(
          'Reads of the last 24 hours that cost no body: answered from what was kept, confirmed by the host, or shared with an equal one.'
        ),
        misses: count('Reads of the last 24 hours that were fetched.'),
        hit_rate: ratio('hits / (hits + misses); 0 without reads.'),
        requests_24h: count(
          'Requests that all processes sent to the host in the last 24 hours, repeated ones included.'
        ),
        errors_24h: count('Those of them that got no answer, or one from 400 up.')
      },
      { description: 'Counts of all processes together, by full hours.' }
    )
  },
  { $id: 'HostStats', description: 'What the client of the host did.' }
)
export type HostStats = Static<typeof HostStats>

export const HostRateLimit = closed(
  {
    installation_id: installationId,
    resource: Type.String({ description: 'Which budget of the host.', examples: ['core'] }),
    remaining: count('Calls that are left until the reset.'),
    limit: count('Calls that the host allows per window.'),
    used: count('Calls of the window that are spent.'),
    reset_at: timestamp('When the window ends.'),
    updated_at: timestamp('When the host last said so.')
  },
  { $id: 'HostRateLimit', description: 'One budget, as the host last told any process.' }
)
export type HostRateLimit = Static<typeof HostRateLimit>

export const HostCooldown = closed(
  {
    installation_id: installationId,
    scope: Type.String({
      description: '`global`: every call of the installation; `resource:<name>`: those of one budget.',
      examples: ['resource:core']
    }),
    reason: oneOf(COOLDOWN_REASONS, { description: 'What the host answered.' }),
    remaining_ms: count('Milliseconds until calls go out again.')
  },
  { $id: 'HostCooldown', description: 'A pause that the client of the host keeps.' }
)
export type HostCooldown = Static<typeof HostCooldown>

export const hostStats = operation({
  operationId: 'hostStats',
  summary: 'Count the calls of the host and what was kept of them',
  response: { 200: ref(HostStats) }
})

export const hostRateLimits = operation({
  operationId: 'hostRateLimits',
  summary: 'List the budgets that the host grants, until their reset',
  querystring: Type.Object(pagingQuery()),
  response: { 200: paged(ref(HostRateLimit), 'The budgets of the page, by installation and resource.') }
})

export const hostCooldowns = operation({
  operationId: 'hostCooldowns',
  summary: 'List the pauses that the client of the host keeps',
  querystring: Type.Object(pagingQuery()),
  response: { 200: paged(ref(HostCooldown), 'The pauses of the page, by installation and scope.') }
})

export const schemas = [HostStats, HostRateLimit, HostCooldown]
