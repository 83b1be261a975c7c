// Carries out what people say of a test.
import type { Deps, Tx } from '#deps.js'
import {
  dismissTest,
  graduateTest,
  type QuarantineState,
  type TestMove
} from '#domain/flaky-tests/quarantine.js'
import { testDismissed, testNotFound } from '#errors/flaky-tests.js'
import type {
  TestDismissalBody,
  TestDismissed,
  TestGraduated,
  TestGraduationBody
} from '#schemas/flaky-tests/flaky-tests.js'
import { openHeadsWithFailure } from '#store/flaky-tests/commits.js'
import { type FlakyTestRow, findTest, lockTest } from '#store/flaky-tests/tests.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { repositoryById } from '#store/mirror/repositories.js'
import { type GovernedOutcome, govern, type Initiator } from '../maintenance/governance.js'
import { requestTestsChecks } from './check.js'
import { applyMove, quarantineStateOf, requestAnnouncement } from './moves.js'
import { historyOf } from './observed.js'

interface TestRequest {
  id: number
  by: Initiator
}

export function graduateByHand(
  deps: Deps,
  { body, ...request }: TestRequest & { body: TestGraduationBody | null }
): Promise<TestGraduated> {
  return moveByHand(deps, { ...request, action: 'flaky.graduate', reason: null }, (state, row) => {
    if (row.status === 'dismissed' && body?.reopen !== true) throw testDismissed(row)
    return { move: graduateTest(state, deps.now()), reply: { graduated: true, test: row.name } }
  })
}

export function dismissByHand(
  deps: Deps,
  { body, ...request }: TestRequest & { body: TestDismissalBody | null }
): Promise<TestDismissed> {
  const reason = body?.reason ?? null
  return moveByHand(deps, { ...request, action: 'flaky.dismiss', reason }, (state) => ({
    move: dismissTest(state),
    reply: { dismissed: true }
  }))
}

interface HandMove extends TestRequest {
  action: string
  reason: string | null
}

type Choose<Reply> = (state: QuarantineState, row: FlakyTestRow) => { move: TestMove; reply: Reply }

function moveByHand<Reply>(
  deps: Deps,
  { id, by, action, reason }: HandMove,
  choose: Choose<Reply>
): Promise<Reply> {
  const target = { type: 'flaky_test' as const, id: String(id) }
  return govern(deps, { by, action, target }, async () => {
    const found = await findTest(deps.db, id)
    if (!found) throw testNotFound(id)
    return async (tx) => {
      const row = await lockLiveTest(tx, found)
      const { move, reply } = choose(quarantineStateOf(row), row)
      const made = { row, history: historyOf(row), move, decisionId: null, by: { actor: by.actor, reason } }
      await applyMove(deps, tx, made)
      await requestAnnouncement(deps, tx, row.repoId)
      const headShas = await openHeadsWithFailure(tx, row)
      await requestTestsChecks(
        deps,
        tx,
        headShas.map((headSha) => ({ repoId: row.repoId, headSha }))
      )
      return outcomeOf(tx, { row, move, reason }, reply)
    }
  })
}

async function lockLiveTest(tx: Tx, { id, repoId }: FlakyTestRow): Promise<FlakyTestRow> {
  const held = await lockRepository(tx, repoId)
  const row = await lockTest(tx, id)
  if (!held?.live || !row || row.forgottenAt !== null) throw testNotFound(id)
  return row
}

interface MadeByHand {
  row: FlakyTestRow
  move: TestMove
  reason: string | null
}

async function outcomeOf<Reply>(
  tx: Tx,
  { row, move, reason }: MadeByHand,
  reply: Reply
): Promise<GovernedOutcome<Reply>> {
  const { fullName } = await repositoryById(tx, row.repoId)
  const { testId, suite, name, status } = row
  return {
    reply,
    payload: {
      test_id: testId,
      suite,
      name,
      reason,
      before: { status },
      after: { status: move.state.status }
    },
    evidence: { category: 'quarantine', eventType: `test_${move.state.status}`, repo: fullName }
  }
}
