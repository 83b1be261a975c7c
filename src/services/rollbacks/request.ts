// People ask for a merge to be taken back.
import { randomUUID } from 'node:crypto'
import type { Deps, RepositoryAccess } from '#deps.js'
import { invalidParameter, repoNotFound } from '#errors/errors.js'
import { mergeNotFound, rollbackStands, rollbackUncertain } from '#errors/rollbacks.js'
import type { RollbackBody, RollbackRequested } from '#schemas/rollbacks/rollbacks.js'
import { entryOfPull } from '#store/merge-queue/entries.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { type KnownRepository, repositoryByFullName, repositoryById } from '#store/mirror/repositories.js'
import { entryOfMerge } from '#store/rollbacks/landings.js'
import { rollbackShown } from '#store/rollbacks/lists.js'
import type { Tx } from '#store/sql/database.js'
import { type GovernedOutcome, govern, type Initiator } from '../maintenance/governance.js'
import { repositoryAccessOf } from '../mirror/repository-access.js'
import { type MergeToRevert, mergeOfEntry, openRollback } from './open.js'
import { standsInTheWay } from './standing.js'

export interface RollbackRequest {
  by: Initiator
  body: RollbackBody
}

export function askForRollback(deps: Deps, { by, body }: RollbackRequest): Promise<RollbackRequested> {
  const act = { by, action: 'rollback.create', target: { type: 'rollback' as const, id: targetOf(body) } }
  return govern(deps, act, async () => {
    const { repo, pr_number: number, merge_commit: commit } = body
    if (number === undefined && commit === undefined)
      throw invalidParameter('/pr_number', 'is required without merge_commit', 'invalid_field')
    const { repoId } = await repositoryByFullName(deps.db, repo)
    const repository = await repositoryById(deps.db, repoId)
    const merge = await findMerge(deps, repository, body)
    return (tx) => begin(deps, tx, { repository, merge, by, body })
  })
}

/** A request that is not valid may lack any of it. */
function targetOf({ repo, pr_number: number, merge_commit: commit }: Partial<RollbackBody>): string {
  return `${repo ?? ''}${number === undefined ? `@${commit ?? ''}` : `#${number}`}`
}

interface LocatedMerge {
  sha: string
  prNumber: number | null
  title: string | null
  baseBranch: string
}

/** Asks the host whether the default branch contains it. */
async function findMerge(deps: Deps, repository: KnownRepository, body: RollbackBody): Promise<LocatedMerge> {
  const { fullName, defaultBranch } = repository
  const { pr_number: number, merge_commit: commit } = body
  if (defaultBranch === null) throw mergeNotFound(fullName, 'default branch that is known yet')
  const place = { ...repositoryAccessOf(repository), priority: 'interactive' as const }
  const what = number === undefined ? `commit ${commit}` : `merged pull request #${number}`
  const found =
    number === undefined
      ? { sha: commit?.toLowerCase() ?? '', prNumber: null, title: null }
      : await mergeOfPull(deps, place, { repository, number })
  if (!found) throw mergeNotFound(fullName, what)
  if (commit !== undefined && commit.toLowerCase() !== found.sha)
    throw invalidParameter(
      '/merge_commit',
      `is not the commit that #${number} was merged as`,
      'invalid_field'
    )
  const missing = await deps.host.commitsBetween(place, { base: defaultBranch, head: found.sha })
  if (missing?.length !== 0) throw mergeNotFound(fullName, `${what} in its default branch ${defaultBranch}`)
  const title = found.title ?? (await titleOf(deps, place, found.sha))
  return { ...found, title, baseBranch: defaultBranch }
}

type FoundMerge = Omit<LocatedMerge, 'baseBranch'>

async function titleOf({ host }: Deps, place: RepositoryAccess, sha: string): Promise<string | null> {
  const facts = await host.commitFacts(place, sha)
  return facts?.message.split('\n')[0] ?? null
}

interface PullSearch {
  repository: KnownRepository
  number: number
}

/** As the queue has merged it, or anybody else. */
async function mergeOfPull(
  { db, host }: Deps,
  place: RepositoryAccess,
  { repository, number: prNumber }: PullSearch
): Promise<FoundMerge | undefined> {
  const entry = await entryOfPull(db, repository.repoId, prNumber)
  if (entry?.status === 'merged' && entry.mergeSha !== null)
    return { sha: entry.mergeSha, prNumber, title: entry.prTitle }
  const pull = await host.livePull(place, prNumber)
  return pull?.state === 'merged' && pull.mergeSha !== null
    ? { sha: pull.mergeSha, prNumber, title: pull.title }
    : undefined
}

interface RollbackStart extends RollbackRequest {
  repository: KnownRepository
  merge: LocatedMerge
}

async function begin(
  deps: Deps,
  tx: Tx,
  { repository, merge: located, by, body }: RollbackStart
): Promise<GovernedOutcome<RollbackRequested>> {
  const { repoId, fullName } = repository
  if ((await lockRepository(tx, repoId))?.live !== true) throw repoNotFound(fullName)
  const standing = await standsInTheWay(tx, repoId, located.sha)
  if (standing)
    throw standing.isUncertain ? rollbackUncertain(standing.id) : rollbackStands(standing.id, located.sha)
  const jobId = randomUUID()
  const row = await openRollback(deps, tx, {
    repository,
    baseBranch: located.baseBranch,
    merge: await mergeFacts(tx, repoId, located),
    reason: 'manual',
    details: body.reason ?? null,
    actor: by.actor,
    jobId
  })
  const shown = row && (await rollbackShown(tx, row.id))
  if (!shown) throw new Error('a rollback that was begun is there')
  const message =
    shown.status === 'pending' ? 'The rollback is queued.' : 'It cannot be taken back by the service.'
  const payload = { rollback_id: shown.id, pr_number: shown.pr_number, merge_commit: located.sha }
  return { reply: { ...shown, message, job_id: jobId }, payload }
}

/** The queue knows more of what it has merged. */
async function mergeFacts(tx: Tx, repoId: number, located: LocatedMerge): Promise<MergeToRevert> {
  const entry = await entryOfMerge(tx, repoId, located.sha)
  if (entry) return mergeOfEntry(tx, entry)
  const { sha: mergeCommit, prNumber, title } = located
  return { prNumber, title, mergeCommit, beforeCommit: null, problem: null }
}
