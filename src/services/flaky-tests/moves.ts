// Moves tests into the quarantine and out of it, each move with its decision and its evidence.
import type { Deps, Tx } from '#deps.js'
import { tallyDifference } from '#domain/counters/tally.js'
import { flakyMoveInputs, flakyMoveV1, quarantineRulesIn } from '#domain/flaky-tests/flaky-move.v1.js'
import { restartHistory, type TestHistory } from '#domain/flaky-tests/history.js'
import {
  knowledgeOf,
  moveTest,
  type QuarantineState,
  type TestKnowledge,
  type TestMove
} from '#domain/flaky-tests/quarantine.js'
import { talliesOfTest } from '#domain/flaky-tests/tallies.js'
import { judgeTest, type TestVerdict } from '#domain/flaky-tests/verdict.js'
import type { JsonObject } from '#schemas/common.js'
import type { Verdict } from '#schemas/decisions/decisions.js'
import { changeTallied } from '#store/counters/tallies.js'
import type { TestRunRow } from '#store/flaky-tests/test-runs.js'
import { changeTest, type FlakyTestFields, type FlakyTestRow, testsById } from '#store/flaky-tests/tests.js'
import { repositoryById } from '#store/mirror/repositories.js'
import { recordAudit } from '../audit/record.js'
import type { ResolvedConfig } from '../configuration/resolve.js'
import { recordDecision, SERVICE_ACTOR } from '../decisions/record.js'
import { recordPipelineEvent } from '../telemetry/record.js'
import { judgedFields } from './observed.js'
import type { SavedTest } from './record.js'

export interface ObservedTests {
  run: TestRunRow
  observed: readonly SavedTest[]
  config: ResolvedConfig
}

/** Of the tests that a run has seen. The caller holds the repository. */
export async function moveObserved(
  deps: Deps,
  tx: Tx,
  { run, observed, config }: ObservedTests
): Promise<void> {
  // Most tests are stable, and stay where they are.
  const candidates = observed.filter(
    ({ known, verdict }) =>
      known?.status === 'quarantined' || (verdict.standing === 'flaky' && known?.status !== 'dismissed')
  )
  const rows = await testsById(
    tx,
    candidates.map(({ id }) => id)
  )
  let moves = 0
  for (const { id, history, verdict } of candidates) {
    const row = rows.get(id)
    if (!row) continue
    const judged = {
      row,
      history,
      verdict,
      config,
      triggerEvent: 'workflow_run.completed',
      headSha: run.headSha
    }
    if (await moveJudged(deps, tx, judged)) moves += 1
  }
  if (moves > 0) await requestAnnouncement(deps, tx, run.repoId)
}

/** What has changed is shown on the host by a job. */
export async function requestAnnouncement({ queue }: Deps, tx: Tx, repoId: number): Promise<void> {
  await queue.enqueue(tx, 'flaky-tests.announce', [
    { payload: { repo_id: repoId }, singletonKey: String(repoId) }
  ])
}

export interface JudgedTest {
  row: FlakyTestRow
  history: TestHistory
  verdict: TestVerdict
  config: ResolvedConfig
  triggerEvent: string
  headSha: string | null
}

/** Whether it has moved. */
export async function moveJudged(deps: Deps, tx: Tx, judged: JudgedTest): Promise<boolean> {
  const { row, history, verdict, config } = judged
  const state = quarantineStateOf(row)
  const known = knowledgeOf(state, history, verdict)
  const configUsed = moveConfig(config)
  const move = moveTest(state, known, deps.now(), quarantineRulesIn(configUsed))
  if (!move) return false
  const { decisionId } = await recordMove(deps, tx, { judged, state, known, configUsed })
  await applyMove(deps, tx, { row, history, move, decisionId })
  return true
}

interface DecidedMove {
  judged: JudgedTest
  state: QuarantineState
  known: TestKnowledge
  configUsed: JsonObject
}

