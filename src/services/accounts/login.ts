// Who may log in, and how often an address may try.
import type { Deps } from '#deps.js'
import type { KnownKey } from '#domain/accounts/keys.js'
import { rateLimited, unauthorized } from '#errors/errors.js'
import { drawQuota, returnQuota } from '#store/accounts/rate-limits.js'
import { recordAudit } from '../audit/record.js'

const FAILURES = { limit: 10, windowSeconds: 900 }
/** Nobody fills the trail with guesses: those beyond are in the log alone, and the last entry says so. */
const FAILURES_ON_RECORD = { limit: 100, windowSeconds: 3_600 }

export interface LoginAttempt {
  password: string
  /** Who tries, as the network knows him. */
  client: string
}

/** The key that the password is. The try is paid for before it is judged, so that parallel guesses do not slip through. */
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
