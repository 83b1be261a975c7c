// What people ask of the queue by name: to merge a pull request, and not to.
import type { Deps, Tx } from '#deps.js'
import type { LaneEvent } from '#domain/merge-queue/lane/lane.js'
import { landingNow, pullNotFound } from '#errors/merge-queue.js'
import { fullNameOf } from '#schemas/common.js'
import type { AdmitBody, PullParams, QueueAdmission, RemoveBody } from '#schemas/merge-queue/queue.js'
import { entryOfPull } from '#store/merge-queue/entries.js'
import { entryShown } from '#store/merge-queue/lists.js'
import { type RepositoryRef, repositoryByName } from '#store/mirror/repositories.js'
import { type GovernedChange, govern, type Initiator } from '../maintenance/governance.js'
import { type AdmissionOutcome, type AdmissionRequest, admit } from './admission.js'
import { leaveBlocked } from './blocked-entries.js'
import { expectedWait } from './expected-wait.js'
import { applyToLane, type HeldLane, openLane } from './lane/change-lane.js'
import { readPull, readPullFacts } from './pull-facts.js'
import { freshQueueSetup } from './setup.js'

export interface PullRequestOfPeople {
  by: Initiator
  params: PullParams
}

/** As the governance log names the place of a pull request in the queue. */
export const queueTarget = (fullName: string, number: number) => ({
  type: 'queue_entry' as const,
  id: `${fullName}#${number}`
})

const targetOf = (params: PullParams) => queueTarget(fullNameOf(params), params.pr)

export function admitPullRequest(
  deps: Deps,
  { by, params }: PullRequestOfPeople,
  body: AdmitBody | null
): Promise<QueueAdmission> {
  const act = { by, action: 'queue.admit', target: targetOf(params) }
  return govern(deps, act, async () => {
    const repository = await repositoryByName(deps.db, params)
    const { change } = await prepareAdmission(deps, repository, {
      number: params.pr,
      actor: by.actor,
      trigger: 'api',
      priority: body?.priority,
      method: body?.merge_method
    })
    return change
  })
}

export interface NamedAdmission extends Pick<AdmissionRequest, 'actor' | 'trigger' | 'priority' | 'method'> {
  number: number
}

export interface LaneChangeOfPeople<Reply> {
  change: GovernedChange<Reply>
  /** For callers that lock other rows before the change: the lane is held before any other. */
  holdFirst?: (tx: Tx) => Promise<unknown>
}

/** Asks the host first; throws if it has no such pull request. */
export async function prepareAdmission(
  deps: Deps,
  { repoId, fullName }: RepositoryRef,
  { number, ...asked }: NamedAdmission
): Promise<LaneChangeOfPeople<QueueAdmission>> {
  const setup = await freshQueueSetup(deps, repoId)
  const pull = await readPull(deps, setup, number)
  if (!pull) throw pullNotFound(fullName, number)
  const facts = await readPullFacts(deps, setup, pull)
  const change: GovernedChange<QueueAdmission> = async (tx) => {
    const outcome = await admit(deps, tx, { setup, facts, isAsked: true, ...asked })
    const reply = await admissionOf(deps, tx, outcome)
    return { reply, payload: { pr_number: number, admitted: reply.admitted, reason: reply.reason } }
  }
  const { baseBranch } = pull
  return { change, holdFirst: (tx) => openLane(deps, tx, { repoId, baseBranch }) }
}

async function admissionOf(
  deps: Deps,
  tx: Tx,
  { entry, refusal, words }: AdmissionOutcome
): Promise<QueueAdmission> {
  const shown = entry && (await entryShown(tx, entry.id))
  const isIn = shown !== undefined && shown.position > 0
  const message = refusal === undefined && shown && !isIn ? (shown.merge_error ?? words) : words
  return {
    admitted: isIn,
    entry: shown ?? null,
    position: isIn ? shown.position : null,
    reason: refusal ?? null,
    message,
    ahead: isIn ? shown.position - 1 : 0,
    expected_wait_s: isIn ? await expectedWait(deps, tx, shown.repo_id) : null
  }
}

export function removePullRequest(
  deps: Deps,
  { by, params }: PullRequestOfPeople,
  body: RemoveBody | null
): Promise<{ removed: boolean }> {
  const act = { by, action: 'queue.remove', target: targetOf(params) }
  return govern(deps, act, async () => {
    const repository = await repositoryByName(deps.db, params)
    const asked = { number: params.pr, actor: by.actor, reason: body?.reason }
    return (await prepareRemoval(deps, repository, asked)).change
  })
}

interface NamedRemoval {
  number: number
  actor: string
  reason?: string | undefined
}

interface Removed {
  removed: boolean
}

export async function prepareRemoval(
  deps: Deps,
  { repoId }: RepositoryRef,
  asked: NamedRemoval
): Promise<LaneChangeOfPeople<Removed>> {
  const known = await entryOfPull(deps.db, repoId, asked.number)
  const lane = known && { repoId, baseBranch: known.baseBranch }
  const change: GovernedChange<Removed> = async (tx) => {
    const isGone = lane !== undefined && (await remove(deps, tx, await openLane(deps, tx, lane), asked))
    return {
      reply: { removed: isGone },
      payload: { pr_number: asked.number, removed: isGone, reason: asked.reason ?? null }
    }
  }
  return { change, ...(lane ? { holdFirst: (tx: Tx) => openLane(deps, tx, lane) } : {}) }
}

const landingNumber = ({ lane }: HeldLane) =>
  lane.batches.find(({ state }) => state === 'landing')?.members[0]

async function remove(
  deps: Deps,
  tx: Tx,
  held: HeldLane,
  { number, actor, reason: detail }: NamedRemoval
): Promise<boolean> {
  const news = { actor, ...(detail === undefined ? {} : { detail }) }
  const row = held.rows.get(number)
  if (!row) return leaveBlocked(deps, tx, held, { number, to: 'removed', reason: 'removed', news })
  if (row.stage === 'landing' && landingNumber(held) === number) throw landingNow(number)
  const events: LaneEvent[] = [{ is: 'left', number, reason: 'removed' }]
  await applyToLane(deps, tx, held, { events, news: [[number, news]] })
  return true
}
