// A pull request with a prepared change: its commit and its text carry the mark, so that each step is found again.

import { HostError } from '#errors/host.js'
import type { ArgumentsOf } from '#schemas/actions/arguments.js'
import type { Json, JsonObject } from '#schemas/common.js'
import { idAt, momentAt, numberAt, objectAt, textAt } from '../events/payload.js'
import { makeBranch, tipOf } from './branches.js'
import {
  absent,
  blocked,
  type Done,
  type Effect,
  type Finding,
  isDone,
  marked,
  markOf,
  type Order
} from './effect.js'
import type { Hands } from './repository-client.js'

type Patch = Order<ArgumentsOf<'create-patch-pr'>>

const PULLS = '/pulls'
const COMMIT = '/git/commits/{sha}'

/** A branch has at most one open pull request into another; those that are closed are looked at as well. */
async function pullsOf(hands: Hands, { arguments: { branch } }: Patch): Promise<JsonObject[]> {
  const found: JsonObject[] = []
  for await (const pull of hands.list(PULLS, { head: `${hands.owner}:${branch}`, state: 'all' }))
    found.push(pull)
  return found
}

const isMarked = (text: string | null, { marker }: Patch) => text?.includes(markOf(marker)) === true

async function ownPull(hands: Hands, order: Patch): Promise<JsonObject | undefined> {
  return (await pullsOf(hands, order)).find((pull) => isMarked(textAt(pull, 'body'), order))
}

async function isOwnCommit(hands: Hands, sha: string, order: Patch): Promise<boolean> {
  return isMarked(textAt(await hands.read(COMMIT, { sha }), 'message'), order)
}

function doneBy(pull: JsonObject): Done {
  const evidence = {
    pr_number: numberAt(pull, 'number'),
    url: textAt(pull, 'html_url'),
    head_sha: textAt(objectAt(pull, 'head'), 'sha')
  }
  return { hostId: idAt(pull, 'id'), evidence }
}

async function found(hands: Hands, order: Patch): Promise<Finding> {
  const own = await ownPull(hands, order)
  if (own) return isDone(doneBy(own).evidence, idAt(own, 'id'))
  const { branch } = order.arguments
  const tip = await tipOf(hands, branch)
  if (tip === undefined || (await isOwnCommit(hands, tip, order))) return absent
  return blocked('marker_ambiguous', `no branch ${branch} but with the commit of this action`, tip)
}

/** The same change, author and moment make the same commit, however often it is made. */
async function commit(hands: Hands, order: Patch): Promise<string> {
  const { base_sha, files, message } = order.arguments
  const base = await hands.read(COMMIT, { sha: base_sha })
  const tree = await hands.write('POST', '/git/trees', {
    body: { base_tree: needed(objectAt(base, 'tree')), tree: files.map(entryOf) }
  })
  const made = await hands.write('POST', '/git/commits', {
    body: {
      message: marked(message, order.marker),
      tree: needed(tree),
      parents: [base_sha],
      author: {
        name: 'service[bot]',
        email: 'service[bot]@users.noreply.github.com',
        date: order.since.toISOString()
      }
    }
  })
  return needed(made)
}

function entryOf({ path, content, mode = '100644' }: Patch['arguments']['files'][number]): Json {
  return content === null ? { path, mode, type: 'blob', sha: null } : { path, mode, type: 'blob', content }
}

function needed(object: JsonObject | undefined): string {
  const sha = textAt(object, 'sha')
  if (sha === null)
    throw new HostError('host_unavailable', 'The response of the host does not name the commit or tree.')
  return sha
}

/** Each step is left out that an earlier try has done. */
async function perform(hands: Hands, order: Patch): Promise<Done> {
  const { branch, base, title, body } = order.arguments
  if ((await tipOf(hands, branch)) === undefined) await makeBranch(hands, branch, await commit(hands, order))
  const pull = await hands.write('POST', PULLS, {
    body: { title, head: branch, base, body: marked(body, order.marker), maintainer_can_modify: true }
  })
  return doneBy(pull)
}

export const createPatchPull: Effect<ArgumentsOf<'create-patch-pr'>> = {
  found,
  perform,
  async verify(hands, order) {
    const pull = await ownPull(hands, order)
    const seen = { checkType: 'pr_state' as const, expected: 'merged' }
    if (!pull) return { ...seen, actual: 'gone', drifted: true }
    const mergedAt = momentAt(pull, 'merged_at')
    if (mergedAt) return { ...seen, actual: 'merged', drifted: false, outcome: 'merged', at: mergedAt }
    if (textAt(pull, 'state') === 'open') return { ...seen, actual: 'open', drifted: false, isOpen: true }
    return { ...seen, actual: 'closed', drifted: true, outcome: 'closed', at: momentAt(pull, 'closed_at') }
  }
}
