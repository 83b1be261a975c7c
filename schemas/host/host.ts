// The host client: cached responses, rate budgets and cooldowns.

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
} from '../common.js'
import { enumeration } from '../enumeration.js'

export const COOLDOWN_REASONS = enumeration('CooldownReason', [
  'token_invalid',
  'forbidden',
  'rate_exhausted',
  'rate_limited_retry_after',
  'rate_limited'
])
export type CooldownReason = (typeof COOLDOWN_REASONS)[number]

const installationId = nullable(Type.Integer(), {
  description: "The host's id of the installation; null for the App itself."
})

export const HostStats = closed(
  {
    data: closed(
      {
        cache_keys: count('Responses in the cache of the process that answers.'),
        cache_enabled: Type.Boolean({
          description: 'Whether responses are cached; false without a credential.'
        }),
        hits: count(
          'Reads of the last 24 hours served without a download: from the cache, confirmed by the host (304), or shared with an identical request.'
        ),
        misses: count('Reads of the last 24 hours that were fetched.'),
        hit_rate: nullable(ratio('hits / (hits + misses); null without reads.')),
        requests_24h: count(
          'Requests that all processes sent to the host in the last 24 hours, repeated ones included.'
        ),
        errors_24h: count(
          'Requests without a response, or with a status of 400 or more. A 404 to a read is not counted.'
        ),
        suspended_installations: count('Suspended installations; the service does nothing for them.')
      },
      { description: 'Counts of all processes, by full hours.' }
    )
  },
  { $id: 'HostStats', description: 'Usage of the host API.' }
)
export type HostStats = Static<typeof HostStats>

export const HostRateLimit = closed(
  {
    installation_id: installationId,
    resource: Type.String({ description: 'Which budget of the host.', examples: ['core'] }),
    remaining: count('Calls remaining until the reset.'),
    limit: count('Calls allowed per window.'),
    used: count('Calls used in the window.'),
    reset_at: timestamp('When the window ends.'),
    updated_at: timestamp('When the host last reported it.')
  },
  { $id: 'HostRateLimit', description: 'A rate limit budget, as last reported by the host.' }
)
export type HostRateLimit = Static<typeof HostRateLimit>

export const HostCooldown = closed(
  {
    installation_id: installationId,
    scope: Type.String({
      description: '`global`: every call of the installation; `resource:<name>`: those of one budget.',
      examples: ['resource:core']
    }),
    reason: oneOf(COOLDOWN_REASONS, { description: 'Why the host client pauses.' }),
    remaining_ms: count('Milliseconds until calls resume.')
  },
  { $id: 'HostCooldown', description: 'A cooldown of the host client.' }
)
export type HostCooldown = Static<typeof HostCooldown>

export const getHostStats = operation({
  operationId: 'getHostStats',
  summary: 'Get host API usage and cache statistics',
  description: 'How often the service has asked the platform, and how often its cache could answer instead.',
  response: { 200: ref(HostStats) }
})

export const listHostRateLimits = operation({
  operationId: 'listHostRateLimits',
  summary: 'List rate limit budgets',
  description: 'What the platform last said is left of each budget.',
  querystring: closed(pagingQuery()),
  response: { 200: paged(ref(HostRateLimit), 'The budgets on this page, by installation and resource.') }
})

export const listHostCooldowns = operation({
  operationId: 'listHostCooldowns',
  summary: 'List active cooldowns of the host client',
  description: 'A cooldown stops calls to the platform for a while, after a limit or a rejected token.',
  querystring: closed(pagingQuery()),
  response: { 200: paged(ref(HostCooldown), 'The cooldowns on this page, by installation and scope.') }
})

export const schemas = [HostStats, HostRateLimit, HostCooldown]
