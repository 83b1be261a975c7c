// Admits pull requests: people ask for it by name, or with a label, an approval or a comment.
import type { Deps, Tx } from '#deps.js'
import { judgeChecks } from '#domain/merge-queue/checks.js'
import { newEntry } from '#domain/merge-queue/lane/step.js'
import {
  type AdmissionFacts,
  admissionInputs,
  queueAdmissionV1,
  refusalIn
} from '#domain/merge-queue/queue-admission.v1.js'
import { refusalWords } from '#domain/merge-queue/texts.js'
import type { MERGE_METHODS } from '#schemas/actions/arguments.js'
import type { JsonObject } from '#schemas/common.js'
import type { Verdict } from '#schemas/decisions/decisions.js'
import type { Refusal } from '#schemas/merge-queue/enums.js'
import { type EntryFields, type EntryRow, entryOfPull } from '#store/merge-queue/entries.js'
import { recordDecision } from '../decisions/record.js'
import { findWaiver } from '../waivers/waivers.js'
import { areasOfChange } from './areas/changed-paths.js'
import { applyToLane, type HeldLane, openLane } from './lane/change-lane.js'
import { newsOfChecks } from './lane/entry-fields.js'
import type { PullFacts } from './pull-facts.js'
import { tellRefusal } from './refusals.js'
import type { QueueSetup } from './setup.js'

export interface AdmissionRequest {
  setup: QueueSetup
  facts: PullFacts
  /** Such as `label`, `approval` or `api`. */
  trigger: string
  /** Whether a person asks for this pull request by name. */
  isAsked: boolean
  /** Whether somebody has just asked with the label, and has to be told why not. */
  isNews?: boolean
  actor: string
  priority?: number | undefined
  method?: (typeof MERGE_METHODS)[number] | undefined
}

export interface AdmissionOutcome {
  entry: EntryRow | undefined
  refusal: Refusal | undefined
  words: string
}

/** An active entry stays as it is. Call this first in a transaction. */
export async function admit(deps: Deps, tx: Tx, request: AdmissionRequest): Promise<AdmissionOutcome> {
  const { setup, facts } = request
  const { repoId } = setup.repository
  const held = await openLane(deps, tx, { repoId, baseBranch: facts.pull.baseBranch })
  const known = await entryOfPull(tx, repoId, facts.pull.number)
  if (known && known.position > 0)
    return { entry: known, refusal: undefined, words: 'It is in the queue already.' }
  const judged = await judge(deps, tx, held, request)
  const decisionId = await record(deps, tx, request, judged)
  const words = judged.verdict.reason ?? ''
  if (judged.verdict.decision !== 'acted') {
    const refusal = refusalIn(judged.verdict) ?? 'queue_disabled'
    const told = refusalWords(refusal, words)
    await tellRefusal(deps, tx, request, { refusal, words: told, decisionId })
    return { entry: undefined, refusal, words: told }
  }
  const priority = request.priority ?? (await priorityOf(deps, tx, repoId, facts.pull.number))
  await enter(deps, tx, held, { ...request, priority, known })
  return { entry: await entryOfPull(tx, repoId, facts.pull.number), refusal: undefined, words }
}

/** What other capabilities want to land before the rest. */
async function priorityOf(
  { registry }: Deps,
  tx: Tx,
  repoId: number,
  number: number
): Promise<number | undefined> {
  for (const priority of registry.queuePriorities) {
    const found = await priority(tx, repoId, number)
    if (found !== undefined) return found
  }
  return undefined
}

interface Judged {
  verdict: Verdict
  inputs: JsonObject
  configUsed: JsonObject
  waiverId: number | null
}

