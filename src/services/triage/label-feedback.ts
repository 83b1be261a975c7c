// Learns from labels that people add or remove. No later triage undoes their choice.

import type { Deps, JobPayload, Tx } from '#deps.js'
import { tallyDifference } from '#domain/counters/tally.js'
import { valueAt } from '#domain/json/path.js'
import { learnType } from '#domain/triage/classify-issue.js'
import { guessedTypeSummary, knownTypeSummary, withPriority } from '#domain/triage/issue-triage.v1.js'
import { readLabelFeedback } from '#domain/triage/label-feedback.js'
import { typeOfLabels } from '#domain/triage/labels.js'
import { talliesOfTriage } from '#domain/triage/quality.js'
import { priorityOfLabel, priorityOfLabels, sizeOfLabel } from '#domain/triage/repository-labels.js'
import { withoutExample } from '#domain/triage/repository-model.js'
import type { JsonObject } from '#schemas/common.js'
import { PRIORITIES, type Priority, TRIAGE_TYPES } from '#schemas/mirror/issues.js'
import type { TriageType } from '#schemas/triage/triage.js'
import { changeEvidence } from '#store/counters/evidence-tallies.js'
import { recordedInputsOf } from '#store/decisions/decisions.js'
import { type IssueRow, issueByNumber, lockRepository, pullByNumber } from '#store/mirror/mirror.js'
import { repositoryById } from '#store/mirror/repositories.js'
import { hasModel } from '#store/triage/models.js'
import { loadTypeKnowledge } from '#store/triage/shipped-models.js'
import {
  type RequestedEffect,
  requestedEffects,
  saveFeedback,
  type TriageFeedback,
  type TriageRow,
  triagesOf
} from '#store/triage/triages.js'
import { isOwnLogin } from '../host/own-login.js'
import { saveIssueFindings } from '../mirror/mirror.js'
import { loadRepositoryModel, saveRepositoryModel } from './models.js'

type Job = JobPayload<'triage.learn'>

/** Labels added by the service itself teach nothing. */
export async function handleLabelFeedback(deps: Deps, job: Job): Promise<void> {
  if (await isOwnLogin(deps, job.by)) return
  await deps.transaction(async (tx) => {
    const repository = await lockRepository(tx, job.repo_id)
    if (repository?.live !== true) return
    await (job.target_type === 'pr' ? handlePullFeedback(deps, tx, job) : handleIssueFeedback(deps, tx, job))
  })
}

async function handleIssueFeedback(deps: Deps, tx: Tx, job: Job): Promise<void> {
  const issue = await issueByNumber(tx, job.repo_id, job.number)
  if (!issue) return
  if (typeOfLabels([job.label]) !== null) await applyTypeFeedback(deps, tx, { job, issue })
  if (priorityOfLabel(job.label) !== null && issue.triagedAt !== null) await applyPriorityFeedback(tx, job)
}

/** Without a priority label the judged priority applies again. */
async function applyPriorityFeedback(tx: Tx, job: Job): Promise<void> {
  // Read again, because applying the type may have changed the summary.
  const issue = await issueByNumber(tx, job.repo_id, job.number)
  if (!issue) return
  const priority = priorityOfLabels(issue.labels) ?? (job.is_on ? null : await judgedPriority(tx, issue))
  if (priority === null) return
  const triageSummary = issue.triageSummary && withPriority(issue.triageSummary, priority)
  await saveIssueFindings(tx, issue, { triagePriority: priority, triageSummary })
}

/** The priority that was calculated, without feedback. */
async function judgedPriority(tx: Tx, { hostId }: IssueRow): Promise<Priority | null> {
  const history = await triagesOf(tx, { targetType: 'issue', targetId: hostId })
  const latest = history.find(({ type }) => type !== null)
  const { inputs } = latest ? await recordedInputsOf(tx, latest.decisionId) : { inputs: null }
  // Cast at the database boundary: a decision stores its inputs.
  const recorded = JSON.parse(inputs ?? '{}') as JsonObject
  return (
    PRIORITIES.find((priority) => priority === valueAt(recorded, 'issue_triage', 'priority', 'priority')) ??
    null
  )
}

interface IssueFeedback {
  job: Job
  issue: IssueRow
}

async function applyTypeFeedback(deps: Deps, tx: Tx, { job, issue }: IssueFeedback): Promise<void> {
  const subject = { targetType: 'issue' as const, targetId: issue.hostId }
  const history = await triagesOf(tx, subject)
  const latest = history.find(({ type }) => type !== null)
  const effects = await requestedEffects(tx, {
    repoId: job.repo_id,
    targetType: 'issue',
    number: job.number,
    mirroredAt: issue.updatedAt
  })
  const chosenType = typeByPeople({ job, issue }, effects)
  const isOwnGone = isServiceLabel(effects, job.label) || isServiceLabelMissing(issue, effects, latest)
  const isRefusal = chosenType === null && !job.is_on && isOwnGone
  // An issue without a triage will be judged with its labels.
  if (issue.triagedAt !== null)
    await saveIssueFindings(tx, issue, shownTypeColumns(issue, { chosenType, isRefusal, latest }))
  const feedback = feedbackColumns(deps, job, { chosenType, isRefusal, latest })
  const withdrawnType = chosenType === null ? typeOfLabels([job.label]) : null
  for (const row of history)
    if (row.id === latest?.id) await saveTriageFeedback(tx, row, feedback)
    else if (withdrawnType !== null && row.heardType === withdrawnType)
      await saveTriageFeedback(tx, row, NO_FEEDBACK)
  await trainRepositoryModel(deps, tx, { job, issue, chosenType })
}

