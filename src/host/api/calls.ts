// One call of the host from the first thought to its answer: may it go out, as whom, and what the answer teaches.
import type { CallObstacle } from './budget.js'
import type { BudgetTracker } from './budget-tracker.js'
import type { AuthHeader, Credentials } from './credentials.js'
import { budgetFromHeaders, heldBackError, hostErrorOf, hostUnavailable, resourceOf } from './failures.js'
import type { CallPriority, HostLimits } from './limits.js'
import { openThrottle, type Throttle } from './throttle.js'
import type { Transport, TransportRequest } from './transport.js'
import { type HttpResponse, WireFault } from './wire.js'

export interface HostCall
  extends Pick<
    TransportRequest,
    'method' | 'url' | 'accept' | 'etag' | 'body' | 'isRepeatable' | 'returnsRedirect'
  > {
  account: number
  priority: CallPriority
  /** The installation that it is made for, where the App itself makes it. */
  onBehalfOf?: number
  /** Called when it goes out. */
  onSent?: () => void
}

export interface CallParts {
  transport: Transport
  credentials: Credentials
  budgets: BudgetTracker
  limits: HostLimits
  now: () => Date
  sleep: (ms: number) => Promise<void>
}

/** Makes calls: an answer below 400, or a `HostError`. */
export function openCalls(parts: CallParts): (call: HostCall) => Promise<HttpResponse> {
  const gates = new Map<number, Throttle>()
  return async (call) => {
    const gate = gates.get(call.account) ?? openThrottle()
    gates.set(call.account, gate)
    const leave = await gate.acquire(parts.limits.byPriority[call.priority])
    try {
      await waitForBudget(parts, call)
      return await sendAuthorized(parts, call)
    } finally {
      leave()
      if (gate.isIdle) gates.delete(call.account)
    }
  }
}

/** Waits for what is short, and gives up at once on what is long. */
async function waitForBudget(
  { budgets: ledger, limits, now, sleep }: CallParts,
  call: HostCall
): Promise<void> {
  const share = limits.byPriority[call.priority]
  const resource = resourceOf(new URL(call.url).pathname)
  const patienceEndsAt = now().getTime() + share.waitMs
  await ledger.refresh(call.account)
  for (;;) {
    const obstacle = ledger.obstacle(call.account, resource, share)
    if (!obstacle) return
    if (isPermanent(obstacle) || obstacle.until.getTime() > patienceEndsAt)
      throw heldBackError(obstacle, now())
    await sleep(obstacle.until.getTime() - now().getTime())
    await ledger.refresh(call.account)
  }
}

/** Time alone does not mend these. */
function isPermanent({ reason }: CallObstacle): boolean {
  return reason === 'token_invalid' || reason === 'forbidden'
}

async function sendAuthorized(parts: CallParts, call: HostCall): Promise<HttpResponse> {
  const { credentials, budgets: ledger, now } = parts
  const proof = await credentials.authHeaderFor(call.account)
  call.onSent?.()
  const first = await sendCounted(parts, call, proof)
  // Refused before anything was done, so this is no repetition even for a write.
  const isOutdated = first.status === 401 && proof.isRenewable
  const current = isOutdated ? await credentials.authHeaderFor(call.account, proof) : proof
  const parcel = isOutdated ? await sendCounted(parts, call, current) : first
  if (parcel.status < 400) return parcel
  const resource = resourceOf(new URL(call.url).pathname)
  const secret = current.header.split(' ')[1] ?? ''
  const { error, pause } = hostErrorOf({ parcel, resource, secret, now: now() })
  // Whether an installation is suspended shows when the App asks for a token of it, and concerns no other.
  const ofOne = error.failure === 'host_suspended' ? call.onBehalfOf : undefined
  if (pause) ledger.noteCooldown({ ...pause, installationId: ofOne ?? call.account })
  throw error
}

/** That something is not there is what a question may well find out. */
function countsAsError(status: number, { method }: HostCall): boolean {
  return status >= 400 && !(method === 'GET' && status === 404)
}

async function sendCounted(
  { transport, budgets: ledger, limits, now }: CallParts,
  call: HostCall,
  proof: AuthHeader
): Promise<HttpResponse> {
  const { onSent: _, onBehalfOf: __, priority, ...shipment } = call
  try {
    return await transport.send({
      ...shipment,
      authorization: proof.header,
      answerMs: limits.byPriority[priority].answerMs,
      onAnswer(parcel) {
        ledger.count('requests')
        if (!parcel || countsAsError(parcel.status, call)) ledger.count('errors')
        const budget = parcel && budgetFromHeaders(parcel, call.account, now())
        if (budget) ledger.noteBudget(budget)
      }
    })
  } catch (error) {
    if (error instanceof WireFault) throw hostUnavailable(error)
    throw error
  }
}
