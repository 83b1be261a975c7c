// Learns from labels that people set or take off: what they say holds from then on, and no later judgement undoes it.

import type { Deps, JobPayload, Tx } from '#deps.js'
import { differenceOf } from '#domain/counters/tally.js'
import { valueAt } from '#domain/json/path.js'
import { summaryOfGuess, summaryOfSaid, withPriority } from '#domain/triage/issue-triage.v1.js'
import { typeOfLabels } from '#domain/triage/labels.js'
import { priorityOfLabel, priorityOfLabels, sizeOfLabel } from '#domain/triage/offered.js'
import { withoutLesson } from '#domain/triage/own.js'
import { talliesOfTriage } from '#domain/triage/quality.js'
import { saidOf } from '#domain/triage/said.js'
import { learnType } from '#domain/triage/type.js'
import type { JsonObject } from '#schemas/common.js'
import { PRIORITIES, type Priority, TRIAGE_TYPES } from '#schemas/mirror/issues.js'
import type { TriageType } from '#schemas/triage/triage.js'
import { changeEvidence } from '#store/counters/evidence-tallies.js'
import { groundsOf } from '#store/decisions/decisions.js'
import { type IssueRow, issueNumbered, lockRepository, pullNumbered } from '#store/mirror/mirror.js'
import { repositoryOf } from '#store/mirror/repositories.js'
import { hasModel } from '#store/triage/models.js'
import {
  noteHeard,
  type TriageRow,
  triagesOf,
  type Wish,
  type Word,
  wishesOn
} from '#store/triage/triages.js'
import { noteIssueTriage } from '../mirror/mirror.js'
import { saveTaught, sharedModel, taughtModel } from './models.js'

type Job = JobPayload<'triage.learn'>

/** What the service itself has put on teaches nothing. */
export async function learnFromLabel(deps: Deps, job: Job): Promise<void> {
  const own = await deps.host.ownLogin()
  if (job.by.toLowerCase() === own?.toLowerCase()) return
  await deps.transaction(async (tx) => {
    const repository = await lockRepository(tx, job.repo_id)
    if (repository?.live !== true) return
    await (job.target_type === 'pr' ? hearOfPull(deps, tx, job) : hearOfIssue(deps, tx, job))
  })
}

async function hearOfIssue(deps: Deps, tx: Tx, job: Job): Promise<void> {
  const issue = await issueNumbered(tx, job.repo_id, job.number)
  if (!issue) return
  if (typeOfLabels([job.label]) !== null) await hearType(deps, tx, { job, issue })
  if (priorityOfLabel(job.label) !== null && issue.triagedAt !== null) await hearPriority(tx, job)
}

/** What was judged holds again when nobody says otherwise any more. */
async function hearPriority(tx: Tx, job: Job): Promise<void> {
  // What its type came to by then is kept.
  const issue = await issueNumbered(tx, job.repo_id, job.number)
  if (!issue) return
  const priority = priorityOfLabels(issue.labels) ?? (job.is_on ? null : await judgedPriority(tx, issue))
  if (priority === null) return
  const triageSummary = issue.triageSummary && withPriority(issue.triageSummary, priority)
  await noteIssueTriage(tx, issue, { triagePriority: priority, triageSummary })
}

/** As it came to by itself, whatever people said of it then. */
async function judgedPriority(tx: Tx, { hostId }: IssueRow): Promise<Priority | null> {
  const history = await triagesOf(tx, { targetType: 'issue', targetId: hostId })
  const latest = history.find(({ type }) => type !== null)
  const { inputs } = latest ? await groundsOf(tx, latest.decisionId) : { inputs: null }
  // The border to the column: a decision keeps what it was made from.
  const given = JSON.parse(inputs ?? '{}') as JsonObject
  return PRIORITIES.find((one) => one === valueAt(given, 'issue_triage', 'priority', 'priority')) ?? null
}

interface Heard {
  job: Job
  issue: IssueRow
}

async function hearType(deps: Deps, tx: Tx, { job, issue }: Heard): Promise<void> {
  const subject = { targetType: 'issue' as const, targetId: issue.hostId }
  const history = await triagesOf(tx, subject)
  const latest = history.find(({ type }) => type !== null)
  const wishes = await wishesOn(tx, { repoId: job.repo_id, targetType: 'issue', number: job.number })
  const said = saidBy({ job, issue }, wishes)
  const isOwnGone = isOwn(wishes, job.label) || lacksOwn(issue, wishes, latest)
  const isRefusal = said === null && !job.is_on && isOwnGone
  // What nobody has judged yet will be judged with what its labels say.
  if (issue.triagedAt !== null) await noteIssueTriage(tx, issue, shownAs(issue, { said, isRefusal, latest }))
  const word = wordOf(deps, job, { said, isRefusal, latest })
  const takenBack = said === null ? typeOfLabels([job.label]) : null
  for (const row of history)
    if (row.id === latest?.id) await note(tx, row, word)
    else if (takenBack !== null && row.heardType === takenBack) await note(tx, row, UNSAID)
  await teach(deps, tx, { job, issue, said })
}

