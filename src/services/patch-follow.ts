// What follows when a proposed change has come to its end: its pull request is labelled, somebody is asked to review it,
// and whoever wanted it learns of it; or the branch that was made for it goes again.
import type { JsonObject } from '../../schemas/common.js'
import type { Deps, Finding, Tx } from '../deps.js'
import { isLive } from '../domain/actions.js'
import { valueAt } from '../domain/json-path.js'
import { settleFollowing } from '../store/action-follows.js'
import { type ActionRow, actionOf, childOf, lockAction, noteDoneAllTheSame } from '../store/actions.js'
import { labelsNamed } from '../store/labels.js'
import { lockRepository } from '../store/mirror.js'
import { repositoryOf } from '../store/repositories.js'
import { orderOf, pillarOf, placeOf } from './action-orders.js'
import { auditEffect } from './action-work.js'
import { proposeAction } from './actions.js'
import { branchOf, clearAway } from './branch-clearing.js'
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
  const isSure = pullOf(row) !== undefined || (await childOf(deps.db, row.id)) !== undefined
  const left = isSure ? {} : await leftBy(deps, row)
  await deps.transaction(async (tx) => {
    await lockRepository(tx, row.repoId)
    // Whoever has it tried again holds it as well: none of the two comes between what the other asks and does.
    const held = await lockAction(tx, row.id)
    if (!held) return
    await follow(deps, tx, held, left)
    await settleFollowing(tx, held.id)
  })
}

interface Left {
  /** It was given up, and had been made all the same. */
  late?: Extract<Finding, { is: 'done' }>
  /** Where the branch stands that was made for it. */
  tip?: string
}

/** What a change without a pull request has left on the host; a further try may have been stopped before it began. */
async function leftBy(deps: Deps, row: ActionRow): Promise<Left> {
  const repository = await repositoryOf(deps.db, row.repoId)
  if (!repository.live || (row.executedAt === null && row.parentActionId === null)) return {}
  const place = placeOf(repository)
  const finding = await deps.host.effects.found(place, orderOf(row))
  if (finding.is === 'done') return { late: finding }
  if (finding.is === 'blocked') return {}
  const target = { type: 'branch' as const, number: 0, branch: branchOf(row) }
  const tip = (await deps.host.effects.stateOf(place, target))?.['head_sha']
  return typeof tip === 'string' ? { tip } : {}
}

/** The caller holds the repository and the action. */
async function follow(deps: Deps, tx: Tx, row: ActionRow, { late, tip }: Left): Promise<void> {
  const pull = pullOf(row)
  if (pull) return followPull(deps, tx, row, pull)
  // A further try has the same mark and the same branch, and comes to an end of its own.
  if ((await childOf(tx, row.id)) !== undefined) return
  if (late) return followLate(deps, tx, row, late)
  if (tip !== undefined) await clearAway(deps, tx, row, tip)
  await ownerOf(row)?.givenUp(deps, tx, row)
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

async function followLate(
  deps: Deps,
  tx: Tx,
  row: ActionRow,
  { done }: Extract<Finding, { is: 'done' }>
): Promise<void> {
  const noted = await noteDoneAllTheSame(tx, row.id, done)
  if (noted) await auditEffect(tx, noted, deps.now())
  const pull = noted && pullOf(noted)
  if (pull) await followPull(deps, tx, noted, pull)
}

async function followPull(deps: Deps, tx: Tx, row: ActionRow, pull: PatchPull): Promise<void> {
  const { repoId, source, sourceId, decisionId } = row
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
