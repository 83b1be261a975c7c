// Triages one issue in a single transaction.

import type { Deps, Tx } from '#deps.js'
import { sha256Of } from '#domain/json/canonical.js'
import { DAY_MS } from '#domain/time/durations.js'
import {
  classifyIssue,
  isInYoungRepository,
  sureTypeOf,
  type TypeVerdict
} from '#domain/triage/classify-issue.js'
import { DETAILS_REQUEST } from '#domain/triage/details-request.js'
import {
  type IssueTriageFacts,
  issuePlanOf,
  issueTriageInputs,
  issueTriageV1
} from '#domain/triage/issue-triage.v1.js'
import { type LabelFeedback, readLabelFeedback } from '#domain/triage/label-feedback.js'
import { gravityOf } from '#domain/triage/priority/gravity.js'
import { ratePriority } from '#domain/triage/priority/priority.js'
import { hasPriorityLabel, priorityOfLabel, typeLabel } from '#domain/triage/repository-labels.js'
import { withoutExample } from '#domain/triage/repository-model.js'
import { hasLittleText, prepareText } from '#domain/triage/text/issue-text.js'
import type { Verdict } from '#schemas/decisions/decisions.js'
import { type IssueRow, issueByNumber, lockRepository } from '#store/mirror/mirror.js'
import { loadGravityModel, loadTypeKnowledge } from '#store/triage/shipped-models.js'
import {
  offeredLabels,
  type ReporterCounts,
  reporterCountsOf,
  requestedEffects
} from '#store/triage/triages.js'
import { saveIssueFindings } from '../mirror/mirror.js'
import {
  finishTriage,
  labelSteps,
  loadTriageHistory,
  type TriageContext,
  type TriageFindings,
  type TriageHistory
} from './finish-triage.js'
import { loadRepositoryModel } from './models.js'

export async function triageIssue(deps: Deps, tx: Tx, context: TriageContext): Promise<void> {
  const { repo_id: repoId, number } = context.job
  const held = await lockRepository(tx, repoId)
  const issue = held?.live === true ? await issueByNumber(tx, repoId, number) : undefined
  if (!issue) return
  const reporters = await reporterCountsOf(tx, { repoId, hostId: issue.hostId, author: issue.author })
  const contentVersion = contentOf(issue, reporters)
  const subject = { targetType: 'issue' as const, targetId: issue.hostId, contentVersion }
  const past = await loadTriageHistory(tx, context, subject)
  if (!past) return
  const examined = await examineIssue(deps, tx, { context, issue, past, reporters })
  await finishTriage(deps, tx, {
    context,
    subject,
    past,
    guardInput: { issue: number, event: { branch: null, files: null, author: issue.author } },
    commitSha: null,
    inputs: examined.inputs,
    evaluator: issueTriageV1,
    saveShown: (verdict, at) => saveShownIssue(tx, issue, { verdict, examined, at }),
    steps: stepsOf
  })
}

/** The content that is judged: the text, and how many others have reported the same. */
function contentOf({ title, body }: IssueRow, { duplicates }: ReporterCounts): string {
  const repeats = duplicates === 0 ? [] : [duplicates]
  return sha256Of(JSON.stringify([title, body ?? '', ...repeats])).slice(0, 32)
}

interface IssueExamination {
  kind: TypeVerdict
  feedback: LabelFeedback
  inputs: ReturnType<typeof issueTriageInputs>
}

interface IssueToExamine {
  context: TriageContext
  issue: IssueRow
  past: TriageHistory
  reporters: ReporterCounts
}

async function examineIssue(
  deps: Deps,
  tx: Tx,
  { context, issue, past, reporters }: IssueToExamine
): Promise<IssueExamination> {
  const { repoId, fullName } = context.repository
  const { number, labels } = issue
  const text = { title: issue.title, body: issue.body ?? '' }
  const loaded = await loadRepositoryModel(deps, tx, { repoId, fullName })
  // Excludes what people taught about this very issue, which would only be repeated.
  const model = withoutExample(loaded.model, String(number))
  const kind = classifyIssue({ ...text, repository: fullName, number }, await loadTypeKnowledge(), model)
  const effects = await requestedEffects(tx, {
    repoId,
    targetType: 'issue',
    number,
    mirroredAt: issue.updatedAt
  })
  const feedback = readLabelFeedback({
    labels,
    effects,
    history: past.history,
    priority: issue.triagePriority
  })
  const ageDays = Math.floor((deps.now().getTime() - issue.createdAt.getTime()) / DAY_MS)
  const gravity = isInYoungRepository(issue) ? gravityOf(text, await loadGravityModel()) : null
  const type = feedback.type ?? sureTypeOf(kind)
  const urgency = ratePriority({ ...text, ...reporters, type, ageDays, gravity })
  const offered = await offeredLabels(tx, repoId)
  const label = typeLabel(kind.type, offered)
  const facts: IssueTriageFacts = {
    typeByPeople: feedback.type,
    priorityByPeople: feedback.priority,
    isPriorityRefused: feedback.isPriorityRefused,
    refusedType: feedback.refusedType,
    witnesses: reporters.duplicates,
    label,
    isLabelled: label !== null && labels.includes(label),
    own: feedback.own.filter((name) => name !== label),
    offersPriority:
      hasPriorityLabel(urgency.priority, offered) &&
      !labels.some((name) => priorityOfLabel(name) === urgency.priority),
    hasLittleText: issue.state === 'open' && hasLittleText(prepareText(text))
  }
  return { kind, feedback, inputs: issueTriageInputs(kind, urgency, facts) }
}

interface IssueTriageToShow {
  verdict: Verdict
  examined: IssueExamination
  at: Date
}

/** The time of the first triage stays, because the author's waiting time is measured by it. */
async function saveShownIssue(
  tx: Tx,
  issue: IssueRow,
  { verdict, examined, at }: IssueTriageToShow
): Promise<TriageFindings | undefined> {
  const plan = issuePlanOf(verdict)
  if (!plan) return undefined
  await saveIssueFindings(tx, issue, {
    triageType: plan.type,
    triagePriority: plan.priority,
    triageSummary: plan.summary,
    triagedAt: issue.triagedAt ?? at
  })
  const { kind, feedback } = examined
  const { byPeople } = feedback
  return {
    type: kind.type,
    priority: plan.priority,
    probability: kind.probabilities[kind.type],
    isSure: kind.isSure,
    model: kind.model,
    label: plan.add[0] ?? null,
    // A type label set when the issue is opened is feedback on the judgement as well.
    heard: byPeople === null ? null : byPeople === kind.type ? 'confirmed' : 'corrected',
    heardType: byPeople
  }
}

/** The author is asked once per issue, whatever becomes of it. */
function stepsOf(verdict: Verdict) {
  const plan = issuePlanOf(verdict)
  if (!plan) return []
  const { priority_label: priority } = plan
  return [
    ...labelSteps(plan),
    ...(priority === null
      ? []
      : [
          {
            actionType: 'set-priority' as const,
            arguments: { priority },
            actionKey: 'triage:priority'
          }
        ]),
    ...(plan.asks
      ? [
          {
            actionType: 'add-comment' as const,
            arguments: { body: DETAILS_REQUEST },
            actionKey: 'triage:question',
            isOnce: true
          }
        ]
      : [])
  ]
}
