// Reads checks that entries and candidates wait for, and tells their lanes.
import type { Deps, Tx } from '#deps.js'
import {
  type BaseChecks,
  type ChecksState,
  type JudgedCheck,
  judgeChecks
} from '#domain/merge-queue/checks.js'
import type { LaneEvent } from '#domain/merge-queue/lane/lane.js'
import { type EntryRow, entriesAwaiting } from '#store/merge-queue/entries.js'
import { repositoryById } from '#store/mirror/repositories.js'
import { repositoryAccessOf } from '../mirror/repository-access.js'
import { readCheckResults } from './checks/check-results.js'
import { rerunFailed, retryExcused } from './checks/reruns.js'
import { applyToLane, type HeldLane, openLane } from './lane/change-lane.js'
import { type EntryNews, newsOfCandidate, newsOfChecks } from './lane/entry-fields.js'
import { readBaseChecks } from './pull-facts.js'
import { requestPullLook } from './requests.js'

interface CommitChecks {
  repoId: number
  sha: string
}

export async function readAwaitedChecks(deps: Deps, { repoId, sha }: CommitChecks): Promise<void> {
  const entries = await entriesAwaiting(deps.db, repoId, sha)
  if (entries.length === 0) return
  const repository = await repositoryById(deps.db, repoId)
  if (!repository.live || repository.isSuspended) return
  const place = repositoryAccessOf(repository)
  const required = entries.map(({ requiredChecks }) => requiredChecks)
  const results = await readCheckResults(deps, repository, { sha, required })
  const failing = failingAlone(entries, sha, results).map((entry) => entry.baseBranch)
  for (const baseBranch of new Set(entries.map((entry) => entry.baseBranch))) {
    const isFailing = failing.includes(baseBranch)
    const base = isFailing ? await readBaseChecks(deps, place, { branch: baseBranch, required }) : null
    await deps.transaction(async (tx) => {
      const held = await openLane(deps, tx, { repoId, baseBranch })
      const judged = [...held.rows.values()]
        .filter(({ headSha, candidateSha }) => headSha === sha || candidateSha === sha)
        .map((entry) => ({ entry, checks: judgeChecks(entry.requiredChecks, results) }))
      const events = [...headEvents(judged, sha), ...candidateEvents(held, judged, sha)]
      if (events.length > 0) await applyToLane(deps, tx, held, { events, news: newsOf(judged, sha, base) })
      for (const { entry, checks } of judged) await retryExcused(deps, tx, entry, checks.retries)
    })
  }
  for (const entry of entries.filter(({ position }) => position === 0))
    await deps.transaction((tx) => judgeBlocked(deps, tx, entry, results))
}

/** Once the checks that blocked it pass, it is looked at again. */
async function judgeBlocked(
  deps: Deps,
  tx: Tx,
  entry: EntryRow,
  results: readonly JudgedCheck[]
): Promise<void> {
  const { repoId, prNumber: number, requiredChecks } = entry
  const { verdict, retries } = judgeChecks(requiredChecks, results)
  await retryExcused(deps, tx, entry, retries)
  if (verdict === 'passed')
    await requestPullLook(deps, tx, { repoId, number, isAsked: true, hasRecovered: true })
  if (verdict === 'failed') await rerunFailed(deps, tx, entry)
}

/** More than two that are red together are searched first. */
const MOST_EJECTABLE = 2

/** Those that may be ejected for it. */
function failingAlone(
  entries: readonly EntryRow[],
  sha: string,
  results: readonly JudgedCheck[]
): EntryRow[] {
  const within = entries.filter(({ candidateSha, position }) => candidateSha === sha && position > 0)
  const ofHead = entries.filter(
    ({ headSha, position, status }) => headSha === sha && position > 0 && status !== 'merging'
  )
  return [...ofHead, ...(within.length <= MOST_EJECTABLE ? within : [])].filter(
    ({ requiredChecks }) => judgeChecks(requiredChecks, results).verdict === 'failed'
  )
}

interface JudgedEntry {
  entry: EntryRow
  checks: ChecksState
}

const headEvents = (judged: readonly JudgedEntry[], sha: string): LaneEvent[] =>
  judged
    .filter(({ entry }) => entry.headSha === sha)
    .map(({ entry, checks }) => ({
      is: 'checked',
      number: entry.prNumber,
      headSha: sha,
      verdict: checks.verdict
    }))

/** A candidate has to satisfy every one of its members. */
function candidateEvents(held: HeldLane, judged: readonly JudgedEntry[], sha: string): LaneEvent[] {
  const batch = held.lane.batches.find(({ candidate }) => candidate?.sha === sha)
  const verdicts = judged
    .filter(({ entry }) => entry.candidateSha === sha)
    .map(({ checks }) => checks.verdict)
  if (!batch || verdicts.length === 0) return []
  if (verdicts.includes('failed')) return [{ is: 'tested', batch: batch.id, verdict: 'failed' }]
  return verdicts.includes('waiting') ? [] : [{ is: 'tested', batch: batch.id, verdict: 'passed' }]
}

function newsOf(
  judged: readonly JudgedEntry[],
  sha: string,
  base: BaseChecks | null
): (readonly [number, EntryNews])[] {
  return judged.map(({ entry, checks }) => [
    entry.prNumber,
    entry.headSha === sha ? newsOfChecks(checks, sha, base) : newsOfCandidate(checks, sha, base)
  ])
}