const isOwn = (wishes: readonly Wish[], label: string) =>
  wishes.some((one) => one.pillar === 'triage' && one.actionType === 'add-label' && one.value === label)

/** Whether somebody has taken off what the service had put on, whatever was put on in its place. */
function lacksOwn({ labels }: IssueRow, wishes: readonly Wish[], latest: TriageRow | undefined): boolean {
  const ofTriage = wishes.filter(({ pillar }) => pillar === 'triage')
  const removed = ofTriage.filter(({ actionType }) => actionType === 'remove-label').map(({ value }) => value)
  return ofTriage.some(
    ({ actionType, value, isDone }) =>
      actionType === 'add-label' &&
      isDone &&
      typeOfLabels([value]) === latest?.type &&
      ![...labels, ...removed].includes(value)
  )
}

/** A label that the service wanted as well, and that a person has put on, is the person's. */
function saidBy({ job, issue }: Heard, wishes: readonly Wish[]): TriageType | null {
  const others = wishes.filter(({ value }) => !(job.is_on && value === job.label))
  return saidOf({ labels: issue.labels, wishes: others, history: [], priority: null }).byPeople
}

interface Outcome {
  said: TriageType | null
  isRefusal: boolean
  latest: TriageRow | undefined
}

/** Of what was refused nobody knows what it is; what was taken back is a guess again. */
function shownAs(issue: IssueRow, { said, isRefusal, latest }: Outcome) {
  const priority = issue.triagePriority ?? 'unknown'
  if (said !== null || isRefusal) return { triageType: said, triageSummary: summaryOfSaid(said, priority) }
  const guess = TRIAGE_TYPES.find((type) => type === latest?.type)
  return guess === undefined ? {} : { triageType: guess, triageSummary: summaryOfGuess(guess, priority) }
}

function wordOf({ now }: Deps, { by }: Job, { said, isRefusal, latest }: Outcome): Word {
  const heardBy = by
  const heardAt = now()
  if (said !== null)
    return { heard: said === latest?.type ? 'confirmed' : 'corrected', heardType: said, heardBy, heardAt }
  if (isRefusal) return { heard: 'refused', heardType: null, heardBy, heardAt }
  return UNSAID
}

const UNSAID: Word = { heard: null, heardType: null, heardBy: null, heardAt: null }

async function note(tx: Tx, latest: TriageRow, word: Word): Promise<void> {
  await changeEvidence(tx, async (tallied) => {
    await noteHeard(tallied, latest.id, word)
    const tallies = differenceOf(talliesOfTriage(latest), talliesOfTriage({ ...latest, ...word }))
    return [{ repoId: latest.repoId, tallies }]
  })
}

interface Lesson extends Heard {
  said: TriageType | null
}

/** Where the repository has no model yet, its first one will learn from all labels that are there. */
async function teach(deps: Deps, tx: Tx, { job, issue, said }: Lesson): Promise<void> {
  if (!(await hasModel(tx, job.repo_id))) return
  const { repoId, fullName } = await repositoryOf(tx, job.repo_id)
  const { own, version } = await taughtModel(deps, tx, { repoId, fullName })
  const key = String(job.number)
  const known = own.lessons.find((lesson) => lesson.key === key)
  if (known?.type === (said ?? undefined)) return
  const text = { repository: fullName, title: issue.title, body: issue.body ?? '' }
  const taught =
    said === null
      ? withoutLesson(own, key)
      : learnType(own, await sharedModel(), { ...text, key, type: said })
  await saveTaught(deps, tx, repoId, { own: taught, version: version + 1 })
}

/** Who says of what size it is keeps the service from saying otherwise. */
async function hearOfPull({ now }: Deps, tx: Tx, job: Job): Promise<void> {
  const size = sizeOfLabel(job.label)
  const pull = size === null ? undefined : await pullNumbered(tx, job.repo_id, job.number)
  if (!pull) return
  const [latest] = await triagesOf(tx, { targetType: 'pr', targetId: pull.hostId })
  if (!latest || latest.type === null) return
  const said = job.is_on ? (size === pull.triageSize ? 'confirmed' : 'corrected') : 'refused'
  await note(tx, latest, {
    heard: said,
    heardType: job.is_on ? size : null,
    heardBy: job.by,
    heardAt: now()
  })
}
