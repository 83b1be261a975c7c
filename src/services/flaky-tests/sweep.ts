// Ends quarantines that have lasted as long as they may, and forgets tests that nobody runs any more.
import type { Deps, Tx } from '#deps.js'
import { TallySums } from '#domain/counters/tally.js'
import { talliesOfTest } from '#domain/flaky-tests/tallies.js'
import { judgeTest } from '#domain/flaky-tests/verdict.js'
import { DAY_MS } from '#domain/time/durations.js'
import { changeTallied } from '#store/counters/tallies.js'
import {
  expiredQuarantines,
  forgetTests,
  lockTest,
  repositoryWithUnseen,
  unseenTests
} from '#store/flaky-tests/tests.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { loadStoredConfig } from '../configuration/resolve.js'
import { moveJudged, requestAnnouncement } from './moves.js'
import { historyOf } from './observed.js'

const MOST_AT_ONCE = 500
/** A statement takes only so many values. */
const MOST_FORGOTTEN = 5_000
const UNSEEN_MS = 90 * DAY_MS

export async function sweepTests(deps: Deps): Promise<void> {
  for (const expired of await expiredQuarantines(deps.db, deps.now(), MOST_AT_ONCE))
    await unlessItFails(deps, expired, () => deps.transaction((tx) => endExpired(deps, tx, expired)))
  const unseenSince = new Date(deps.now().getTime() - UNSEEN_MS)
  for (;;) {
    const repoId = await repositoryWithUnseen(deps.db, unseenSince)
    if (repoId === undefined) return
    await deps.transaction((tx) => forgetUnseen(deps, tx, { repoId, unseenSince }))
  }
}

/** One that cannot be ended keeps no other from its end. */
async function unlessItFails(
  { log }: Deps,
  { id }: { id: number },
  work: () => Promise<void>
): Promise<void> {
  try {
    await work()
  } catch (error) {
    log.error({ err: error, test: id }, 'The quarantine of a test could not be ended')
  }
}

async function endExpired(deps: Deps, tx: Tx, { id, repoId }: { id: number; repoId: number }): Promise<void> {
  await lockRepository(tx, repoId)
  const row = await lockTest(tx, id)
  if (!row) return
  const history = historyOf(row)
  const config = await loadStoredConfig(deps, tx, repoId)
  const judged = {
    row,
    history,
    verdict: judgeTest(history),
    config,
    triggerEvent: 'schedule',
    headSha: null
  }
  if (await moveJudged(deps, tx, judged)) await requestAnnouncement(deps, tx, repoId)
}

interface UnseenTests {
  repoId: number
  unseenSince: Date
}

async function forgetUnseen(deps: Deps, tx: Tx, { repoId, unseenSince }: UnseenTests): Promise<void> {
  const at = deps.now()
  await lockRepository(tx, repoId)
  const unseen = await unseenTests(tx, repoId, { before: unseenSince, most: MOST_FORGOTTEN })
  const sums = new TallySums()
  for (const row of unseen) sums.add(talliesOfTest(row), -1)
  await changeTallied(tx, async (tallied) => {
    await forgetTests(
      tallied,
      unseen.map(({ id }) => id),
      at
    )
    return [{ repoId, tallies: sums.all }]
  })
}
