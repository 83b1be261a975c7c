// Decides whether a branch is corrected, and proposes the correction.
import type { Deps, Tx } from '#deps.js'
import { isUnfinished, protectionKey } from '#domain/actions/actions.js'
import { enforcementInputs, enforcementV1 } from '#domain/enforcement/enforcement.v1.js'
import { floorOf, floorOfBreaches, strictest } from '#domain/enforcement/policies.js'
import { DAY_MS, HOUR_MS } from '#domain/time/durations.js'
import type { JsonObject } from '#schemas/common.js'
import type { Verdict } from '#schemas/decisions/decisions.js'
import type { ProtectionWish } from '#schemas/host/protection.js'
import { type ActionRow, countActionsSince } from '#store/actions/actions.js'
import { proposeAction } from '../actions/propose.js'
import { evaluateGuards, type GuardEvaluation } from '../decisions/guards.js'
import { recordDecision } from '../decisions/record.js'
import type { EnforcementRun, Finding } from './judge.js'
import type { HiddenBranch } from './protections.js'
import { ASKED, CORRECTED, ENFORCEMENT } from './requests.js'

interface JudgedBranch {
  branch: string
  findings: readonly Finding[]
  /** The last action that was to correct it. */
  lastAction: ActionRow | undefined
}

/** Records why the branch is corrected or not, if anything is new or somebody asked. Returns the action. */
export async function decideCorrection(
  deps: Deps,
  tx: Tx,
  run: EnforcementRun,
  { branch, findings, lastAction }: JudgedBranch
): Promise<number | undefined> {
  const open = findings.filter(({ change }) => change?.status === 'open')
  if (run.triggerEvent === CORRECTED || (open.length === 0 && !isAsked(run))) return undefined
  const floor = strictest(open.map(enforcedFloor))
  const { repoId } = run.repository
  const input = { repoId, pillar: 'enforcement' as const, branches: [branch] }
  const guards = await evaluateGuards(deps, tx, input, run.config)
  const obstacle = await findObstacle(deps, tx, { run, branch, last: lastAction, floor })
  const facts = { branch, policies: open.map(factsOf), floor: { ...floor }, isDry: run.isDry, obstacle }
  const inputs = { ...guards.inputs, ...enforcementInputs(facts) }
  const verdict = enforcementV1.evaluate(inputs, guards.configUsed)
  const isActing = verdict.decision === 'acted'
  if (!isActing && !isAsked(run) && !open.some(({ change }) => change?.isNews)) return undefined
  const decisionId = await record(deps, tx, { run, branch, guards, inputs, verdict })
  return isActing ? propose(deps, tx, { repoId, branch, floor, decisionId }) : undefined
}

/** The host does not show how a branch is protected: nothing is known of it, and nothing is written. */
export async function recordFailure(
  deps: Deps,
  tx: Tx,
  run: EnforcementRun,
  { branch, failure }: HiddenBranch
): Promise<void> {
  const reason = `The host does not show how ${branch} is protected: ${failure}`
  if (!isAsked(run)) return deps.log.warn({ repo: run.repository.fullName, branch, reason: failure }, UNREAD)
  await recordDecision(tx, {
    decision: 'error',
    reason,
    conditions: [],
    inputs: {},
    evaluator: null,
    ...subjectOf(deps, run, branch)
  })
}

const UNREAD = 'The host does not show how a branch is protected; it is not compared with policies'

const subjectOf = (deps: Deps, { repository, triggerEvent }: EnforcementRun, branch: string) =>
  ({
    repoId: repository.repoId,
    source: 'enforcement',
    pillar: 'enforcement',
    triggerEvent,
    targetType: 'branch',
    targetBranch: branch,
    createdAt: deps.now()
  }) as const

const isAsked = ({ triggerEvent }: EnforcementRun) => triggerEvent === ASKED

const enforcedFloor = ({ policy, change }: Finding): ProtectionWish =>
  policy.mode === 'enforce' ? floorOfBreaches(floorOf(policy), change?.breaches ?? []) : {}

const factsOf = ({ policy: { name, mode }, change }: Finding) => ({
  name,
  mode,
  breaches: (change?.breaches ?? []).map((breach) => ({ ...breach }))
})

interface DecidedBranch {
  run: EnforcementRun
  branch: string
  guards: GuardEvaluation
  inputs: JsonObject
  verdict: Verdict
}

function record(
  deps: Deps,
  tx: Tx,
  { run, branch, guards, inputs, verdict }: DecidedBranch
): Promise<number> {
  const { configUsed, configVersion, waiverId } = guards
  return recordDecision(tx, {
    ...verdict,
    inputs,
    configUsed,
    configVersion,
    waiverId,
    evaluator: enforcementV1,
    ...subjectOf(deps, run, branch)
  })
}

interface Attempted {
  run: EnforcementRun
  branch: string
  last: ActionRow | undefined
  floor: ProtectionWish
}

const REFUSED_FOR_MS = 7 * DAY_MS
const MOST_IN_AN_HOUR = 3

/** Why the same correction is not tried now. A person who asks for it is not told to wait. */
async function findObstacle(
  deps: Deps,
  tx: Tx,
  { run, branch, last, floor }: Attempted
): Promise<string | null> {
  if (last && isUnfinished(last.status)) return `Action ${last.id} is about to correct it.`
  if (isAsked(run)) return null
  const now = deps.now().getTime()
  const isRecent = (last?.resolvedAt?.getTime() ?? 0) > now - REFUSED_FOR_MS
  if (last && isRecent && isRefused(last) && askedOf(last) === JSON.stringify(floor))
    return `The same change was not possible: ${last.errorMessage ?? 'the host gave no reason.'}`
  const since = new Date(now - HOUR_MS)
  const key = { repoId: run.repository.repoId, actionKey: protectionKey(branch), since }
  const isRepeated = (await countActionsSince(tx, key)) >= MOST_IN_AN_HOUR
  return isRepeated
    ? 'It was corrected several times within an hour, and somebody else changes it back.'
    : null
}

/** A plan that offers no protection, a missing permission, or more than the host takes: waiting changes none of them. */
const isRefused = ({ status, blockedReason }: ActionRow) =>
  status === 'failed' || (status === 'blocked' && LASTING.some((reason) => reason === blockedReason))

const LASTING = ['permission_denied', 'evidence_incomplete', 'unsafe_scope', 'verification_failed'] as const

// Cast at the database boundary: the arguments were written from an intent.
const askedOf = (action: ActionRow) => JSON.stringify((JSON.parse(action.arguments) as JsonObject)['floor'])

interface Correction {
  repoId: number
  branch: string
  floor: ProtectionWish
  decisionId: number
}

function propose(deps: Deps, tx: Tx, { repoId, branch, floor, decisionId }: Correction): Promise<number> {
  return proposeAction(deps, tx, {
    actionType: 'tighten-protection',
    arguments: { branch, floor },
    repoId,
    pillar: 'enforcement',
    source: ENFORCEMENT,
    target: { type: 'branch', branch },
    actionKey: protectionKey(branch),
    decisionId
  })
}
