// Compares a pull request with its place in the queue: whatever has happened to it, only how it is now counts, so that
// events may come late, twice, in another order or not at all.
import type { Deps, JobPayload } from '#deps.js'
import { hasLabel } from '#domain/merge-queue/labels.js'
import type { LaneEvent } from '#domain/merge-queue/lane.js'
import { type ExitReason, QUEUE_LABEL } from '#schemas/merge-queue/enums.js'
import { type EntryRow, entryOfPull } from '#store/merge-queue/entries.js'
import { SERVICE_ACTOR } from '../decisions/record.js'
import { admit } from './admission.js'
import { applyToLane, openLane } from './lane/change-lane.js'
import { type EntryNews, newsOfChecks } from './lane/entry-fields.js'
import { type PullFacts, readPullFacts } from './pull-facts.js'
import { freshQueueSetup, type QueueSetup } from './setup.js'

type Look = JobPayload<'merge-queue.pull'>

export async function lookAtPull(deps: Deps, look: Look): Promise<void> {
  const { repo_id: repoId, pr_number: number } = look
  const setup = await freshQueueSetup(deps, repoId)
  if (!setup.repository.live || setup.repository.isSuspended) return
  const known = await entryOfPull(deps.db, repoId, number)
  const isActive = known !== undefined && known.position > 0
  if (!isActive && !setup.settings.enabled) return
  const facts = await readPullFacts(deps, setup, number)
  if (!facts) return
  if (isActive) await update(deps, setup, { entry: known, facts, look })
  else if (isWanted(setup, facts, { known, look })) await admitWanted(deps, setup, facts, look)
}

interface Seen {
  entry: EntryRow
  facts: PullFacts
  look: Look
}

async function update(deps: Deps, setup: QueueSetup, seen: Seen): Promise<void> {
  const { entry, facts } = seen
  const { repoId } = setup.repository
  await deps.transaction(async (tx) => {
    const held = await openLane(deps, tx, { repoId, baseBranch: entry.baseBranch })
    const row = held.rows.get(entry.prNumber)
    if (!row) return
    const events = eventsOf({ ...seen, entry: row })
    const { mergeSha } = facts.pull
    const merge = mergeSha === null ? {} : { merge: { sha: mergeSha, tree: null, testedTree: null } }
    const news: EntryNews = {
      ...newsOfChecks(facts.checks),
      ...merge,
      ...(seen.look.by === undefined ? {} : { actor: seen.look.by })
    }
    await applyToLane(deps, tx, held, { events, news: [[entry.prNumber, news]] })
  })
}

function eventsOf({ entry, facts, look }: Seen): LaneEvent[] {
  const { pull, checks } = facts
  const { number, headSha } = pull
  // The landing itself tells what has landed.
  if (pull.state === 'merged') return entry.stage === 'landing' ? [] : [{ is: 'merged', number }]
  const reason = exitOf({ entry, facts, look })
  if (reason) return [{ is: 'left', number, reason }]
  return [
    { is: 'pushed', number, headSha },
    { is: 'checked', number, headSha, verdict: checks.verdict }
  ]
}

function exitOf(seen: Seen): ExitReason | undefined {
  const { entry, facts } = seen
  const { pull, approvals } = facts
  if (pull.state === 'closed') return 'closed'
  if (pull.draft) return 'draft'
  if (pull.baseBranch !== entry.baseBranch) return 'retargeted'
  if (isUnlabelled(seen)) return 'unlabelled'
  if (approvals.changesRequestedBy.length > 0) return 'changes_requested'
  return approvals.isApproved ? undefined : 'approval_lost'
}

/** A label that is back by now was not meant to go. */
function isUnlabelled({ entry, facts: { pull }, look: { unlabelled } }: Seen): boolean {
  const mustHave = [unlabelled ?? [], entry.admittedBy === 'label' ? QUEUE_LABEL : []].flat()
  return mustHave.some((label) => !hasLabel(pull.labels, label))
}

interface Wanted {
  known: EntryRow | undefined
  look: Look
}

/** A blocked pull request has to change, or somebody has to ask again; one that a person took out stays out. */
function isWanted(
  { settings }: QueueSetup,
  { pull, approvals }: PullFacts,
  { known, look }: Wanted
): boolean {
  if (pull.state !== 'open') return false
  const byLabel = settings.admit_on.includes('label') && hasLabel(pull.labels, QUEUE_LABEL)
  const byApproval = settings.admit_on.includes('approval') && approvals.isApproved
  if (!byLabel && !byApproval) return false
  const wasTakenOut = known?.status === 'removed' && known.exitReason === 'removed'
  const isOut = known?.status === 'blocked' || wasTakenOut || (known !== undefined && !byLabel)
  return !isOut || look.is_asked || known.headSha !== pull.headSha
}

async function admitWanted(deps: Deps, setup: QueueSetup, facts: PullFacts, look: Look): Promise<void> {
  const trigger = hasLabel(facts.pull.labels, QUEUE_LABEL) ? 'label' : 'approval'
  const request = { setup, facts, trigger, isAsked: false, actor: look.by ?? SERVICE_ACTOR }
  await deps.transaction((tx) => admit(deps, tx, request))
}
