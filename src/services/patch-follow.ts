// What follows when a proposed change has come to its end: its pull request is labelled, somebody is asked to review it,
// and whoever wanted it learns of it; or the branch that was made for it goes again.
import type { JsonObject } from '../../schemas/common.js'
import type { Deps, Finding, Tx } from '../deps.js'
import { isLive } from '../domain/actions.js'
import { valueAt } from '../domain/json-path.js'
import { type ActionRow, actionOf, childOf, lockAction, noteDoneAllTheSame } from '../store/actions.js'
import { labelsNamed } from '../store/labels.js'
import { lockRepository } from '../store/mirror.js'
import { repositoryOf } from '../store/repositories.js'
import { intentOf, orderOf, pillarOf, placeOf } from './action-orders.js'
import { proposeAction } from './actions.js'
import { auditEffect } from './execution.js'
import { fixPull } from './fix/pull.js'
import { healPull } from './heal/pull.js'
import type { FollowUp, PatchComment, PatchSource } from './patches.js'

/** The pull request of a change, as it was made. */
export interface PatchPull {
  number: number
  url: string | null
  headSha: string | null
}

interface PatchOwner {
  opened(deps: Deps, tx: Tx, row: ActionRow, pull: PatchPull): Promise<void>
  /** There is no pull request, and there will be none. */
  givenUp(deps: Deps, tx: Tx, row: ActionRow): Promise<void>
}

/** Who wants changes, by the source of their actions. */
const OWNERS: Readonly<Record<PatchSource, PatchOwner>> = {
  ci_heal: healPull,
  issue_fix: fixPull
}

const ownerOf = ({ source }: ActionRow): PatchOwner | undefined =>
  Object.hasOwn(OWNERS, source) ? Reflect.get(OWNERS, source) : undefined

/** Once or often, it comes to the same. */
export async function followPatch(deps: Deps, actionId: number): Promise<void> {
  const row = await actionOf(deps.db, actionId)
  if (!row || isLive(row.status)) return
  const pull = pullOf(row)
  if (pull) return deps.transaction((tx) => followPull(deps, tx, row, pull))
  // A further try has the same mark and the same branch, and comes to an end of its own.
  if (await childOf(deps.db, row.id)) return
  const repository = await repositoryOf(deps.db, row.repoId)
  if (!repository.live || row.executedAt === null)
    return deps.transaction(async (tx) => {
      await lockRepository(tx, row.repoId)
      await giveUp(deps, tx, row)
    })
  const finding = await deps.host.effects.found(placeOf(repository), orderOf(row))
  if (finding.is === 'done') return deps.transaction((tx) => followLate(deps, tx, row, finding))
  const tip = finding.is === 'absent' ? await tipOf(deps, row) : undefined
  await deps.transaction(async (tx) => {
    await lockRepository(tx, row.repoId)
    if (tip !== undefined) await clearAway(deps, tx, row, tip)
    await giveUp(deps, tx, row)
  })
}

function pullOf({ evidence }: Pick<ActionRow, 'evidence'>): PatchPull | undefined {
  // The border to the column: evidence is JSON.
  const said = evidence as JsonObject
  const [number, url, headSha] = ['pr_number', 'url', 'head_sha'].map((key) => valueAt(said, key))
  if (typeof number !== 'number') return undefined
  return {
    number,
    url: typeof url === 'string' ? url : null,
    headSha: typeof headSha === 'string' ? headSha : null
  }
}

async function giveUp(deps: Deps, tx: Tx, row: ActionRow): Promise<void> {
  await ownerOf(row)?.givenUp(deps, tx, row)
}

/** It was given up, and had been made all the same. */
async function followLate(
  deps: Deps,
  tx: Tx,
  row: ActionRow,
  { done }: Extract<Finding, { is: 'done' }>
): Promise<void> {
  const noted = await noteDoneAllTheSame(tx, row.id, done)
  if (noted) await auditEffect(tx, noted, deps.now())
  const told = noted ?? (await lockAction(tx, row.id))
  const pull = told && pullOf(told)
  if (pull) await followPull(deps, tx, told, pull)
}

async function followPull(deps: Deps, tx: Tx, row: ActionRow, pull: PatchPull): Promise<void> {
  const { repoId, source, sourceId, decisionId } = row
  await lockRepository(tx, repoId)
  const shared = { repoId, pillar: pillarOf(row), source, sourceId, decisionId, isOnce: true }
  // The border to the column: a proposed change keeps with it what follows.
  const followUp = valueAt(row.evidence as JsonObject, 'follow_up') as FollowUp | undefined
  if (followUp) {
    const { labels, reviewer, comment } = followUp
    const target = { type: 'pr' as const, number: pull.number }
    for (const label of await labelsNamed(tx, repoId, labels))
      await proposeAction(deps, tx, { ...shared, target, actionType: 'add-label', arguments: { label } })
    if (reviewer !== null)
      await proposeAction(deps, tx, {
        ...{ ...shared, target },
        actionType: 'request-review',
        arguments: { user: reviewer }
      })
    if (comment !== null)
      await proposeAction(deps, tx, {
        ...shared,
        actionKey: `patch-told:${row.id}`,
        ...telling(row, comment, pull)
      })
  }
  await ownerOf(row)?.opened(deps, tx, row, pull)
}

function telling({ targetBranch }: ActionRow, comment: PatchComment, { number }: PatchPull) {
  const body = `${comment.body}\n\nThe change is proposed in #${number}.`
  return 'sha' in comment
    ? {
        actionType: 'comment-commit' as const,
        arguments: { sha: comment.sha, body },
        target: { type: 'branch' as const, branch: targetBranch ?? '' }
      }
    : {
        actionType: 'add-comment' as const,
        arguments: { body },
        target: { type: 'issue' as const, number: comment.issue }
      }
}

/** Where the branch stands that was made for it. */
async function tipOf(deps: Deps, row: ActionRow): Promise<string | undefined> {
  const place = placeOf(await repositoryOf(deps.db, row.repoId))
  const target = { type: 'branch' as const, number: 0, branch: branchOf(row) }
  const tip = (await deps.host.effects.stateOf(place, target))?.['head_sha']
  return typeof tip === 'string' ? tip : undefined
}

function branchOf(row: ActionRow): string {
  const intent = intentOf(row)
  return intent.actionType === 'create-patch-pr' ? intent.arguments.branch : ''
}

/** Of no pillar: what the service has left lying about goes also where the pillar is off by now. */
async function clearAway(deps: Deps, tx: Tx, row: ActionRow, sha: string): Promise<void> {
  const { repoId, source, sourceId, decisionId } = row
  await proposeAction(deps, tx, {
    ...{ repoId, source, sourceId, decisionId, pillar: null },
    actionType: 'delete-branch',
    arguments: { sha },
    target: { type: 'branch', branch: branchOf(row) },
    evidence: { left_by: row.id }
  })
}
