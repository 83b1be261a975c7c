// Decides whether what falls short of policies is corrected, and proposes the corrections.
import type { Deps, Tx } from '#deps.js'
import { type ActionTarget, isUnfinished } from '#domain/actions/actions.js'
import { enforcementInputs, enforcementV1 } from '#domain/enforcement/enforcement.v1.js'
import { DAY_MS, HOUR_MS } from '#domain/time/durations.js'
import type { ActionIntent } from '#schemas/actions/arguments.js'
import type { ActionType } from '#schemas/actions/enums.js'
import type { JsonObject } from '#schemas/common.js'
import type { Verdict } from '#schemas/decisions/decisions.js'
import { WHOLE_REPOSITORY } from '#schemas/enforcement/enums.js'
import { type ActionRow, countWritesSince } from '#store/actions/actions.js'
import { proposeAction } from '../actions/propose.js'
import { evaluateGuards, type GuardEvaluation } from '../decisions/guards.js'
import { recordDecision } from '../decisions/record.js'
import type { EnforcementRun, Finding, OpenFinding, Subject } from './judge.js'
import { ASKED, CORRECTED, ENFORCEMENT } from './requests.js'

/** One write that would correct something. */
export interface CorrectingWrite {
  intent: ActionIntent
  target: ActionTarget
  actionKey: string
  /** What it asks for, as the decision says it. */
  asked: JsonObject
  /** The last action of the same effect. */
  last: ActionRow | undefined
}

export interface ProposedAction {
  id: number
  actionType: ActionType
}

interface JudgedSubject {
  subject: Subject
  findings: readonly Finding[]
  lastActions: readonly ActionRow[]
}

/** Records why the subject is corrected or not, if anything is new or somebody asked. Returns the actions. */
export async function decideCorrection(
  deps: Deps,
  tx: Tx,
  run: EnforcementRun,
  { subject, findings, lastActions }: JudgedSubject
): Promise<ProposedAction[]> {
  const open = findings.filter(isOpen)
  if (run.triggerEvent === CORRECTED || (open.length === 0 && !isAsked(run))) return []
  const enforced = findings.filter(
    ({ policy, change }) => policy.mode === 'enforce' && change?.status !== 'suppressed'
  )
  const plan = await planOf(deps, tx, run, subject.correctionsOf(enforced, lastActions))
  const branches = subject.branch === WHOLE_REPOSITORY ? [] : [subject.branch]
  const input = { repoId: run.repository.repoId, pillar: 'enforcement' as const, branches }
  const guards = await evaluateGuards(deps, tx, input, run.config)
  const facts = {
    branch: branches[0] ?? run.repository.fullName,
    policies: open.map(factsOf),
    floor: plan.floor,
    isForPeople: plan.isEmpty && open.some(({ policy }) => policy.mode === 'enforce'),
    isDry: run.isDry,
    obstacle: plan.obstacle
  }
  const inputs = { ...guards.inputs, ...enforcementInputs(facts) }
  const verdict = enforcementV1.evaluate(inputs, guards.configUsed)
  const isActing = verdict.decision === 'acted'
  if (!isActing && !isAsked(run) && !open.some(({ change }) => change.isNews)) return []
  const decisionId = await record(deps, tx, { run, branch: subject.branch, guards, inputs, verdict })
  return isActing ? propose(deps, tx, { run, corrections: plan.due, decisionId }) : []
}

export const isOpen = (finding: Finding): finding is OpenFinding => finding.change?.status === 'open'

interface CorrectionPlan {
  /** Those that nothing stands against. */
  due: readonly CorrectingWrite[]
  /** What they ask for; what all would ask for if none is due. */
  floor: JsonObject
  /** Whether nothing can be corrected at all. */
  isEmpty: boolean
  /** Why none is tried now. */
  obstacle: string | null
}

async function planOf(
  deps: Deps,
  tx: Tx,
  run: EnforcementRun,
  corrections: readonly CorrectingWrite[]
): Promise<CorrectionPlan> {
  const due: CorrectingWrite[] = []
  const obstacles: string[] = []
  for (const correction of corrections) {
    const obstacle = await findObstacle(deps, tx, run, correction)
    if (obstacle === null) due.push(correction)
    else obstacles.push(obstacle)
  }
  const isAnyDue = due.length > 0
  const floor = Object.assign({}, ...(isAnyDue ? due : corrections).map(({ asked }) => asked))
  const obstacle = isAnyDue ? null : (obstacles[0] ?? null)
  return { due, floor, isEmpty: corrections.length === 0, obstacle }
}

