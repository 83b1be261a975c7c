// A pull request that takes one commit back: what a three-way revert of it on the tip of its branch brings.
import { HostError } from '#errors/host.js'
import type { ArgumentsOf } from '#schemas/actions/arguments.js'
import { objectAt, objectsAt, stringAt } from '../../payload.js'
import {
  branchHead,
  dropBranch,
  mergeIntoBranch,
  pointBranch,
  SKIP_CI,
  type Tip,
  writeCommit
} from '../branches.js'
import { type EffectHandler, type EffectResult, type TypedEffectOrder, withMarker } from '../effect.js'
import type { RepositoryClient } from '../repository-client.js'
import { authorOf, findOwnPull, openPull, verifyOwnPull } from './patches.js'

type RevertOrder = TypedEffectOrder<ArgumentsOf<'create-revert-pr'>>

/** Ends the action as a drifted target does: trying again brings nothing else. */
const impossible = (why: string) => new HostError('host_refused', why, { hostStatus: 409 })

async function commitAt(
  repository: RepositoryClient,
  sha: string
): Promise<Tip & { parent: string | undefined }> {
  const commit = await repository.read('/git/commits/{sha}', { sha })
  const tree = stringAt(objectAt(commit, 'tree'), 'sha')
  if (tree === null) throw impossible(`The repository has no commit ${sha}.`)
  const [parent] = commit ? objectsAt(commit, 'parents') : []
  return { sha, tree, parent: stringAt(parent, 'sha') ?? undefined }
}

async function tipOf(repository: RepositoryClient, { base, merge_sha }: RevertOrder['arguments']) {
  const sha = await branchHead(repository, base)
  if (sha === undefined) throw impossible(`The repository has no branch ${base}.`)
  // Page 2 leaves out the list of changed files.
  const span = { basehead: `${merge_sha}...${sha}`, per_page: 1, page: 2 }
  const status = stringAt(await repository.read('/compare/{basehead}', span), 'status')
  if (status !== 'ahead' && status !== 'identical')
    throw impossible(
      `${base} no longer contains ${merge_sha.slice(0, 7)}, so that there is nothing to revert.`
    )
  return commitAt(repository, sha)
}

/**
 * The exact inverse of the commit is put behind it; merging the tip into that is a three-way merge whose base is the
 * commit itself, so that whatever came after it stays.
 */
async function revertedTree(repository: RepositoryClient, order: RevertOrder, tip: Tip): Promise<string> {
  const { branch, merge_sha, before_sha } = order.arguments
  const before = before_sha ?? (await commitAt(repository, merge_sha)).parent
  if (before === undefined) throw impossible('The first commit of a repository cannot be reverted.')
  const { tree } = await commitAt(repository, before)
  const message = withMarker(`Revert ${merge_sha.slice(0, 7)} where it was made ${SKIP_CI}`, order.marker)
  const commit = { tree, parents: [merge_sha], message, author: authorOf(order) }
  const inverse = { sha: await writeCommit(repository, commit), tree }
  await pointBranch(repository, branch, inverse.sha)
  const merge = await mergeIntoBranch(repository, {
    branch,
    tip: inverse,
    head: tip.sha,
    message: withMarker(`Bring the revert to the tip ${SKIP_CI}`, order.marker)
  })
  if (merge !== undefined && merge.tree !== tip.tree) return merge.tree
  await dropBranch(repository, branch)
  throw impossible(
    merge === undefined
      ? 'Later changes conflict with the revert.'
      : 'Later changes have undone all of it already.'
  )
}

/** Repeatable until there is a pull request: it builds on the tip of that moment. */
async function createRevert(repository: RepositoryClient, order: RevertOrder): Promise<EffectResult> {
  const { branch, message } = order.arguments
  const tip = await tipOf(repository, order.arguments)
  const tree = await revertedTree(repository, order, tip)
  const commit = {
    tree,
    parents: [tip.sha],
    message: withMarker(message, order.marker),
    author: authorOf(order)
  }
  await pointBranch(repository, branch, await writeCommit(repository, commit))
  return openPull(repository, order)
}

export const createRevertPull: EffectHandler<ArgumentsOf<'create-revert-pr'>> = {
  find: findOwnPull,
  perform: createRevert,
  verify: verifyOwnPull
}
