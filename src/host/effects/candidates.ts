// Candidates of the merge queue: branches that hold what a base would hold after several merges.
import type { ArgumentsOf } from '#schemas/actions/arguments.js'
import type { JsonObject } from '#schemas/common.js'
import { integerAt, objectsIn, stringAt } from '../payload.js'
import {
  branchHead,
  dropBranch,
  mergeIntoBranch,
  moveBranch,
  pointBranch,
  SKIP_CI,
  type Tip,
  writeCommit
} from './branches.js'
import { alreadyDone, type EffectHandler, notDone, type TypedEffectOrder, withMarker } from './effect.js'
import type { RepositoryClient } from './repository-client.js'

type BuildOrder = TypedEffectOrder<ArgumentsOf<'build-candidate'>>
type Member = BuildOrder['arguments']['members'][number]

/** Repeatable: it replaces what an earlier try has left. */
export const buildCandidate: EffectHandler<ArgumentsOf<'build-candidate'>> = {
  find: () => Promise.resolve(notDone),
  async perform(repository, order) {
    const { branch, trees: known, members } = order.arguments
    const result = known
      ? { trees: known, merged: members, conflicts: [] }
      : await mergeAll(repository, order)
    const { trees, merged, conflicts } = result
    const tree = trees.at(-1)
    const candidate = tree === undefined ? null : await writeCandidate(repository, order, { tree, merged })
    if (candidate !== null) await pointBranch(repository, branch, candidate)
    return { hostId: null, evidence: { candidate_sha: candidate, trees, conflicts } }
  }
}

async function mergeAll(repository: RepositoryClient, order: BuildOrder): Promise<MergedMembers> {
  const { scratch, on } = order.arguments
  const root = await writeCommit(repository, { tree: on.tree, parents: [on.sha], message: SKIP_CI })
  await pointBranch(repository, scratch, root)
  const result = await mergeMembers(repository, order, { sha: root, tree: on.tree })
  await dropBranch(repository, scratch)
  return result
}

interface MergedMembers {
  /** After each member. */
  trees: string[]
  merged: Member[]
  conflicts: number[]
}

async function mergeMembers(
  repository: RepositoryClient,
  { arguments: { scratch, members, on, base = on.sha } }: BuildOrder,
  root: Tip
): Promise<MergedMembers> {
  const result: MergedMembers = { trees: [], merged: [], conflicts: [] }
  const entangled = await findEntangled(repository, base, members)
  let tip = root
  for (const member of members) {
    const { number, head_sha: head } = member
    const message = `Merge #${number} ${SKIP_CI}`
    const found = await mergeIntoBranch(repository, { branch: scratch, tip, head, message })
    if (found === undefined) result.conflicts.push(member.number)
    else {
      tip = entangled.has(number)
        ? await flatten(repository, scratch, { before: tip, tree: found.tree })
        : found
      result.trees.push(tip.tree)
      result.merged.push(member)
    }
  }
  return result
}

/**
 * A squash or a rebase replaces commits, and the merges after it must not see these: members whose commits a later one
 * has as well.
 */
async function findEntangled(
  repository: RepositoryClient,
  base: string,
  members: readonly Member[]
): Promise<Set<number>> {
  if (members.length === 1) return new Set()
  const own = await Promise.all(members.map(({ head_sha: head }) => ownCommits(repository, base, head)))
  const isShared = (at: number) =>
    own.slice(at + 1).some((others) => others?.some((sha) => own[at]?.includes(sha) ?? true) ?? true)
  const entangled = members.filter(({ method }, at) => method !== 'merge' && isShared(at))
  return new Set(entangled.map(({ number }) => number))
}

const MOST_COMMITS = 100

/** What a head has besides its base, of two commits once and for all; undefined if that is too much to tell. */
async function ownCommits(
  repository: RepositoryClient,
  base: string,
  head: string
): Promise<string[] | undefined> {
  const basehead = `${base}...${head}`
  const compared = await repository.recall('/compare/{basehead}', { basehead, per_page: MOST_COMMITS })
  if (!compared) return undefined
  const commits = objectsIn(compared, 'commits').map((commit) => stringAt(commit, 'sha') ?? '')
  return integerAt(compared, 'total_commits') === commits.length ? commits : undefined
}

async function flatten(
  repository: RepositoryClient,
  scratch: string,
  { before, tree }: { before: Tip; tree: string }
): Promise<Tip> {
  const sha = await writeCommit(repository, { tree, parents: [before.sha], message: SKIP_CI })
  await moveBranch(repository, scratch, sha)
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

/** Removes a candidate, and what is left of an attempt to build it. */
export const dropCandidate: EffectHandler<ArgumentsOf<'drop-candidate'>> = {
  async find(repository, order) {
    for (const branch of branchesIn(order))
      if ((await branchHead(repository, branch)) !== undefined) return notDone
    return alreadyDone(GONE)
  },
  // What is gone is not missed.
  needsNoFinding: () => true,
  async perform(repository, order) {
    for (const branch of branchesIn(order)) await dropBranch(repository, branch)
    return { hostId: null, evidence: GONE }
  }
}

const branchesIn = ({ arguments: { branch, scratch } }: TypedEffectOrder<ArgumentsOf<'drop-candidate'>>) =>
  scratch === null ? [branch] : [branch, scratch]

const GONE: JsonObject = { gone: true }
