// Compares a pull request with its place in the queue: whatever has happened to it, only how it is now counts, so that
// events may come late, twice, in another order or not at all.
import type { Deps, JobPayload, LivePull } from '#deps.js'
import { judgeChecks } from '#domain/merge-queue/checks.js'
import { hasLabel } from '#domain/merge-queue/labels.js'
import type { LaneEvent } from '#domain/merge-queue/lane/lane.js'
import { type ExitReason, QUEUE_LABEL } from '#schemas/merge-queue/enums.js'
import { type EntryRow, entryOfPull } from '#store/merge-queue/entries.js'
import { SERVICE_ACTOR } from '../decisions/record.js'
import { isOwnLogin } from '../host/own-login.js'
import { admit } from './admission.js'
import { areasOfChange } from './areas/changed-paths.js'
import { type BlockedExit, leaveBlocked } from './blocked-entries.js'
import { applyToLane, openLane } from './lane/change-lane.js'
import { type EntryNews, newsOfChecks } from './lane/entry-fields.js'
import { type PullFacts, readPull, readPullFacts } from './pull-facts.js'
import { freshQueueSetup, type QueueSetup } from './setup.js'

type Look = JobPayload<'merge-queue.pull'>

interface Seen {
  known: EntryRow | undefined
  pull: LivePull
  look: Look
}

/** The pull request by itself often says enough: only what may be merged is asked for reviews and checks. */
export async function lookAtPull(deps: Deps, asked: Look): Promise<void> {
  const { repo_id: repoId, pr_number: number } = asked
  if (await isOwnChange(deps, asked)) return
  const setup = await freshQueueSetup(deps, repoId)
  if (!setup.repository.live || setup.repository.isSuspended) return
  const known = await entryOfPull(deps.db, repoId, number)
  if (known?.status === 'merged' || (!isHeld(known) && !setup.settings.enabled)) return
  const pull = await readPull(deps, setup, number)
  if (pull) await compare(deps, setup, { known, pull, look: asked })
}

const isHeld = (known: EntryRow | undefined): boolean =>
  known !== undefined && (known.position > 0 || known.status === 'blocked')

async function compare(deps: Deps, setup: QueueSetup, seen: Seen): Promise<void> {
  const { known, pull, look } = seen
  if (known && known.position > 0) return update(deps, setup, { entry: known, pull, look })
  const exit = known?.status === 'blocked' ? exitOfBlocked(known, pull, look) : undefined
  if (known && exit) return leave(deps, known, exit)
  if (isWanted(setup, seen)) await admitWanted(deps, setup, seen)
}

/** The service removes its label from what has ended. */
const isOwnChange = async (deps: Deps, { unlabelled, by }: Look): Promise<boolean> =>
  unlabelled !== undefined && by !== undefined && (await isOwnLogin(deps, by))

interface Active {
  entry: EntryRow
  pull: LivePull
  look: Look
}

async function update(deps: Deps, setup: QueueSetup, { entry, pull, look }: Active): Promise<void> {
  const exit = exitOfPull(entry, pull, look)
  const isOver = pull.state === 'merged' || exit !== undefined
  const facts = isOver ? undefined : await readPullFacts(deps, setup, pull, entry)
  const { repoId } = setup.repository
  await deps.transaction(async (tx) => {
    const held = await openLane(deps, tx, { repoId, baseBranch: entry.baseBranch })
    const row = held.rows.get(entry.prNumber)
    if (!row) return
    const areas = areasOfChange(held.setup, facts?.paths)
    const { events, news } = told(row, { pull, exit, facts, areas })
    await applyToLane(deps, tx, held, { events, news: [[entry.prNumber, { ...news, ...actorOf(look) }]] })
  })
}

const actorOf = ({ by }: Look): EntryNews => (by === undefined ? {} : { actor: by })

async function leave(deps: Deps, { repoId, baseBranch }: EntryRow, exit: BlockedExit): Promise<void> {
  await deps.transaction(async (tx) => {
    await leaveBlocked(deps, tx, await openLane(deps, tx, { repoId, baseBranch }), exit)
  })
}

interface Known {
  pull: LivePull
  exit: ExitReason | undefined
  facts: PullFacts | undefined
  /** If its paths were asked for. */
  areas: string[] | null | undefined
}

