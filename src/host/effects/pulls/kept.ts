// One pull request that is kept current in place: opened, then edited together with its branch, and closed when nothing
// is wanted any more. What people have pushed to its branch is never overwritten.
import { HostError } from '#errors/host.js'
import type { ArgumentsOf } from '#schemas/actions/arguments.js'
import type { Json, JsonObject } from '#schemas/common.js'
import { idAt, namesAt, ordinalAt, stringAt, textAt } from '../../payload.js'
import { branchHead, moveBranch, writeBranch } from '../branches.js'
import {
  alreadyDone,
  type EffectCheck,
  type EffectHandler,
  type EffectResult,
  type EffectState,
  notDone,
  withMarker
} from '../effect.js'
import { attachLabel, isSameLabel } from '../labels.js'
import type { RepositoryClient } from '../repository-client.js'
import { createMissingLabel } from '../repository-labels.js'
import { PULL_PATH } from '../states.js'
import { isOpenPull, isShown, isWanted, type KeptOrder, markOf, readKeptPull, readTip } from './kept-state.js'
import { checkOfPull, createCommit, isMarked, postPull, pullsOf } from './patches.js'

/** The same order with the text mark in what is posted. */
function marked(order: KeptOrder): KeptOrder {
  const { body, message } = order.arguments
  const withMark = (text: string) => `${text}\n\n${markOf(order)}`
  return { ...order, arguments: { ...order.arguments, body: withMark(body), message: withMark(message) } }
}

const missingLabels = (pull: JsonObject, { arguments: { labels } }: KeptOrder) => {
  const present = namesAt(pull, 'labels', 'name')
  return labels.filter(({ name }) => !present.some((one) => isSameLabel(one, name)))
}

/** The host takes a while until a pull request shows the head that was pushed. */
const evidenceOf = (pull: JsonObject, headSha: string | null): JsonObject => ({
  pr_number: ordinalAt(pull, 'number'),
  url: stringAt(pull, 'html_url'),
  head_sha: headSha
})

const NOTHING_LEFT: JsonObject = { pr_number: null }

async function findKept(repository: RepositoryClient, order: KeptOrder): Promise<EffectState> {
  const { open, tip, obstacle } = await readKeptPull(repository, order)
  if (obstacle) return obstacle
  if (!isWanted(order)) return open || tip?.isOwn ? notDone : alreadyDone(NOTHING_LEFT)
  const isDone = open && isShown(open, order) && missingLabels(open, order).length === 0 && tip?.isCurrent
  return isDone ? alreadyDone(evidenceOf(open, tip.sha), idAt(open, 'id')) : notDone
}

/** Ends the action as a drifted target does. */
const refused = (why: string) => new HostError('host_refused', why, { hostStatus: 409 })

/** Each step is skipped that an earlier try has done. */
async function keepPull(repository: RepositoryClient, order: KeptOrder): Promise<EffectResult> {
  const { open, tip, obstacle } = await readKeptPull(repository, order)
  if (obstacle) throw refused(`Expected: ${obstacle.expected}; found: ${obstacle.actual}.`)
  if (!isWanted(order)) return closeKept(repository, order, open)
  const headSha = open && tip?.isCurrent ? tip.sha : await pushPatch(repository, order)
  const pull = open ? await showText(repository, order, open) : await postPull(repository, marked(order))
  for (const label of missingLabels(pull, order)) {
    await createMissingLabel(repository, label)
    await attachLabel(repository, numberOf(pull), label.name)
  }
  return { hostId: idAt(pull, 'id'), evidence: evidenceOf(pull, headSha) }
}

/** Asks for the tip as late as can be, and is sent once: the host moves a branch wherever it is by then. */
async function pushPatch(repository: RepositoryClient, order: KeptOrder): Promise<string> {
  const { branch } = order.arguments
  const sha = await createCommit(repository, marked(order))
  const tip = await readTip(repository, order)
  if (tip === undefined) await writeBranch(repository, branch, sha)
  else if (!tip.isOwn) throw refused(`Somebody has pushed to ${branch}, which is at ${tip.sha} now.`)
  else if (tip.sha !== sha) await moveBranch(repository, branch, sha, false)
  return sha
}

function numberOf(pull: JsonObject): number {
  const number = ordinalAt(pull, 'number')
  if (number === null) throw new HostError('host_unavailable', 'The host does not number the pull request.')
  return number
}

async function editPull(
  repository: RepositoryClient,
  pull: JsonObject,
  body: Record<string, Json>
): Promise<JsonObject> {
  const number = numberOf(pull)
  return repository.write('PATCH', PULL_PATH, { at: { number }, body })
}

function textOf(order: KeptOrder): string {
  const { marker, arguments: shown } = marked(order)
  return withMarker(shown.body, marker)
}

async function showText(
  repository: RepositoryClient,
  order: KeptOrder,
  open: JsonObject
): Promise<JsonObject> {
  if (isShown(open, order)) return open
  return editPull(repository, open, { title: order.arguments.title, body: textOf(order) })
}

/** Says in its text why it is closed. */
async function closeKept(
  repository: RepositoryClient,
  order: KeptOrder,
  open: JsonObject | undefined
): Promise<EffectResult> {
  if (open) await editPull(repository, open, { state: 'closed', body: textOf(order) })
  await deleteOwnBranch(repository, order)
  return open
    ? { hostId: idAt(open, 'id'), evidence: evidenceOf(open, null) }
    : { hostId: null, evidence: NOTHING_LEFT }
}

/** What people have pushed meanwhile stays. */
async function deleteOwnBranch(repository: RepositoryClient, order: KeptOrder): Promise<void> {
  const { branch } = order.arguments
  if (!(await readTip(repository, order))?.isOwn) return
  try {
    await repository.write('DELETE', '/git/refs/{ref}', { at: { ref: `heads/${branch}` } })
  } catch (error) {
    // Somebody else may have deleted it first.
    const isRefused = error instanceof HostError && error.hostStatus === 422
    if (!isRefused || (await branchHead(repository, branch)) !== undefined) throw error
  }
}

/** Of the latest pull request that showed this text; where there is none, another text has taken its place. */
async function verifyKept(repository: RepositoryClient, order: KeptOrder): Promise<EffectCheck> {
  const pulls = await pullsOf(repository, order)
  const own = pulls.filter((pull) => isMarked(textAt(pull, 'body'), order))
  const shown = own.find((pull) => isShown(pull, order))
  if (isWanted(order))
    return !shown && own.length > 0 ? { ...checkOfPull(undefined), ...REPLACED } : checkOfPull(shown)
  const isReopened = shown !== undefined && isOpenPull(shown)
  const actual = isReopened ? 'open' : 'closed'
  return { checkType: 'pr_state', expected: 'closed', actual, drifted: isReopened }
}

const REPLACED = { actual: 'replaced', drifted: false }

export const keepPatchPull: EffectHandler<ArgumentsOf<'keep-patch-pr'>> = {
  find: findKept,
  perform: keepPull,
  verify: verifyKept
}