async function judge(deps: Deps, tx: Tx, held: HeldLane, request: AdmissionRequest): Promise<Judged> {
  const { setup, facts, isAsked } = request
  const { pull, approvals, rules } = facts
  const { repoId } = setup.repository
  const subject = { pr: pull.number, branches: [pull.headBranch, pull.baseBranch] }
  const waiver = await findWaiver(tx, { repoId, pillar: 'merge_queue', at: deps.now(), ...subject })
  const { config, isReadable } = setup.resolved
  const known: AdmissionFacts = {
    is_readable: isReadable,
    is_asked: isAsked,
    waiver: waiver?.id ?? null,
    queue: {
      enabled: setup.settings.enabled,
      base_branch: setup.baseBranch,
      depth: held.rows.size,
      most: setup.settings.max_queue_depth
    },
    pull: {
      state: pull.state,
      draft: pull.draft,
      base_branch: pull.baseBranch,
      head_sha: pull.headSha,
      author: pull.author,
      mergeable: pull.mergeable
    },
    approvals: {
      needed: rules.needed,
      approved_by: approvals.approvedBy,
      changes_requested_by: approvals.changesRequestedBy
    }
  }
  const { enabled, triggers } = config.pillars.merge_queue
  const configUsed = {
    settings: { dry_run: config.settings.dry_run },
    pillars: { merge_queue: { enabled, triggers: { ...triggers } } }
  }
  const inputs = admissionInputs(known)
  return {
    verdict: queueAdmissionV1.evaluate(inputs, configUsed),
    inputs,
    configUsed,
    waiverId: waiver?.id ?? null
  }
}

async function record(
  deps: Deps,
  tx: Tx,
  { setup, facts, trigger, actor }: AdmissionRequest,
  { verdict, ...judged }: Judged
): Promise<number> {
  return recordDecision(tx, {
    ...verdict,
    ...judged,
    evaluator: queueAdmissionV1,
    configVersion: setup.resolved.version,
    repoId: setup.repository.repoId,
    source: 'merge_queue',
    pillar: 'merge_queue',
    triggerEvent: `merge_queue.${trigger}`,
    targetType: 'pr',
    targetNumber: facts.pull.number,
    commitSha: facts.pull.headSha,
    actor,
    createdAt: deps.now()
  })
}

interface Entrance extends AdmissionRequest {
  known: EntryRow | undefined
}

/** An entry that ended before begins anew. What its checks say by now counts at once. */
async function enter(deps: Deps, tx: Tx, held: HeldLane, entrance: Entrance): Promise<void> {
  const { facts, known, priority = 0 } = entrance
  const { number, headSha } = facts.pull
  const checks = judgeChecks(facts.requiredChecks, facts.results ?? [])
  const areas = areasOfChange(held.setup, facts.paths) ?? null
  const entry = newEntry({ number, headSha, priority, areas }, deps.now().getTime())
  const fields = { ...fieldsOf(deps, held, entrance), areas }
  await applyToLane(deps, tx, held, {
    events: [
      { is: 'admitted', entry },
      { is: 'checked', number, headSha, verdict: checks.verdict }
    ],
    news: [[number, { ...newsOfChecks(checks, headSha, facts.base), known, fields }]]
  })
}

function fieldsOf({ now }: Deps, { row, key }: HeldLane, entrance: Entrance): Omit<EntryFields, 'areas'> {
  const { setup, facts, trigger, priority = 0, method } = entrance
  const { pull, requiredChecks } = facts
  const at = now()
  return {
    repoId: key.repoId,
    laneId: row.id,
    repoFullName: setup.repository.fullName,
    prNumber: pull.number,
    prTitle: pull.title,
    authorLogin: pull.author,
    headSha: pull.headSha,
    headBranch: pull.headBranch,
    baseBranch: pull.baseBranch,
    isOwnBranch: pull.isOwnBranch,
    position: 1,
    status: 'pending',
    stage: null,
    priority,
    admittedBy: trigger,
    requiredChecks,
    checksPassed: [],
    checksFailed: [],
    checksExcused: [],
    waitingOn: [],
    mergeMethod: method ?? setup.settings.merge_method,
    deleteBranch: setup.settings.delete_branch,
    mergeError: null,
    mergeSha: null,
    blockedReason: null,
    exitReason: null,
    attempts: 0,
    nextAttemptAt: null,
    batchId: null,
    candidateSha: null,
    overtaken: 0,
    behind: null,
    leftOut: 0,
    interruption: null,
    admittedAt: at,
    pendingSince: at,
    readyAt: null,
    mergedAt: null,
    blockedAt: null,
    updatedAt: at,
    endedOrder: 0,
    live: setup.repository.live
  }
}
