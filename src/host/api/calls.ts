// One call to the host: waits for its turn and budget, authenticates, and records what the response says about limits.
import type { CallObstacle } from './budget.js'
import type { BudgetTracker } from './budget-tracker.js'
import type { AuthHeader, Credentials } from './credentials.js'
import { budgetFromHeaders, heldBackError, hostErrorOf, hostUnavailable, resourceOf } from './failures.js'
import type { CallPriority, HostLimits } from './limits.js'
import { type EndTurn, gapAfter, openSpacing } from './spacing.js'
import { openThrottle, type Throttle } from './throttle.js'
import type { Transport, TransportRequest } from './transport.js'
import { type HttpResponse, WireFault } from './wire.js'

export interface HostCall
  extends Pick<
    TransportRequest,
    'method' | 'url' | 'accept' | 'etag' | 'body' | 'isRepeatable' | 'mayWrite' | 'returnsRedirect'
  > {
  account: number
  priority: CallPriority
  /** The installation that a call of the App itself is made for. */
  onBehalfOf?: number
  /** Called when the request is sent. */
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

/** Returns responses below 400, and throws a `HostError` otherwise. */
export function openCalls(parts: CallParts): (call: HostCall) => Promise<HttpResponse> {
  const throttles = new Map<number, Throttle>()
  const { byPriority, spacedWrites } = parts.limits
  const waitForTurn = openSpacing(parts.sleep)

  async function callInPlace(call: HostCall): Promise<HttpResponse> {
    const throttle = throttles.get(call.account) ?? openThrottle()
    throttles.set(call.account, throttle)
    const release = await throttle.acquire(byPriority[call.priority])
    try {
      await waitForBudget(parts, call)
      return await sendAuthorized(parts, call)
    } finally {
      release()
      if (throttle.isIdle) throttles.delete(call.account)
    }
  }

  /** The turn is for a write that may be sent at once: one that still waits for its budget leaves it to others. */
  async function takeTurn(call: HostCall): Promise<EndTurn> {
    const { account, priority, url } = call
    for (;;) {
      await waitForBudget(parts, call)
      const endTurn = await waitForTurn({ account, rank: byPriority[priority].rank, gapMs: gapAfter(url) })
      if (!obstacleOf(parts, call)) return endTurn
      endTurn(false)
    }
  }

  /** Before anything else, so that a write that waits takes no place from reads. */
  async function callInTurn(call: HostCall): Promise<HttpResponse> {
    const endTurn = await takeTurn(call)
    let isSent = false
    function onSent() {
      isSent = true
      call.onSent?.()
    }
    try {
      return await callInPlace({ ...call, onSent })
    } finally {
      endTurn(isSent)
    }
  }

  return (call) => (isSpaced(call) && spacedWrites ? callInTurn(call) : callInPlace(call))
}

/** A token for an installation is nothing that the host is told of. */
const isSpaced = ({ method, onBehalfOf }: HostCall): boolean => method !== 'GET' && onBehalfOf === undefined

/** What holds the call back at this moment. */
const obstacleOf = ({ budgets, limits }: CallParts, { account, url, priority }: HostCall) =>
  budgets.obstacle(account, resourceOf(new URL(url).pathname), limits.byPriority[priority])

/** Waits for short obstacles, and fails at once on long ones. */
async function waitForBudget(parts: CallParts, call: HostCall): Promise<void> {
  const { budgets, limits, now, sleep } = parts
  const deadline = now().getTime() + limits.byPriority[call.priority].waitMs
  await budgets.refresh(call.account)
  for (;;) {
    const obstacle = obstacleOf(parts, call)
    if (!obstacle) return
    if (isPermanent(obstacle) || obstacle.until.getTime() > deadline) throw heldBackError(obstacle, now())
    await sleep(obstacle.until.getTime() - now().getTime())
    await budgets.refresh(call.account)
  }
}

/** Waiting does not resolve these. */
function isPermanent({ reason }: CallObstacle): boolean {
  return reason === 'token_invalid' || reason === 'forbidden'
}

async function sendAuthorized(parts: CallParts, call: HostCall): Promise<HttpResponse> {
  const { credentials, budgets, now } = parts
  const auth = await credentials.authHeaderFor(call.account)
  call.onSent?.()
  const first = await sendCounted(parts, call, auth)
  // The host rejected the token before doing anything, so that even a write can be sent again.
  const isOutdated = first.status === 401 && auth.isRenewable
  const current = isOutdated ? await credentials.authHeaderFor(call.account, auth) : auth
  const response = isOutdated ? await sendCounted(parts, call, current) : first
  if (response.status < 400) return response
  const resource = resourceOf(new URL(call.url).pathname)
  const secret = current.header.split(' ')[1] ?? ''
  const { error, pause } = hostErrorOf({ response, resource, secret, now: now() })
  // A suspended installation shows when the App requests a token for it. The pause concerns that installation only.
  const suspended = error.failure === 'host_suspended' ? call.onBehalfOf : undefined
  if (pause) budgets.noteCooldown({ ...pause, installationId: suspended ?? call.account })
  throw error
}

/** A read that finds nothing is no error. */
function countsAsError(status: number, { method }: HostCall): boolean {
  return status >= 400 && !(method === 'GET' && status === 404)
}

async function sendCounted(
  { transport, budgets, limits, now }: CallParts,
  call: HostCall,
  auth: AuthHeader
): Promise<HttpResponse> {
  const { onSent: _, onBehalfOf: __, priority, ...request } = call
  try {
    return await transport.send({
      ...request,
      authorization: auth.header,
      answerMs: limits.byPriority[priority].answerMs,
      onAnswer(response) {
        budgets.count('requests')
        if (!response || countsAsError(response.status, call)) budgets.count('errors')
        const budget = response && budgetFromHeaders(response, call.account, now())
        if (budget) budgets.noteBudget(budget)
      }
    })
  } catch (error) {
    if (error instanceof WireFault) throw hostUnavailable(error)
    throw error
  }
}