async function recordMove(deps: Deps, tx: Tx, decided: DecidedMove): Promise<{ decisionId: number }> {
  const { judged, state, known, configUsed } = decided
  const { row, config, triggerEvent, headSha } = judged
  const at = deps.now()
  const inputs = flakyMoveInputs({ suite: row.suite, name: row.name, state, known, at })
  const verdict: Verdict = flakyMoveV1.evaluate(inputs, configUsed)
  const decisionId = await recordDecision(tx, {
    ...verdict,
    inputs,
    evaluator: flakyMoveV1,
    configUsed,
    configVersion: config.version,
    repoId: row.repoId,
    source: 'trust',
    pillar: 'trust',
    triggerEvent,
    targetType: 'repo',
    commitSha: headSha,
    createdAt: at
  })
  return { decisionId }
}

function moveConfig({ config: { settings, pillars } }: ResolvedConfig): JsonObject {
  const { dry_run } = settings
  const { quarantine_days } = pillars.trust
  return { settings: { dry_run }, pillars: { trust: { quarantine_days } } }
}

export const quarantineStateOf = (row: FlakyTestRow): QuarantineState => ({
  status: row.status,
  quarantinedAt: row.quarantinedAt,
  expiresAt: row.quarantineExpiresAt,
  graduatedAt: row.graduatedAt,
  quietUntil: row.quietUntil,
  relapseCount: row.relapseCount
})

export interface TestMoveMade {
  row: FlakyTestRow
  history: TestHistory
  move: TestMove
  decisionId: number | null
  /** Of somebody who asked for it. */
  by?: { actor: string; reason: string | null }
}

/** Saves the move, and the events and evidence of it. */
export async function applyMove(deps: Deps, tx: Tx, made: TestMoveMade): Promise<void> {
  const { row, move } = made
  const fields = fieldsAfter(deps, made)
  await changeTallied(tx, async (tallied) => {
    await changeTest(tallied, row.id, fields)
    const after = { ...row, ...fields }
    return [{ repoId: row.repoId, tallies: tallyDifference(talliesOfTest(row), talliesOfTest(after)) }]
  })
  await recordEvidence(deps, tx, made)
  const type = EVENTS[move.state.status]
  if (type)
    await recordPipelineEvent(tx, {
      repoId: row.repoId,
      type,
      actor: made.by?.actor ?? SERVICE_ACTOR,
      occurredAt: deps.now(),
      metadata: { test_id: row.testId, suite: row.suite, name: row.name, cause: move.cause }
    })
}

const EVENTS: Readonly<Partial<Record<FlakyTestRow['status'], 'test_quarantined' | 'test_graduated'>>> = {
  quarantined: 'test_quarantined',
  graduated: 'test_graduated'
}

function fieldsAfter({ now }: Deps, { row, history, move, by }: TestMoveMade): Partial<FlakyTestFields> {
  const { state, restarts } = move
  const isDismissed = state.status === 'dismissed'
  const next = restarts ? restartHistory(history, now()) : undefined
  return {
    status: state.status,
    quarantinedAt: state.quarantinedAt,
    quarantineExpiresAt: state.expiresAt,
    graduatedAt: state.graduatedAt,
    quietUntil: state.quietUntil,
    relapseCount: state.relapseCount,
    dismissedAt: isDismissed ? now() : null,
    dismissedBy: isDismissed ? (by?.actor ?? SERVICE_ACTOR) : null,
    dismissedReason: isDismissed ? (by?.reason ?? null) : null,
    ...(state.status === 'quarantined' || row.status !== 'quarantined' ? {} : { quarantinePrNumber: null }),
    ...(next ? judgedFields(next, judgeTest(next)) : {})
  }
}

async function recordEvidence(
  deps: Deps,
  tx: Tx,
  { row, move, decisionId, by }: TestMoveMade
): Promise<void> {
  // Somebody's own request leaves an entry of its own.
  if (by) return
  const { fullName } = await repositoryById(tx, row.repoId)
  await recordAudit(tx, {
    category: 'quarantine',
    eventType: `test_${move.state.status}`,
    actor: SERVICE_ACTOR,
    actorType: 'bot',
    repo: fullName,
    payload: {
      decision_id: decisionId,
      test_id: row.testId,
      suite: row.suite,
      name: row.name,
      before: row.status,
      after: move.state.status,
      cause: move.cause,
      reason: move.reason
    },
    occurredAt: deps.now()
  })
}