/** The host does not show what is compared: nothing is known of it, and nothing is written. */
export async function recordFailure(
  deps: Deps,
  tx: Tx,
  run: EnforcementRun,
  { branch, failure }: { branch: string; failure: string }
): Promise<undefined> {
  const what = branch === WHOLE_REPOSITORY ? 'what policies ask about' : `how ${branch} is protected`
  const reason = `The host does not show ${what}: ${failure}`
  if (!isAsked(run)) {
    deps.log.info({ repo: run.repository.fullName, branch, reason: failure }, UNREAD)
    return
  }
  await recordDecision(tx, {
    decision: 'error',
    reason,
    conditions: [],
    inputs: {},
    evaluator: null,
    ...subjectOf(deps, run, branch)
  })
}

const UNREAD = 'The host does not show what policies ask about; it is not compared with them'

const subjectOf = (deps: Deps, { repository, triggerEvent }: EnforcementRun, branch: string) => ({
  repoId: repository.repoId,
  source: 'enforcement' as const,
  pillar: 'enforcement' as const,
  triggerEvent,
  ...(branch === WHOLE_REPOSITORY
    ? { targetType: 'repo' as const }
    : { targetType: 'branch' as const, targetBranch: branch }),
  createdAt: deps.now()
})

const isAsked = ({ triggerEvent }: EnforcementRun) => triggerEvent === ASKED

const factsOf = ({ policy: { name, mode }, change }: OpenFinding) => ({
  name,
  mode,
  breaches: change.breaches.map((breach) => ({ ...breach }))
})

interface DecidedSubject {
  run: EnforcementRun
  branch: string
  guards: GuardEvaluation
  inputs: JsonObject
  verdict: Verdict
}

function record(
  deps: Deps,
  tx: Tx,
  { run, branch, guards, inputs, verdict }: DecidedSubject
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
const MOST_IN_AN_HOUR = 3

/** Why the same correction is not tried now. A person who asks for it is not told to wait. */
async function findObstacle(
  deps: Deps,
  tx: Tx,
  run: EnforcementRun,
  { intent, actionKey, last }: CorrectingWrite
): Promise<string | null> {
  if (last && isUnfinished(last.status)) return `Action ${last.id} is about to correct it.`
  if (isAsked(run)) return null
  const now = deps.now().getTime()
  const isRecent = (last?.resolvedAt?.getTime() ?? 0) > now - REFUSED_FOR_MS
  if (last && isRecent && isRefused(last) && last.arguments === JSON.stringify(intent.arguments))
    return `The same change was not possible: ${last.errorMessage ?? 'the host gave no reason.'}`
  const write = { repoId: run.repository.repoId, actionKey, intent, since: new Date(now - HOUR_MS) }
  const isRepeated = (await countWritesSince(tx, write)) >= MOST_IN_AN_HOUR
  return isRepeated
    ? 'It was corrected several times within an hour, and somebody else changes it back.'
    : null
}

/** A plan that offers no protection, a missing permission, or more than the host takes: waiting changes none of them. */
const isRefused = ({ status, blockedReason }: ActionRow) =>
  status === 'failed' || (status === 'blocked' && LASTING.some((reason) => reason === blockedReason))

const LASTING = ['permission_denied', 'evidence_incomplete', 'unsafe_scope', 'verification_failed'] as const

interface DueCorrections {
  run: EnforcementRun
  corrections: readonly CorrectingWrite[]
  decisionId: number
}

async function propose(
  deps: Deps,
  tx: Tx,
  { run, corrections, decisionId }: DueCorrections
): Promise<ProposedAction[]> {
  const proposed: ProposedAction[] = []
  for (const { intent, target, actionKey } of corrections) {
    const id = await proposeAction(deps, tx, {
      ...intent,
      repoId: run.repository.repoId,
      pillar: 'enforcement',
      source: ENFORCEMENT,
      target,
      actionKey,
      decisionId
    })
    proposed.push({ id, actionType: intent.actionType })
  }
  return proposed
}
