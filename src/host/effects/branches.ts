// Branches: told by their name, and by the commit at which they stand.
import type { ArgumentsOf } from '#schemas/actions/arguments.js'
import { objectAt, textAt } from '../events/payload.js'
import { absent, blocked, type Effect, isDone } from './effect.js'
import type { Hands } from './repository-client.js'

/** The commit at which a branch stands; nothing where there is none. */
export async function tipOf(hands: Hands, branch: string): Promise<string | undefined> {
  const found = await hands.read('/git/ref/{ref}', { ref: `heads/${branch}` })
  // The host answers with what begins so, where nothing is called exactly so.
  if (textAt(found, 'ref') !== `refs/heads/${branch}`) return undefined
  return textAt(objectAt(found, 'object'), 'sha') ?? undefined
}

export async function makeBranch(hands: Hands, branch: string, sha: string): Promise<void> {
  await hands.write('POST', '/git/refs', { body: { ref: `refs/heads/${branch}`, sha } })
}

async function verifyBranch(hands: Hands, branch: string, wanted: boolean) {
  const isThere = (await tipOf(hands, branch)) !== undefined
  const said = (there: boolean) => `${branch} is ${there ? '' : 'not '}there`
  return {
    checkType: 'branch' as const,
    expected: said(wanted),
    actual: said(isThere),
    drifted: isThere !== wanted
  }
}

export const createBranch: Effect<ArgumentsOf<'create-branch'>> = {
  async found(hands, { branch, arguments: { sha } }) {
    const tip = await tipOf(hands, branch)
    if (tip === undefined) return absent
    return tip === sha ? isDone({ sha }) : blocked('duplicate_action', sha, tip)
  },
  async perform(hands, { branch, arguments: { sha } }) {
    await makeBranch(hands, branch, sha)
    return { hostId: null, evidence: { sha } }
  },
  verify: (hands, { branch }) => verifyBranch(hands, branch, true)
}

export const deleteBranch: Effect<ArgumentsOf<'delete-branch'>> = {
  async found(hands, { branch, arguments: { sha } }) {
    const tip = await tipOf(hands, branch)
    if (tip === undefined) return isDone({ sha })
    // Somebody has pushed to it since it was judged.
    return tip === sha ? absent : blocked('target_drifted', sha, tip)
  },
  async perform(hands, { branch, arguments: { sha } }) {
    await hands.write('DELETE', '/git/refs/{ref}', { at: { ref: `heads/${branch}` } })
    return { hostId: null, evidence: { sha } }
  },
  verify: (hands, { branch }) => verifyBranch(hands, branch, false)
}
