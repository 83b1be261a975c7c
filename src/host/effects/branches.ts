// Branches: identified by their name and the commit they point to.
import { HostError } from '#errors/host.js'
import type { ArgumentsOf } from '#schemas/actions/arguments.js'
import type { Json } from '#schemas/common.js'
import { objectAt, stringAt } from '../payload.js'
import { alreadyDone, blocked, type EffectHandler, notDone } from './effect.js'
import type { RepositoryClient } from './repository-client.js'

/** The commit that a branch points to; undefined if there is no such branch. */
export async function branchHead(repository: RepositoryClient, branch: string): Promise<string | undefined> {
  const ref = await repository.read('/git/ref/{ref}', { ref: `heads/${branch}` })
  // Without an exact match the host returns refs that begin with the name.
  if (stringAt(ref, 'ref') !== `refs/heads/${branch}`) return undefined
  return stringAt(objectAt(ref, 'object'), 'sha') ?? undefined
}

export async function writeBranch(repository: RepositoryClient, branch: string, sha: string): Promise<void> {
  await repository.write('POST', '/git/refs', { body: { ref: `refs/heads/${branch}`, sha } })
}

const REF = '/git/refs/{ref}'

export async function moveBranch(
  repository: RepositoryClient,
  branch: string,
  sha: string,
  isRepeatable = true
): Promise<void> {
  const body = { sha, force: true }
  await repository.write('PATCH', REF, { at: { ref: `heads/${branch}` }, body, isRepeatable })
}

const IS_THERE = /already exists/i

/** Why the host will not make a branch, as where there is one, or remove one, as where there is none. */
async function refusalOf(write: Promise<unknown>): Promise<HostError | undefined> {
  try {
    await write
    return undefined
  } catch (error) {
    if (error instanceof HostError && error.hostStatus === 422) return error
    throw error
  }
}

/** Wherever it is now. Without a question before it: what an earlier try has left is rare. */
export async function pointBranch(repository: RepositoryClient, branch: string, sha: string): Promise<void> {
  const body = { ref: `refs/heads/${branch}`, sha }
  const made = repository.write('POST', '/git/refs', { body, isRepeatable: true })
  const refusal = await refusalOf(made)
  const another = refusal && (await refusalOf(moveBranch(repository, branch, sha)))
  // A rule may forbid the branch: its words say more than that there is none to move.
  if (another) throw IS_THERE.test(refusal.message) ? another : refusal
}

export async function dropBranch(repository: RepositoryClient, branch: string): Promise<void> {
  await refusalOf(repository.write('DELETE', REF, { at: { ref: `heads/${branch}` }, isRepeatable: true }))
}

/** Checks run for what is tested alone: in the messages of commits on the way there. */
export const SKIP_CI = '[skip ci]'

export interface Tip {
  sha: string
  tree: string
}

export async function writeCommit(repository: RepositoryClient, body: Record<string, Json>): Promise<string> {
  const sha = stringAt(await repository.write('POST', '/git/commits', { body, isRepeatable: true }), 'sha')
  if (sha === null)
    throw new HostError('host_unavailable', 'The response of the host does not name the commit.')
  return sha
}

export interface BranchMerge {
  branch: string
  /** Where it is now. */
  tip: Tip
  /** The commit that is merged into it. */
  head: string
  message: string
}

const MOST_REPEATS = 3

/** Three ways, as the host merges; undefined if that conflicts. The branch must be the service's own. */
export async function mergeIntoBranch(
  repository: RepositoryClient,
  merge: BranchMerge,
  repeats = 0
): Promise<Tip | undefined> {
  try {
    return await mergeOnce(repository, merge)
  } catch (error) {
    const isUnanswered = error instanceof HostError && error.failure === 'host_unavailable'
    if (!isUnanswered || repeats === MOST_REPEATS) throw error
    // It may have been made all the same.
    await moveBranch(repository, merge.branch, merge.tip.sha)
    return mergeIntoBranch(repository, merge, repeats + 1)
  }
}

async function mergeOnce(
  repository: RepositoryClient,
  { branch, tip, head, message }: BranchMerge
): Promise<Tip | undefined> {
  const body = { base: branch, head, commit_message: message }
  try {
    const merge = await repository.write('POST', '/merges', { body })
    const [sha, tree] = [stringAt(merge, 'sha'), stringAt(objectAt(objectAt(merge, 'commit'), 'tree'), 'sha')]
    // The host says nothing if the branch has all of it already.
    return sha === null || tree === null ? tip : { sha, tree }
  } catch (error) {
    if (error instanceof HostError && error.hostStatus === 409) return undefined
    throw error
  }
}

async function verifyBranch(repository: RepositoryClient, branch: string, wanted: boolean) {
  const exists = (await branchHead(repository, branch)) !== undefined
  const describe = (isThere: boolean) => `${branch} ${isThere ? 'exists' : 'does not exist'}`
  return {
    checkType: 'branch' as const,
    expected: describe(wanted),
    actual: describe(exists),
    drifted: exists !== wanted
  }
}

/** Ends an action as a drifted target does. */
const movedOn = (branch: string, tip: string) =>
  new HostError('host_refused', `Somebody has pushed to ${branch}, which is at ${tip} now.`, {
    hostStatus: 409
  })

export const createBranch: EffectHandler<ArgumentsOf<'create-branch'>> = {
  async find(repository, { branch, arguments: { sha } }) {
    const tip = await branchHead(repository, branch)
    if (tip === undefined) return notDone
    return tip === sha ? alreadyDone({ sha }) : blocked('duplicate_action', sha, tip)
  },
  async perform(repository, { branch, arguments: { sha } }) {
    await writeBranch(repository, branch, sha)
    return { hostId: null, evidence: { sha } }
  },
  verify: (repository, { branch }) => verifyBranch(repository, branch, true)
}

export const deleteBranch: EffectHandler<ArgumentsOf<'delete-branch'>> = {
  async find(repository, { branch, arguments: { sha } }) {
    const tip = await branchHead(repository, branch)
    if (tip === undefined) return alreadyDone({ sha })
    // Somebody has pushed to the branch since the decision.
    return tip === sha ? notDone : blocked('target_drifted', sha, tip)
  },
  needsNoFinding: () => true,
  async perform(repository, { branch, arguments: { sha } }) {
    // The host deletes whatever the branch points to, so it is asked as late as can be.
    const tip = await branchHead(repository, branch)
    if (tip === undefined) return { hostId: null, evidence: { sha }, isFound: true }
    if (tip !== sha) throw movedOn(branch, tip)
    await repository.write('DELETE', REF, { at: { ref: `heads/${branch}` } })
    return { hostId: null, evidence: { sha } }
  },
  verify: (repository, { branch }) => verifyBranch(repository, branch, false)
}
