// Branches: told by their name, and by the commit at which they stand.
import type { ArgumentsOf } from '#schemas/actions/arguments.js'
import { objectAt, stringAt } from '../events/payload.js'
import { alreadyDone, blocked, type EffectHandler, notDone } from './effect.js'
import type { RepositoryClient } from './repository-client.js'

/** The commit at which a branch stands; nothing where there is none. */
export async function branchHead(hands: RepositoryClient, branch: string): Promise<string | undefined> {
  const found = await hands.read('/git/ref/{ref}', { ref: `heads/${branch}` })
  // The host answers with what begins so, where nothing is called exactly so.
  if (stringAt(found, 'ref') !== `refs/heads/${branch}`) return undefined
  return stringAt(objectAt(found, 'object'), 'sha') ?? undefined
}

export async function writeBranch(hands: RepositoryClient, branch: string, sha: string): Promise<void> {
  await hands.write('POST', '/git/refs', { body: { ref: `refs/heads/${branch}`, sha } })
}

async function verifyBranch(hands: RepositoryClient, branch: string, wanted: boolean) {
  const isThere = (await branchHead(hands, branch)) !== undefined
  const said = (there: boolean) => `${branch} is ${there ? '' : 'not '}there`
  return {
    checkType: 'branch' as const,
    expected: said(wanted),
    actual: said(isThere),
    drifted: isThere !== wanted
  }
}

export const createBranch: EffectHandler<ArgumentsOf<'create-branch'>> = {
  async find(hands, { branch, arguments: { sha } }) {
    const tip = await branchHead(hands, branch)
    if (tip === undefined) return notDone
    return tip === sha ? alreadyDone({ sha }) : blocked('duplicate_action', sha, tip)
  },
  async perform(hands, { branch, arguments: { sha } }) {
    await writeBranch(hands, branch, sha)
    return { hostId: null, evidence: { sha } }
  },
  verify: (hands, { branch }) => verifyBranch(hands, branch, true)
}

export const deleteBranch: EffectHandler<ArgumentsOf<'delete-branch'>> = {
  async find(hands, { branch, arguments: { sha } }) {
    const tip = await branchHead(hands, branch)
    if (tip === undefined) return alreadyDone({ sha })
    // Somebody has pushed to it since it was judged.
    return tip === sha ? notDone : blocked('target_drifted', sha, tip)
  },
  async perform(hands, { branch, arguments: { sha } }) {
    await hands.write('DELETE', '/git/refs/{ref}', { at: { ref: `heads/${branch}` } })
    return { hostId: null, evidence: { sha } }
  },
  verify: (hands, { branch }) => verifyBranch(hands, branch, false)
}
