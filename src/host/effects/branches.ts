// Branches: identified by their name and the commit they point to.
import { HostError } from '#errors/host.js'
import type { ArgumentsOf } from '#schemas/actions/arguments.js'
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
  async perform(repository, { branch, arguments: { sha } }) {
    // The host deletes whatever the branch points to, so it is asked as late as can be.
    const tip = await branchHead(repository, branch)
    if (tip !== undefined && tip !== sha) throw movedOn(branch, tip)
    await repository.write('DELETE', '/git/refs/{ref}', { at: { ref: `heads/${branch}` } })
    return { hostId: null, evidence: { sha } }
  },
  verify: (repository, { branch }) => verifyBranch(repository, branch, false)
}
