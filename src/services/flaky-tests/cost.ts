// What a repetition has cost, shared among the tests that made it necessary.
import type { Tx } from '#deps.js'
import { shareFlakyCost } from '#domain/flaky-tests/cost.js'
import { addTestCosts, failuresOfAttempt } from '#store/flaky-tests/costs.js'
import { previousAttempt, type TestRunRow } from '#store/flaky-tests/test-runs.js'

/**
 * An attempt that passes where the one before failed in tests alone has repeated it for nothing. How long people waited
 * until they asked for it costs no machine anything.
 */
export async function chargeRepetition(tx: Tx, run: TestRunRow, startedAt: Date | undefined): Promise<void> {
  if (run.attempt === 1 || run.hasFailed || run.forkId !== null) return
  const before = await previousAttempt(tx, run)
  if (!before || before.failures === 0 || before.interrupted) return
  const shares = shareFlakyCost({
    durationMs: startedAt ? run.ranAt.getTime() - startedAt.getTime() : 0,
    isOfPull: isOfPull(run),
    testIds: await failuresOfAttempt(tx, before.id)
  })
  await addTestCosts(tx, shares)
}

const isOfPull = ({ event }: TestRunRow) => event === 'pull_request' || event === 'pull_request_target'