const isServiceLabel = (effects: readonly RequestedEffect[], label: string) =>
  effects.some(
    (effect) => effect.pillar === 'triage' && effect.actionType === 'add-label' && effect.value === label
  )

/** Whether the label of the type that the service added is gone, and the service did not remove it. */
function isServiceLabelMissing(
  { labels }: IssueRow,
  effects: readonly RequestedEffect[],
  latest: TriageRow | undefined
): boolean {
  const ofTriage = effects.filter(({ pillar }) => pillar === 'triage')
  const removed = ofTriage.filter(({ actionType }) => actionType === 'remove-label').map(({ value }) => value)
  return ofTriage.some(
    ({ actionType, value, isMirrored }) =>
      actionType === 'add-label' &&
      isMirrored &&
      typeOfLabels([value]) === latest?.type &&
      ![...labels, ...removed].includes(value)
  )
}

/** A label that a person added is the person's choice, even if the service wanted the same one. */
function typeByPeople({ job, issue }: IssueFeedback, effects: readonly RequestedEffect[]): TriageType | null {
  const others = effects.filter(({ value }) => !(job.is_on && value === job.label))
  return readLabelFeedback({ labels: issue.labels, effects: others, history: [], priority: null }).byPeople
}

interface TypeFeedback {
  chosenType: TriageType | null
  isRefusal: boolean
  latest: TriageRow | undefined
}

/** The type of a refused label is unknown; after the feedback is withdrawn the judged type applies again. */
function shownTypeColumns(issue: IssueRow, { chosenType, isRefusal, latest }: TypeFeedback) {
  const priority = issue.triagePriority ?? 'unknown'
  if (chosenType !== null || isRefusal)
    return { triageType: chosenType, triageSummary: knownTypeSummary(chosenType, priority) }
  const guess = TRIAGE_TYPES.find((type) => type === latest?.type)
  return guess === undefined ? {} : { triageType: guess, triageSummary: guessedTypeSummary(guess, priority) }
}

function feedbackColumns(
  { now }: Deps,
  { by }: Job,
  { chosenType, isRefusal, latest }: TypeFeedback
): TriageFeedback {
  const heardBy = by
  const heardAt = now()
  if (chosenType !== null)
    return {
      heard: chosenType === latest?.type ? 'confirmed' : 'corrected',
      heardType: chosenType,
      heardBy,
      heardAt
    }
  if (isRefusal) return { heard: 'refused', heardType: null, heardBy, heardAt }
  return NO_FEEDBACK
}

const NO_FEEDBACK: TriageFeedback = { heard: null, heardType: null, heardBy: null, heardAt: null }

async function saveTriageFeedback(tx: Tx, latest: TriageRow, feedback: TriageFeedback): Promise<void> {
  await changeEvidence(tx, async (tallied) => {
    await saveFeedback(tallied, latest.id, feedback)
    const tallies = tallyDifference(talliesOfTriage(latest), talliesOfTriage({ ...latest, ...feedback }))
    return [{ repoId: latest.repoId, tallies }]
  })
}

interface TrainingInput extends IssueFeedback {
  chosenType: TriageType | null
}

/** The first model of a repository learns from all existing labels. */
async function trainRepositoryModel(
  deps: Deps,
  tx: Tx,
  { job, issue, chosenType }: TrainingInput
): Promise<void> {
  if (!(await hasModel(tx, job.repo_id))) return
  const { repoId, fullName } = await repositoryById(tx, job.repo_id)
  const { model, version } = await loadRepositoryModel(deps, tx, { repoId, fullName })
  const key = String(job.number)
  const known = model.lessons.find((example) => example.key === key)
  if (known?.type === (chosenType ?? undefined)) return
  const { number } = job
  const text = { repository: fullName, number, title: issue.title, body: issue.body ?? '' }
  const trained =
    chosenType === null
      ? withoutExample(model, key)
      : learnType(model, await loadTypeKnowledge(), { ...text, key, type: chosenType })
  await saveRepositoryModel(deps, tx, repoId, { model: trained, version: version + 1 })
}

/** A size label set by a person keeps the service from changing it. */
async function handlePullFeedback({ now }: Deps, tx: Tx, job: Job): Promise<void> {
  const size = sizeOfLabel(job.label)
  const pull = size === null ? undefined : await pullByNumber(tx, job.repo_id, job.number)
  if (!pull) return
  const [latest] = await triagesOf(tx, { targetType: 'pr', targetId: pull.hostId })
  if (!latest || latest.type === null) return
  const verdict = job.is_on ? (size === pull.triageSize ? 'confirmed' : 'corrected') : 'refused'
  await saveTriageFeedback(tx, latest, {
    heard: verdict,
    heardType: job.is_on ? size : null,
    heardBy: job.by,
    heardAt: now()
  })
}
