// Searches for older issues that are similar to one issue.

import type { Deps, JobPayload, Tx } from '#deps.js'
import type { Match } from '#domain/duplicates/report.js'
import { configUnreadable } from '#errors/host.js'
import { type ComparedIssue, comparedIssue, issueNumbersOf } from '#store/duplicates/compared-issues.js'
import { loadConfig, type ResolvedConfig } from '../configuration/resolve.js'
import { finishScan, isScanned, type ScanOutcome, type ScanTrigger } from './finish-scan.js'
import { currentIndex, issueReportOf } from './indexes.js'

const MOST_MATCHES = 10
/** An issue that changes during the search is searched again. */
const MOST_TRIES = 5

/** For an event. Idempotent: a repeated job decides once. */
export async function runScan(
  deps: Deps,
  { issue_id: issueId, trigger_event: triggerEvent }: JobPayload<'duplicates.scan'>,
  jobId: string
): Promise<void> {
  await scanIssue(deps, issueId, { triggerEvent, jobId, isQuiet: false })
}

/** Runs in the transaction that stores the result. */
export type AlongsideScan = (tx: Tx, outcome: ScanOutcome) => Promise<void>

const nothingElse: AlongsideScan = async () => {}

export async function scanIssue(
  deps: Deps,
  issueId: number,
  trigger: ScanTrigger,
  alongside = nothingElse
): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const issue = await comparedIssue(deps.db, issueId)
    if (!issue?.live || isScanned(issue, trigger)) return deps.transaction((tx) => alongside(tx, SCAN_OVER))
    const config = await loadConfig(deps, issue)
    // The job fails and is retried until the configuration file is readable.
    if (!config.isReadable) throw configUnreadable()
    const found = isScannable(issue, config) ? await findMatches(deps, issue) : NO_MATCHES
    const { is } = await deps.transaction(async (tx) => {
      const outcome = await finishScan(deps, tx, { issue, config, trigger, ...found })
      if (outcome.is !== 'changed') await alongside(tx, outcome)
      return outcome
    })
    if (is !== 'changed') return
  }
  throw new Error('the issue changed during every attempt to compare it')
}

const SCAN_OVER: ScanOutcome = { is: 'over' }
const NO_MATCHES = { matches: [], indexed: 0 }

/** No index is built if the result would not be used. */
function isScannable({ state }: ComparedIssue, { config }: ResolvedConfig): boolean {
  const { enabled, duplicate_detection } = config.pillars.triage
  return state === 'open' && enabled && duplicate_detection
}

interface FoundMatches {
  matches: Match[]
  indexed: number
}

async function findMatches(deps: Deps, issue: ComparedIssue): Promise<FoundMatches> {
  const index = await currentIndex(deps, issue.repoId)
  const query = {
    report: issueReportOf({ ...issue, issueId: issue.hostId }),
    at: deps.now(),
    most: MOST_MATCHES
  }
  const matches = index.find(query)
  const existing = await issueNumbersOf(
    deps.db,
    issue.repoId,
    matches.map(({ id }) => id)
  )
  const missing = matches.filter(({ id }) => !existing.has(id))
  if (missing.length === 0) return { matches, indexed: index.size }
  for (const { id } of missing) index.forget(id)
  return { matches: index.find(query), indexed: index.size }
}
