// What people make of the pull request that keeps the list.
import type { Deps, HostParts, Tx } from '#deps.js'
import { QUARANTINE_BRANCH } from '#domain/flaky-tests/list-text.js'
import { refuseQuarantine } from '#domain/flaky-tests/quarantine.js'
import type { EventOf, ListedItems } from '#registry.js'
import { keptPullOf } from '#store/actions/kept-pulls.js'
import { testsOfPull } from '#store/flaky-tests/tests.js'
import { lockRepository } from '#store/mirror/mirror.js'
import type { DeliveryContext } from '../deliveries/handle.js'
import { FLAKY_TESTS } from './check.js'
import { applyMove, quarantineStateOf, requestAnnouncement } from './moves.js'
import { historyOf } from './observed.js'

type Pull = Pick<HostParts['pull_requests'], 'number' | 'state' | 'headBranch'>

/** Whoever closes it unmerged wants none of the tests quarantined that it adds. */
async function recordRefusals(deps: Deps, tx: Tx, repoId: number, pulls: readonly Pull[]): Promise<void> {
  const closed = pulls.filter(
    ({ state, headBranch }) => state === 'closed' && headBranch === QUARANTINE_BRANCH
  )
  for (const { number } of closed) await recordRefusal(deps, tx, repoId, number)
}

/** Of a pull request that is closed. */
export async function recordRefusal(deps: Deps, tx: Tx, repoId: number, number: number): Promise<void> {
  await lockRepository(tx, repoId)
  const pull = await keptPullOf(tx, repoId, number)
  // The service closes its own when no test is quarantined any more.
  if (pull?.source !== FLAKY_TESTS || pull.isDropped) return
  const tests = await testsOfPull(tx, repoId, number)
  for (const row of tests) {
    const move = refuseQuarantine(quarantineStateOf(row), deps.now())
    if (move) await applyMove(deps, tx, { row, history: historyOf(row), move, decisionId: null })
  }
  if (tests.length > 0) await requestAnnouncement(deps, tx, repoId)
}

export const refuseAfterPull = (
  { deps, tx }: DeliveryContext,
  { repository, pullRequest }: EventOf<'pull-request'>
): Promise<void> => recordRefusals(deps, tx, repository.hostId, [pullRequest])

export const refuseAfterListing = (
  deps: Deps,
  tx: Tx,
  { repoId, items }: ListedItems<HostParts['pull_requests']>
): Promise<void> => recordRefusals(deps, tx, repoId, items)
