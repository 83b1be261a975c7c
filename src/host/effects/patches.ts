// A pull request with a prepared change: its commit and its text carry the mark, so that each step is found again.

import { HostError } from '#errors/host.js'
import type { ArgumentsOf } from '#schemas/actions/arguments.js'
import type { Json, JsonObject } from '#schemas/common.js'
import { idAt, integerAt, momentAt, objectAt, stringAt } from '../events/payload.js'
import { branchHead, writeBranch } from './branches.js'
import {
  alreadyDone,
  blocked,
  type EffectHandler,
  type EffectResult,
  type EffectState,
  markerComment,
  notDone,
  type TypedEffectOrder,
  withMarker
} from './effect.js'
import type { RepositoryClient } from './repository-client.js'

type PatchOrder = TypedEffectOrder<ArgumentsOf<'create-patch-pr'>>

const PULLS = '/pulls'
const COMMIT = '/git/commits/{sha}'

/** A branch has at most one open pull request into another; those that are closed are looked at as well. */
async function pullsOf(
  hands: RepositoryClient,
  { arguments: { branch } }: PatchOrder
): Promise<JsonObject[]> {
  const found: JsonObject[] = []
  for await (const pull of hands.list(PULLS, { head: `${hands.owner}:${branch}`, state: 'all' }))
    found.push(pull)
  return found
}

const isMarked = (text: string | null, { marker }: PatchOrder) =>
  text?.includes(markerComment(marker)) === true

async function ownPull(hands: RepositoryClient, order: PatchOrder): Promise<JsonObject | undefined> {
  return (await pullsOf(hands, order)).find((pull) => isMarked(stringAt(pull, 'body'), order))
}

async function isOwnCommit(hands: RepositoryClient, sha: string, order: PatchOrder): Promise<boolean> {
  return isMarked(stringAt(await hands.read(COMMIT, { sha }), 'message'), order)
}

function pullResult(pull: JsonObject): EffectResult {
  const evidence = {
    pr_number: integerAt(pull, 'number'),
    url: stringAt(pull, 'html_url'),
    head_sha: stringAt(objectAt(pull, 'head'), 'sha')
  }
  return { hostId: idAt(pull, 'id'), evidence }
}

async function findPatchPull(hands: RepositoryClient, order: PatchOrder): Promise<EffectState> {
  const own = await ownPull(hands, order)
  if (own) return alreadyDone(pullResult(own).evidence, idAt(own, 'id'))
  const { branch } = order.arguments
  const tip = await branchHead(hands, branch)
  if (tip === undefined || (await isOwnCommit(hands, tip, order))) return notDone
  return blocked('marker_ambiguous', `no branch ${branch} but with the commit of this action`, tip)
}

/** The same change, author and moment make the same commit, however often it is made. */
async function createCommit(hands: RepositoryClient, order: PatchOrder): Promise<string> {
  const { base_sha, files, message } = order.arguments
  const base = await hands.read(COMMIT, { sha: base_sha })
  const tree = await hands.write('POST', '/git/trees', {
    body: { base_tree: requiredSha(objectAt(base, 'tree')), tree: files.map(entryOf) }
  })
  const made = await hands.write('POST', '/git/commits', {
    body: {
      message: withMarker(message, order.marker),
      tree: requiredSha(tree),
      parents: [base_sha],
      author: {
        name: 'service[bot]',
        email: 'service[bot]@users.noreply.github.com',
        date: order.since.toISOString()
      }
    }
  })
  return requiredSha(made)
}

function entryOf({ path, content, mode = '100644' }: PatchOrder['arguments']['files'][number]): Json {
  return content === null ? { path, mode, type: 'blob', sha: null } : { path, mode, type: 'blob', content }
}

function requiredSha(object: JsonObject | undefined): string {
  const sha = stringAt(object, 'sha')
  if (sha === null)
    throw new HostError('host_unavailable', 'The response of the host does not name the commit or tree.')
  return sha
}

/** Each step is left out that an earlier try has done. */
async function createPull(hands: RepositoryClient, order: PatchOrder): Promise<EffectResult> {
  const { branch, base, title, body } = order.arguments
  if ((await branchHead(hands, branch)) === undefined)
    await writeBranch(hands, branch, await createCommit(hands, order))
  const pull = await hands.write('POST', PULLS, {
    body: { title, head: branch, base, body: withMarker(body, order.marker), maintainer_can_modify: true }
  })
  return pullResult(pull)
}

export const createPatchPull: EffectHandler<ArgumentsOf<'create-patch-pr'>> = {
  find: findPatchPull,
  perform: createPull,
  async verify(hands, order) {
    const pull = await ownPull(hands, order)
    const seen = { checkType: 'pr_state' as const, expected: 'merged' }
    if (!pull) return { ...seen, actual: 'gone', drifted: true }
    const mergedAt = momentAt(pull, 'merged_at')
    if (mergedAt) return { ...seen, actual: 'merged', drifted: false, outcome: 'merged', at: mergedAt }
    if (stringAt(pull, 'state') === 'open') return { ...seen, actual: 'open', drifted: false, isOpen: true }
    return { ...seen, actual: 'closed', drifted: true, outcome: 'closed', at: momentAt(pull, 'closed_at') }
  }
}
