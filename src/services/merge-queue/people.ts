// What people ask of the queue by name: to merge a pull request, and not to.
import type { Deps, Tx } from '#deps.js'
import type { LaneEvent } from '#domain/merge-queue/lane.js'
import { landingNow, pullNotFound } from '#errors/merge-queue.js'
import { fullNameOf } from '#schemas/common.js'
import type { AdmitBody, PullParams, QueueAdmission, RemoveBody } from '#schemas/merge-queue/queue.js'
import { entryOfPull } from '#store/merge-queue/entries.js'
import { entryShown } from '#store/merge-queue/lists.js'
import { type RepositoryRef, repositoryByName } from '#store/mirror/repositories.js'
import {
  type GovernedChange,
  type GovernedOutcome,
  govern,
  type Initiator
} from '../maintenance/governance.js'
import { type AdmissionOutcome, type AdmissionRequest, admit } from './admission.js'
import { applyToLane, openLane } from './lane/change-lane.js'
import { readPullFacts } from './pull-facts.js'
import { freshQueueSetup } from './setup.js'

export interface PullRequestOfPeople {
  by: Initiator
  params: PullParams
}

const targetOf = (params: PullParams) => ({
  type: 'repo' as const,
  id: `${fullNameOf(params)}#${params.pr}`
})

export function admitPullRequest(
  deps: Deps,
  { by, params }: PullRequestOfPeople,
  body: AdmitBody | null
): Promise<QueueAdmission> {
  const act = { by, action: 'queue.admit', target: targetOf(params) }
  return govern(deps, act, async () => {
    const repository = await repositoryByName(deps.db, params)
    return prepareAdmission(deps, repository, {
      number: params.pr,
      actor: by.actor,
      trigger: 'api',
      priority: body?.priority,
      method: body?.merge_method
    })
  })
}

export interface NamedAdmission extends Pick<AdmissionRequest, 'actor' | 'trigger' | 'priority' | 'method'> {
  number: number
}

/** Asks the host first; throws if it has no such pull request. */
export async function prepareAdmission(
  deps: Deps,
  { repoId, fullName }: RepositoryRef,
  { number, ...asked }: NamedAdmission
): Promise<GovernedChange<QueueAdmission>> {
  const setup = await freshQueueSetup(deps, repoId)
  const facts = await readPullFacts(deps, setup, number)
  if (!facts) throw pullNotFound(fullName, number)
  return async (tx) => {
    const outcome = await admit(deps, tx, { setup, facts, isAsked: true, ...asked })
    const reply = await admissionOf(tx, outcome)
    return { reply, payload: { pr_number: number, admitted: reply.admitted, reason: reply.reason } }
  }
}

async function admissionOf(tx: Tx, { entry, refusal, words }: AdmissionOutcome): Promise<QueueAdmission> {
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
    expected_wait_s: null
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
    return removal(deps, repository, { number: params.pr, actor: by.actor, reason: body?.reason })
  })
}

interface NamedRemoval {
  number: number
  actor: string
  reason?: string | undefined
}

export const removal =
  (deps: Deps, { repoId }: RepositoryRef, asked: NamedRemoval): GovernedChange<{ removed: boolean }> =>
  async (tx) => {
    const { number, actor, reason } = asked
    const known = await entryOfPull(tx, repoId, number)
    if (!known) return removed(false, asked)
    const held = await openLane(deps, tx, { repoId, baseBranch: known.baseBranch })
    const row = held.rows.get(number)
    if (row?.stage === 'landing' && held.lane.batches[0]?.members[0] === number) throw landingNow(number)
    if (!row) return removed(false, asked)
    const event: LaneEvent = { is: 'left', number, reason: 'removed' }
    const news = { actor, ...(reason === undefined ? {} : { detail: reason }) }
    await applyToLane(deps, tx, held, { events: [event], news: [[number, news]] })
    return removed(true, asked)
  }

const removed = (
  isGone: boolean,
  { number, reason }: NamedRemoval
): GovernedOutcome<{ removed: boolean }> => ({
  reply: { removed: isGone },
  payload: { pr_number: number, removed: isGone, reason: reason ?? null }
})
