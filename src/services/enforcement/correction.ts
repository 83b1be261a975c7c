// Decides whether a branch is corrected, and proposes the correction.
import type { Deps, Tx } from '#deps.js'
import { enforcementInputs, enforcementV1 } from '#domain/enforcement/enforcement.v1.js'
import { floorOf, floorOfBreaches, strictest } from '#domain/enforcement/policies.js'
import { DAY_MS } from '#domain/time/durations.js'
import type { JsonObject } from '#schemas/common.js'
import type { Verdict } from '#schemas/decisions/decisions.js'
import type { ProtectionWish } from '#schemas/host/protection.js'
import { type ActionRow, findAction } from '#store/actions/actions.js'
import { proposeAction } from '../actions/propose.js'
import { evaluateGuards, type GuardEvaluation } from '../decisions/guards.js'
import { recordDecision } from '../decisions/record.js'
import type { EnforcementRun, Finding } from './judge.js'
import type { HiddenBranch } from './protections.js'
import { ASKED, CORRECTED } from './requests.js'

interface JudgedBranch {
  branch: string
  findings: readonly Finding[]
}

/** Records why the branch is corrected or not, if anything is new or somebody asked. Returns the action. */
export async function decideCorrection(
  deps: Deps,
  tx: Tx,
  run: EnforcementRun,
  { branch, findings }: JudgedBranch
): Promise<number | undefined> {
  const open = findings.filter(({ change }) => change?.status === 'open')
  if (open.length === 0 || run.triggerEvent === CORRECTED) return undefined
  const floor = strictest(open.map(enforcedFloor))
  const { repoId } = run.repository
  const input = { repoId, pillar: 'enforcement' as const, branches: [branch] }
  const guards = await evaluateGuards(deps, tx, input, run.config)
  const refusal = isAsked(run) ? null : await recentRefusal(deps, tx, open, floor)
  const facts = { branch, policies: open.map(factsOf), floor: { ...floor }, isDry: run.isDry, refusal }
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

const REFUSED_FOR_MS = 7 * DAY_MS

/** A plan that offers no protection, or a missing permission, is not asked again every hour. */
async function recentRefusal(
  deps: Deps,
  tx: Tx,
  findings: readonly Finding[],
  floor: ProtectionWish
): Promise<string | null> {
  for (const { known } of findings) {
    const action = known?.actionId == null ? undefined : await findAction(tx, known.actionId)
    const isRecent = (action?.resolvedAt?.getTime() ?? 0) > deps.now().getTime() - REFUSED_FOR_MS
    if (action && isRecent && isRefused(action) && askedOf(action) === JSON.stringify(floor))
      return action.errorMessage ?? 'it gave no reason'
  }
  return null
}

const isRefused = ({ status, blockedReason }: ActionRow) =>
  status === 'failed' || (status === 'blocked' && blockedReason === 'permission_denied')

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
    source: 'enforcement',
    target: { type: 'branch', branch },
    actionKey: `protection:${branch}`,
    decisionId
  })
}
