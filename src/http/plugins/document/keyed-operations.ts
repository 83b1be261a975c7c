// What operations that read an `Idempotency-Key` have in common: the header, and what replies say of it.
import {
  IDEMPOTENCY_HEADER,
  IdempotencyKey,
  IdempotentReplayed,
  REPLAYED_HEADER
} from '#schemas/idempotency.js'
import type { RouteGroup } from '../../route-group.js'

/** Whether a key is read: with a `POST` of whoever is authenticated. */
export const takesKey = (method: unknown, { auth }: Pick<RouteGroup, 'auth'>): boolean =>
  method === 'POST' && auth !== 'none'

type Headers = Record<string, unknown>

/** The headers of an operation, and the key. */
export function withKey(headers: unknown): object {
  const { properties = {}, ...own }: { properties?: Headers } = Object(headers)
  return { type: 'object', ...own, properties: { ...properties, [IDEMPOTENCY_HEADER]: IdempotencyKey } }
}

export function keyedReplies(
  replies: Readonly<Record<number, unknown>>,
  retryAfter: Headers
): Record<number, unknown> {
  return Object.fromEntries(
    Object.entries(replies).map(([status, reply]) => {
      const { headers = {}, ...rest }: { headers?: Headers } = Object(reply)
      const more = headersOf(Number(status), retryAfter)
      return [status, more ? { ...rest, headers: { ...headers, ...more } } : reply]
    })
  )
}

/** Errors may be stored answers as well; to say so of each would tell readers nothing more. */
function headersOf(status: number, retryAfter: Headers): Headers | undefined {
  if (status < 400) return { [REPLAYED_HEADER]: IdempotentReplayed }
  return status === 409 ? retryAfter : undefined
}
