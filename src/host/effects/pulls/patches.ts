// A pull request with a prepared change: its commit and its body carry the marker, so that each step is recognised.

import { HostError } from '#errors/host.js'
import type { ArgumentsOf } from '#schemas/actions/arguments.js'
import type { Json, JsonObject } from '#schemas/common.js'
import { idAt, integerAt, momentAt, objectAt, stringAt, textAt } from '../../payload.js'
import { branchHead, writeBranch } from '../branches.js'
import {
  alreadyDone,
  blocked,
  type EffectCheck,
  type EffectHandler,
  type EffectResult,
  type EffectState,
  markerComment,
  notDone,
  type TypedEffectOrder,
  withMarker
} from '../effect.js'
import type { RepositoryClient } from '../repository-client.js'

type PatchOrder = TypedEffectOrder<ArgumentsOf<'create-patch-pr'>>
/** Of a pull request from a branch of its own. */
export type PullOrder = TypedEffectOrder<{ branch: string }>

const PULLS = '/pulls'
const COMMIT = '/git/commits/{sha}'

/** All pull requests from the branch, closed ones included. */
export async function pullsOf(
  repository: RepositoryClient,
  { arguments: { branch } }: PullOrder
): Promise<JsonObject[]> {
  const pulls: JsonObject[] = []
  for await (const pull of repository.list(PULLS, { head: `${repository.owner}:${branch}`, state: 'all' }))
    pulls.push(pull)
  return pulls
}

export const isMarked = (text: string | null, { marker }: PullOrder) =>
  text?.includes(markerComment(marker)) === true

async function ownPull(repository: RepositoryClient, order: PullOrder): Promise<JsonObject | undefined> {
  return (await pullsOf(repository, order)).find((pull) => isMarked(textAt(pull, 'body'), order))
}

async function isOwnCommit(repository: RepositoryClient, sha: string, order: PullOrder): Promise<boolean> {
  return isMarked(textAt(await repository.read(COMMIT, { sha }), 'message'), order)
}

function pullResult(pull: JsonObject): EffectResult {
  const evidence = {
    pr_number: integerAt(pull, 'number'),
    url: stringAt(pull, 'html_url'),
    head_sha: stringAt(objectAt(pull, 'head'), 'sha')
  }
  return { hostId: idAt(pull, 'id'), evidence }
}

/** By its marker; a branch that somebody else has made is none of ours. */
export async function findOwnPull(repository: RepositoryClient, order: PullOrder): Promise<EffectState> {
  const pull = await ownPull(repository, order)
  if (pull) return alreadyDone(pullResult(pull).evidence, idAt(pull, 'id'))
  const { branch } = order.arguments
  const tip = await branchHead(repository, branch)
  if (tip === undefined || (await isOwnCommit(repository, tip, order))) return notDone
  return blocked('marker_ambiguous', `no branch ${branch}, or one with the commit of this action`, tip)
}

/** Repeatable: the same change, author and time produce the same commit. */
export async function createCommit(repository: RepositoryClient, order: PatchOrder): Promise<string> {
  const { base_sha, files, message } = order.arguments
  const base = await repository.read(COMMIT, { sha: base_sha })
  const tree = await repository.write('POST', '/git/trees', {
    body: { base_tree: requiredSha(objectAt(base, 'tree')), tree: files.map(entryOf) }
  })
  const commit = await repository.write('POST', '/git/commits', {
    body: {
      message: withMarker(message, order.marker),
      tree: requiredSha(tree),
      parents: [base_sha],
      author: authorOf(order)
    }
  })
  return requiredSha(commit)
}

export const authorOf = ({ since }: PullOrder) => ({
  name: 'service[bot]',
  email: 'service[bot]@users.noreply.github.com',
  date: since.toISOString()
})

function entryOf({ path, content, mode = '100644' }: PatchOrder['arguments']['files'][number]): Json {
  return content === null ? { path, mode, type: 'blob', sha: null } : { path, mode, type: 'blob', content }
}

function requiredSha(object: JsonObject | undefined): string {
  const sha = stringAt(object, 'sha')
  if (sha === null)
    throw new HostError('host_unavailable', 'The response of the host does not name the commit or tree.')
  return sha
}

/** Skips the steps that an earlier try has done. */
async function createPull(repository: RepositoryClient, order: PatchOrder): Promise<EffectResult> {
  const { branch } = order.arguments
  if ((await branchHead(repository, branch)) === undefined)
    await writeBranch(repository, branch, await createCommit(repository, order))
  return openPull(repository, order)
}

interface PullText {
  branch: string
  base: string
  title: string
  body: string
}

export async function openPull(
  repository: RepositoryClient,
  order: TypedEffectOrder<PullText>
): Promise<EffectResult> {
  return pullResult(await postPull(repository, order))
}

export async function postPull(
  repository: RepositoryClient,
  { marker, arguments: { branch, base, title, body } }: TypedEffectOrder<PullText>
): Promise<JsonObject> {
  return repository.write('POST', PULLS, {
    body: { title, head: branch, base, body: withMarker(body, marker), maintainer_can_modify: true }
  })
}

/** Whether people have merged or closed it. */
export async function verifyOwnPull(repository: RepositoryClient, order: PullOrder): Promise<EffectCheck> {
  return checkOfPull(await ownPull(repository, order))
}

export function checkOfPull(pull: JsonObject | undefined): EffectCheck {
  const check = { checkType: 'pr_state' as const, expected: 'merged' }
  if (!pull) return { ...check, actual: 'gone', drifted: true }
  const mergedAt = momentAt(pull, 'merged_at')
  if (mergedAt) return { ...check, actual: 'merged', drifted: false, outcome: 'merged', at: mergedAt }
  if (stringAt(pull, 'state') === 'open') return { ...check, actual: 'open', drifted: false, isOpen: true }
  return { ...check, actual: 'closed', drifted: true, outcome: 'closed', at: momentAt(pull, 'closed_at') }
}

export const createPatchPull: EffectHandler<ArgumentsOf<'create-patch-pr'>> = {
  find: findOwnPull,
  perform: createPull,
  verify: verifyOwnPull
}
