// Right before a landing everything is read once more: only what was tested may land, where it was tested.
import type { Deps, LivePull, RepositoryAccess } from '#deps.js'
import { valueAt } from '#domain/json/path.js'
import { judgeChecks } from '#domain/merge-queue/checks.js'
import { freezeAt } from '#domain/merge-queue/lane/batches.js'
import { HOTFIX_PRIORITY } from '#domain/merge-queue/lane/order.js'
import type { ActionHooks } from '#registry.js'
import type { ArgumentsOf } from '#schemas/actions/arguments.js'
import type { JsonObject } from '#schemas/common.js'
import type { ActionRow } from '#store/actions/actions.js'
import { type EntryRow, entryOfPull } from '#store/merge-queue/entries.js'
import { type ActionStop, obstacleText } from '../actions/policy-check.js'
import { readCheckResults } from './checks/check-results.js'
import { MERGE_QUEUE } from './lane/wishes.js'
import { approvalRulesFor, readApprovals } from './pull-facts.js'
import { laneSettingsOf, type QueueSetup, storedQueueSetup } from './setup.js'

export const checkLanding: NonNullable<ActionHooks['stopOf']> = async (deps, pending) => {
  const { row } = pending
  if (!isLanding(row)) return undefined
  const entry = await entryOfLanding(deps, row)
  if (entry?.stage !== 'landing' || entry.interruption !== null)
    return stop('left', 'The pull request has left the queue.')
  const setup = await storedQueueSetup(deps, deps.db, entry.repoId)
  return (
    checkTime(deps, setup, entry) ??
    (await checkPull(deps, { place: pending.place, setup, isTested: isTested(row) }, entry)) ??
    'seen'
  )
}

/** The host takes any base: nobody may push to it while a landing waits for its turn to be sent. */
export const checkLandingBase: NonNullable<ActionHooks['lastStopOf']> = async (deps, { row, place }) => {
  const entry = isLanding(row) ? await entryOfLanding(deps, row) : undefined
  if (!entry) return undefined
  // Cast at the database boundary: the service wrote these arguments.
  const { base_sha: wanted } = JSON.parse(row.arguments) as ArgumentsOf<'merge-pr'>
  const tip = await deps.host.branchCommit(place, entry.baseBranch)
  return tip?.sha === wanted ? undefined : stop('base_moved', 'The base branch has moved since the test.')
}

const isLanding = ({ source, actionType }: ActionRow) => source === MERGE_QUEUE && actionType === 'merge-pr'

const entryOfLanding = ({ db }: Deps, { repoId, targetNumber }: ActionRow) =>
  entryOfPull(db, repoId, targetNumber ?? 0)

/** A landing may have been put off by the host until another time. */
function checkTime({ now }: Deps, setup: QueueSetup, { priority }: EntryRow): ActionStop | undefined {
  const settings = laneSettingsOf(setup)
  if (settings.paused !== null) return stop('later', settings.paused)
  const freeze = freezeAt(settings, now().getTime())
  return freeze && priority < HOTFIX_PRIORITY
    ? stop('later', `The queue is frozen: ${freeze.reason}`)
    : undefined
}

// Cast at the database boundary: evidence is JSON.
const isTested = ({ evidence }: ActionRow) =>
  typeof valueAt(evidence as JsonObject, 'tested_tree') === 'string'

interface LandingQuestion {
  place: RepositoryAccess
  setup: QueueSetup
  isTested: boolean
}

const stop = (landing: string, detail: string): ActionStop => ({
  to: 'cancelled',
  reason: null,
  detail,
  evidence: { landing }
})

async function checkPull(
  deps: Deps,
  { place, setup, isTested: isKnownTree }: LandingQuestion,
  entry: EntryRow
): Promise<ActionStop | undefined> {
  const pull = await deps.host.livePull(place, entry.prNumber)
  if (pull?.state !== 'open' || pull.draft || pull.baseBranch !== entry.baseBranch)
    return stop('left', 'The pull request is no longer there to be merged.')
  if (pull.headSha !== entry.headSha) return headMoved(entry, pull)
  const rules = await approvalRulesFor(deps, setup, entry.baseBranch)
  if (!(await readApprovals(deps, place, { pull, rules, mayBeKnown: false })).isApproved)
    return stop('approval_lost', 'The pull request is no longer approved.')
  if (isKnownTree) return undefined
  return checkHead(deps, setup, entry)
}

function headMoved({ headSha: expected }: EntryRow, { headSha: actual }: LivePull): ActionStop {
  const found = { expected, actual }
  return { to: 'blocked', reason: 'target_drifted', detail: obstacleText(found), evidence: found }
}

/** The checks on the head are all that is known of what was not tested as it lands. */
async function checkHead(
  deps: Deps,
  { repository }: QueueSetup,
  { requiredChecks, headSha }: EntryRow
): Promise<ActionStop | undefined> {
  const { verdict } = judgeChecks(
    requiredChecks,
    await readCheckResults(deps, repository, { sha: headSha, required: [requiredChecks] })
  )
  if (verdict === 'waiting') return stop('later', 'Checks on the head are running again.')
  return verdict === 'passed' ? undefined : stop('checks', 'The checks on the head pass no longer.')
}
