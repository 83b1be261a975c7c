// One call of the host from the first thought to its answer: may it go out, as whom, and what the answer teaches.
import type { Obstacle } from './budget.js'
import type { Ledger } from './budget-tracker.js'
import type { Credentials, Proof } from './credentials.js'
import { budgetIn, heldBack, refusalOf, resourceOf, unavailable } from './failures.js'
import type { HostLimits, Priority } from './limits.js'
import { type Gate, openGate } from './throttle.js'
import type { Shipment, Transport } from './transport.js'
import { type Parcel, WireFault } from './wire.js'

export interface Call
  extends Pick<Shipment, 'method' | 'url' | 'accept' | 'etag' | 'body' | 'isRepeatable' | 'isLedOn'> {
  account: number
  priority: Priority
  /** The installation that it is made for, where the App itself makes it. */
  onBehalfOf?: number
  /** Called when it goes out. */
  onSent?: () => void
}

export interface CallParts {
  transport: Transport
  credentials: Credentials
  ledger: Ledger
  limits: HostLimits
  now: () => Date
  sleep: (ms: number) => Promise<void>
}

/** Makes calls: an answer below 400, or a `HostError`. */
export function openCalls(parts: CallParts): (call: Call) => Promise<Parcel> {
  const gates = new Map<number, Gate>()
  return async (call) => {
    const gate = gates.get(call.account) ?? openGate()
    gates.set(call.account, gate)
    const leave = await gate.enter(parts.limits.shares[call.priority])
    try {
      await admit(parts, call)
      return await make(parts, call)
    } finally {
      leave()
      if (gate.isIdle) gates.delete(call.account)
    }
  }
}

/** Waits for what is short, and gives up at once on what is long. */
async function admit({ ledger, limits, now, sleep }: CallParts, call: Call): Promise<void> {
  const share = limits.shares[call.priority]
  const resource = resourceOf(new URL(call.url).pathname)
  const patienceEndsAt = now().getTime() + share.waitMs
  await ledger.refresh(call.account)
  for (;;) {
    const obstacle = ledger.obstacle(call.account, resource, share)
    if (!obstacle) return
    if (isHopeless(obstacle) || obstacle.until.getTime() > patienceEndsAt) throw heldBack(obstacle, now())
    await sleep(obstacle.until.getTime() - now().getTime())
    await ledger.refresh(call.account)
  }
}

/** Time alone does not mend these. */
function isHopeless({ reason }: Obstacle): boolean {
  return reason === 'token_invalid' || reason === 'forbidden'
}

async function make(parts: CallParts, call: Call): Promise<Parcel> {
  const { credentials, ledger, now } = parts
  const proof = await credentials.proofFor(call.account)
  call.onSent?.()
  const first = await sent(parts, call, proof)
  // Refused before anything was done, so this is no repetition even for a write.
  const isOutdated = first.status === 401 && proof.isRenewable
  const current = isOutdated ? await credentials.proofFor(call.account, proof) : proof
  const parcel = isOutdated ? await sent(parts, call, current) : first
  if (parcel.status < 400) return parcel
  const resource = resourceOf(new URL(call.url).pathname)
  const secret = current.header.split(' ')[1] ?? ''
  const { error, pause } = refusalOf({ parcel, resource, secret, now: now() })
  // Whether an installation is suspended shows when the App asks for a token of it, and concerns no other.
  const ofOne = error.failure === 'host_suspended' ? call.onBehalfOf : undefined
  if (pause) ledger.noteCooldown({ ...pause, installationId: ofOne ?? call.account })
  throw error
}

/** That something is not there is what a question may well find out. */
function isError(status: number, { method }: Call): boolean {
  return status >= 400 && !(method === 'GET' && status === 404)
}

async function sent(
  { transport, ledger, limits, now }: CallParts,
  call: Call,
  proof: Proof
): Promise<Parcel> {
  const { onSent: _, onBehalfOf: __, priority, ...shipment } = call
  try {
    return await transport.send({
      ...shipment,
      authorization: proof.header,
      answerMs: limits.shares[priority].answerMs,
      onAnswer(parcel) {
        ledger.count('requests')
        if (!parcel || isError(parcel.status, call)) ledger.count('errors')
        const budget = parcel && budgetIn(parcel, call.account, now())
        if (budget) ledger.noteBudget(budget)
      }
    })
  } catch (error) {
    if (error instanceof WireFault) throw unavailable(error)
    throw error
  }
}
