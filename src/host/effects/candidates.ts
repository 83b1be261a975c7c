// Candidates of the merge queue: branches that hold what a base would hold after several merges.
import { HostError } from '#errors/host.js'
import type { ArgumentsOf } from '#schemas/actions/arguments.js'
import type { Json, JsonObject } from '#schemas/common.js'
import { objectAt, stringAt } from '../payload.js'
import { branchHead, writeBranch } from './branches.js'
import { alreadyDone, type EffectHandler, notDone, type TypedEffectOrder, withMarker } from './effect.js'
import type { RepositoryClient } from './repository-client.js'

type BuildOrder = TypedEffectOrder<ArgumentsOf<'build-candidate'>>
type Member = BuildOrder['arguments']['members'][number]

/** In the commits of the branch on which the merges are made: checks run for the candidate alone. */
const SKIP_CI = '[skip ci]'
const REF = '/git/refs/{ref}'
const COMMITS = '/git/commits'

interface Tip {
  sha: string
  tree: string
}

/** Repeatable: it replaces what an earlier try has left. */
export const buildCandidate: EffectHandler<ArgumentsOf<'build-candidate'>> = {
  find: () => Promise.resolve(notDone),
  async perform(repository, order) {
    const { branch, scratch, on, members } = order.arguments
    const root = await writeCommit(repository, { tree: on.tree, parents: [on.sha], message: SKIP_CI })
    await pointBranch(repository, scratch, root)
    const { trees, merged, conflicts } = await mergeMembers(repository, order, { sha: root, tree: on.tree })
    await dropBranch(repository, scratch)
    const tree = trees.at(-1)
    const candidate = tree === undefined ? null : await writeCandidate(repository, order, { tree, merged })
    if (candidate !== null) await pointBranch(repository, branch, candidate)
    const skipped = members.filter(({ number }) => conflicts.includes(number))
    return {
      hostId: null,
      evidence: { candidate_sha: candidate, trees, conflicts: skipped.map(({ number }) => number) }
    }
  }
}

interface MergedMembers {
  /** After each member. */
  trees: string[]
  merged: Member[]
  conflicts: number[]
}

async function mergeMembers(
  repository: RepositoryClient,
  { arguments: { scratch, members } }: BuildOrder,
  root: Tip
): Promise<MergedMembers> {
  const result: MergedMembers = { trees: [], merged: [], conflicts: [] }
  let tip = root
  for (const member of members) {
    const found = await mergeMember(repository, { scratch, member, tip })
    if (found === undefined) result.conflicts.push(member.number)
    else {
      // The merges after a squash or a rebase must not see the commits that it replaces.
      const isFlat = member.method !== 'merge' && member !== members.at(-1)
      tip = isFlat ? await flatten(repository, scratch, { before: tip, tree: found.tree }) : found
      result.trees.push(tip.tree)
      result.merged.push(member)
    }
  }
  return result
}

interface Merge {
  scratch: string
  member: Member
  tip: Tip
}

/** Undefined if it does not merge cleanly. */
async function mergeMember(
  repository: RepositoryClient,
  { scratch, member, tip }: Merge
): Promise<Tip | undefined> {
  const body = {
    base: scratch,
    head: member.head_sha,
    commit_message: `Merge #${member.number} ${SKIP_CI}`
  }
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

async function flatten(
  repository: RepositoryClient,
  scratch: string,
  { before, tree }: { before: Tip; tree: string }
): Promise<Tip> {
  const sha = await writeCommit(repository, { tree, parents: [before.sha], message: SKIP_CI })
  await repository.write('PATCH', REF, { at: { ref: `heads/${scratch}` }, body: { sha, force: true } })
  return { sha, tree }
}

/** One commit on what it is built on; it knows the heads that a merge commit would keep. */
function writeCandidate(
  repository: RepositoryClient,
  { marker, arguments: { on, title } }: BuildOrder,
  { tree, merged }: { tree: string; merged: readonly Member[] }
): Promise<string> {
  const heads = merged.filter(({ method }) => method === 'merge').map(({ head_sha: sha }) => sha)
  return writeCommit(repository, { tree, parents: [on.sha, ...heads], message: withMarker(title, marker) })
}

async function writeCommit(repository: RepositoryClient, body: Record<string, Json>): Promise<string> {
  const sha = stringAt(await repository.write('POST', COMMITS, { body }), 'sha')
  if (sha === null)
    throw new HostError('host_unavailable', 'The response of the host does not name the commit.')
  return sha
}

/** Whether the branch was as the write expects it: the host refuses to make what is there, and to remove what is not. */
async function isAccepted(write: Promise<unknown>): Promise<boolean> {
  try {
    await write
    return true
  } catch (error) {
    if (error instanceof HostError && error.hostStatus === 422) return false
    throw error
  }
}

/** Without a question before it: the branch of an earlier try is rare. */
async function pointBranch(repository: RepositoryClient, branch: string, sha: string): Promise<void> {
  if (await isAccepted(writeBranch(repository, branch, sha))) return
  await repository.write('PATCH', REF, { at: { ref: `heads/${branch}` }, body: { sha, force: true } })
}

async function dropBranch(repository: RepositoryClient, branch: string): Promise<void> {
  await isAccepted(repository.write('DELETE', REF, { at: { ref: `heads/${branch}` } }))
}

/** Removes a candidate, and what is left of an attempt to build it. */
export const dropCandidate: EffectHandler<ArgumentsOf<'drop-candidate'>> = {
  async find(repository, order) {
    for (const branch of branchesIn(order))
      if ((await branchHead(repository, branch)) !== undefined) return notDone
    return alreadyDone(GONE)
  },
  async perform(repository, order) {
    for (const branch of branchesIn(order)) await dropBranch(repository, branch)
    return { hostId: null, evidence: GONE }
  }
}

const branchesIn = ({ arguments: { branch, scratch } }: TypedEffectOrder<ArgumentsOf<'drop-candidate'>>) =>
  scratch === null ? [branch] : [branch, scratch]

const GONE: JsonObject = { gone: true }