/** An entry is judged by the checks with which it was admitted. */
function told(row: EntryRow, { pull, exit, facts, areas }: Known): { events: LaneEvent[]; news: EntryNews } {
  const { number, headSha } = pull
  if (pull.state === 'merged') {
    // The landing itself tells what has landed.
    const events: LaneEvent[] = row.stage === 'landing' ? [] : [{ is: 'merged', number }]
    return { events, news: mergeNews(pull) }
  }
  const reason = exit ?? (facts && exitOfReviews(facts))
  if (reason) return { events: [{ is: 'left', number, reason }], news: {} }
  const pushed: LaneEvent = { is: 'pushed', number, headSha, ...(areas === undefined ? {} : { areas }) }
  if (!facts?.results) return { events: [pushed], news: {} }
  const checks = judgeChecks(row.requiredChecks, facts.results)
  const checked: LaneEvent = { is: 'checked', number, headSha, verdict: checks.verdict }
  return { events: [pushed, checked], news: newsOfChecks(checks, headSha, facts.base) }
}

const mergeNews = ({ mergeSha }: LivePull): EntryNews =>
  mergeSha === null
    ? {}
    : { merge: { sha: mergeSha, tree: null, testedTree: null, isAsTested: true, areas: null } }

function exitOfPull(entry: EntryRow, pull: LivePull, look: Look): ExitReason | undefined {
  if (pull.state === 'closed') return 'closed'
  if (pull.draft) return 'draft'
  if (pull.baseBranch !== entry.baseBranch) return 'retargeted'
  return isUnlabelled(entry, pull, look) ? 'unlabelled' : undefined
}

function exitOfReviews({ approvals }: PullFacts): ExitReason | undefined {
  if (approvals.changesRequestedBy.length > 0) return 'changes_requested'
  return approvals.isApproved ? undefined : 'approval_lost'
}

/** A label that is back by now was not meant to go. */
function isUnlabelled({ admittedBy }: EntryRow, { labels }: LivePull, { unlabelled }: Look): boolean {
  const mustHave = [unlabelled ?? [], admittedBy === 'label' ? QUEUE_LABEL : []].flat()
  return mustHave.some((label) => !hasLabel(labels, label))
}

function exitOfBlocked(entry: EntryRow, pull: LivePull, look: Look): BlockedExit | undefined {
  const { number } = pull
  if (pull.state === 'merged')
    return { number, to: 'merged', reason: 'merged_by_others', news: mergeNews(pull) }
  const news = actorOf(look)
  if (pull.state === 'closed') return { number, to: 'removed', reason: 'closed', news }
  return isUnlabelled(entry, pull, look) ? { number, to: 'removed', reason: 'unlabelled', news } : undefined
}

/** Whoever was blocked begins anew with a new head, or once its checks pass, as it was admitted before. */
const isRepaired = ({ known, pull, look }: Seen): boolean =>
  known?.status === 'blocked' && (known.headSha !== pull.headSha || look.has_recovered === true)

const isLabelled = ({ settings }: QueueSetup, { pull }: Seen): boolean =>
  settings.admit_on.includes('label') && hasLabel(pull.labels, QUEUE_LABEL)

/** A blocked pull request has to change, or somebody has to ask again; one that a person took out stays out. */
function isWanted(setup: QueueSetup, seen: Seen): boolean {
  const { known, pull, look } = seen
  const byLabel = isLabelled(setup, seen)
  const mayBeWanted = byLabel || isRepaired(seen) || setup.settings.admit_on.includes('approval')
  if (pull.state !== 'open' || !mayBeWanted) return false
  const wasTakenOut = known?.status === 'removed' && known.exitReason === 'removed'
  const isOut = known?.status === 'blocked' || wasTakenOut || (known !== undefined && !byLabel)
  return !isOut || look.is_asked || known?.headSha !== pull.headSha
}

async function admitWanted(deps: Deps, setup: QueueSetup, seen: Seen): Promise<void> {
  const { known, look } = seen
  const facts = await readPullFacts(deps, setup, seen.pull)
  const again = isRepaired(seen) ? known : undefined
  const byLabel = isLabelled(setup, seen)
  if (!again && !byLabel && !facts.approvals.isApproved) return
  const trigger = again?.admittedBy ?? (byLabel ? 'label' : 'approval')
  const request = {
    setup,
    facts,
    trigger,
    isAsked: trigger === 'api' || trigger === 'command',
    isNews: look.is_asked,
    actor: look.by ?? SERVICE_ACTOR,
    priority: again?.priority,
    method: again?.mergeMethod
  }
  await deps.transaction((tx) => admit(deps, tx, request))
}
