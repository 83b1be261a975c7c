// Looks for older issues that say what one issue says.

import type { Deps, JobPayload, Tx } from '#deps.js'
import type { Match } from '#domain/duplicates/report.js'
import { configNotRead } from '#errors/host.js'
import { type ComparedIssue, issueOfHostId, numbersOf } from '#store/duplicates/compared-issues.js'
import { configOf, type ResolvedConfig } from '../configuration/resolve.js'
import { currentIndex, reportOf } from './indexes.js'
import { type Asker, isSettled, type Outcome, settleSearch } from './settle.js'

const MOST_MATCHES = 10
/** An issue that changes while it is looked at is looked at again. */
const MOST_TRIES = 5

/** For an event: a job that is carried out twice decides once. */
export async function scanForJob(
  deps: Deps,
  { issue_id: issueId, trigger_event: triggerEvent }: JobPayload<'duplicates.scan'>,
  jobId: string
): Promise<void> {
  await scan(deps, issueId, { triggerEvent, jobId, isQuiet: false })
}

/** What else is done in the transaction of what was found. */
export type Along = (tx: Tx, outcome: Outcome) => Promise<void>

const nothingElse: Along = async () => {}

export async function scan(deps: Deps, issueId: number, asker: Asker, along = nothingElse): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const issue = await issueOfHostId(deps.db, issueId)
    if (!issue?.live || isSettled(issue, asker)) return deps.transaction((tx) => along(tx, OVER))
    const config = await configOf(deps, issue)
    // The queue asks again: what its file says is not known yet.
    if (!config.isReadable) throw configNotRead()
    const found = mayLook(issue, config) ? await alike(deps, issue) : NOTHING
    const { is } = await deps.transaction(async (tx) => {
      const outcome = await settleSearch(deps, tx, { issue, config, asker, ...found })
      if (outcome.is !== 'changed') await along(tx, outcome)
      return outcome
    })
    if (is !== 'changed') return
  }
  throw new Error('the issue changes faster than it can be compared')
}

const OVER: Outcome = { is: 'over' }
const NOTHING = { matches: [], indexed: 0 }

/** Where nothing may come of it, no index is made. */
function mayLook({ state }: ComparedIssue, { config }: ResolvedConfig): boolean {
  const { enabled, duplicate_detection } = config.pillars.triage
  return state === 'open' && enabled && duplicate_detection
}

interface Found {
  matches: Match[]
  indexed: number
}

async function alike(deps: Deps, issue: ComparedIssue): Promise<Found> {
  const index = await currentIndex(deps, issue.repoId)
  const asked = { report: reportOf({ ...issue, issueId: issue.hostId }), at: deps.now(), most: MOST_MATCHES }
  const matches = index.find(asked)
  const there = await numbersOf(
    deps.db,
    issue.repoId,
    matches.map(({ id }) => id)
  )
  const lost = matches.filter(({ id }) => !there.has(id))
  if (lost.length === 0) return { matches, indexed: index.size }
  for (const { id } of lost) index.forget(id)
  return { matches: index.find(asked), indexed: index.size }
}
