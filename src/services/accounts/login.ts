// Authenticates a login, and limits the failed attempts per address.
import type { Deps } from '#deps.js'
import type { KnownKey } from '#domain/accounts/keys.js'
import { rateLimited, unauthorized } from '#errors/errors.js'
import { drawQuota, returnQuota } from '#store/accounts/rate-limits.js'
import { recordAudit } from '../audit/record.js'

const FAILURES = { limit: 10, windowSeconds: 900 }
/**
 * Limits audit entries for failed logins, so that guessing cannot flood the trail. Further failures are only logged,
 * and the last entry says so.
 */
const FAILURES_ON_RECORD = { limit: 100, windowSeconds: 3_600 }

export interface LoginAttempt {
  password: string
  /** Address of the client, as the network reports it. */
  client: string
}

/**
 * Returns the key that the password matches. The attempt is charged before the password is checked, so that parallel
 * guesses cannot exceed the limit.
 */
export async function authenticateLogin(deps: Deps, { password, client }: LoginAttempt): Promise<KnownKey> {
  const bucket = `login:${client}`
  const grants = await deps.transaction((tx) => drawQuota(tx, [{ key: bucket, want: 1, ...FAILURES }]))
  const grant = grants.get(bucket)
  if (!grant || grant.granted === 0) {
    throw rateLimited(
      'Too many failed logins from this address. Try again later.',
      Math.ceil((grant?.msLeft ?? 0) / 1000)
    )
  }
  const key = deps.keys.match(password)
  deps.log.info({ client, principal: key?.label ?? null }, key ? 'Login succeeded' : 'Login failed')
  if (!key) {
    await recordFailure(deps, client)
    throw unauthorized('The login failed. Check the API key.')
  }
  await deps.transaction((tx) => returnQuota(tx, new Map([[bucket, { count: 1, resetAt: grant.resetAt }]])))
  return key
}

async function recordFailure(deps: Deps, client: string): Promise<void> {
  const bucket = 'audit:login_failed'
  await deps.transaction(async (tx) => {
    const grants = await drawQuota(tx, [{ key: bucket, want: 1, ...FAILURES_ON_RECORD }])
    const { granted = 0, taken = 0 } = grants.get(bucket) ?? {}
    if (granted === 0) return
    const isLast = taken >= FAILURES_ON_RECORD.limit
    await recordAudit(tx, {
      category: 'config_change',
      eventType: 'login_failed',
      actor: 'anonymous',
      actorType: 'human',
      repo: null,
      payload: { address: client, ...(isLast ? { further_failures_within_the_hour: 'not recorded' } : {}) },
      occurredAt: deps.now()
    })
  })
}
