// Judges one issue, in the transaction that leaves all that comes of it.

import type { Deps, Tx } from '#deps.js'
import { sha256Of } from '#domain/json/canonical.js'
import { classifyIssue, sureTypeOf, type TypeVerdict } from '#domain/triage/classify-issue.js'
import { DETAILS_REQUEST } from '#domain/triage/details-request.js'
import {
  type IssueTriageFacts,
  issuePlanOf,
  issueTriageInputs,
  issueTriageV1
} from '#domain/triage/issue-triage.v1.js'
import { type LabelFeedback, readLabelFeedback } from '#domain/triage/label-feedback.js'
import { ratePriority } from '#domain/triage/priority/priority.js'
import { hasPriorityLabel, priorityOfLabel, typeLabel } from '#domain/triage/repository-labels.js'
import { withoutExample } from '#domain/triage/repository-model.js'
import { prepareText, saysLittle } from '#domain/triage/text/issue-text.js'
import type { Verdict } from '#schemas/decisions/decisions.js'
import { type IssueRow, issueByNumber, lockRepository } from '#store/mirror/mirror.js'
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
import { loadRepositoryModel, loadSharedModel } from './models.js'

const DAY_MS = 86_400_000

export async function triageIssue(deps: Deps, tx: Tx, occasion: TriageContext): Promise<void> {
  const { repo_id: repoId, number } = occasion.job
  const held = await lockRepository(tx, repoId)
  const issue = held?.live === true ? await issueByNumber(tx, repoId, number) : undefined
  if (!issue) return
  const witnesses = await reporterCountsOf(tx, { repoId, hostId: issue.hostId, author: issue.author })
  const contentVersion = contentOf(issue, witnesses)
  const subject = { targetType: 'issue' as const, targetId: issue.hostId, contentVersion }
  const past = await loadTriageHistory(tx, occasion, subject)
  if (!past) return
  const examined = await examineIssue(deps, tx, { occasion, issue, past, witnesses })
  await finishTriage(deps, tx, {
    occasion,
    subject,
    past,
    asked: { issue: number, event: { branch: null, files: null, author: issue.author } },
    commitSha: null,
    inputs: examined.inputs,
    evaluator: issueTriageV1,
    saveShown: (verdict, at) => saveShownIssue(tx, issue, { verdict, examined, at }),
    steps: stepsOf
  })
}

/** What is judged: the text, and how many others have said the same. */
function contentOf({ title, body }: IssueRow, { duplicates }: ReporterCounts): string {
  const again = duplicates === 0 ? [] : [duplicates]
  return sha256Of(JSON.stringify([title, body ?? '', ...again])).slice(0, 32)
}

interface IssueExamination {
  kind: TypeVerdict
  said: LabelFeedback
  inputs: ReturnType<typeof issueTriageInputs>
}

interface IssueToExamine {
  occasion: TriageContext
  issue: IssueRow
  past: TriageHistory
  witnesses: ReporterCounts
}

async function examineIssue(
  deps: Deps,
  tx: Tx,
  { occasion, issue, past, witnesses }: IssueToExamine
): Promise<IssueExamination> {
  const { repoId, fullName } = occasion.repository
  const { number, labels } = issue
  const text = { title: issue.title, body: issue.body ?? '' }
  const taught = await loadRepositoryModel(deps, tx, { repoId, fullName })
  // What people have said of this very issue would only be said after them.
  const own = withoutExample(taught.own, String(number))
  const kind = classifyIssue({ ...text, repository: fullName }, await loadSharedModel(), own)
  const wishes = await requestedEffects(tx, { repoId, targetType: 'issue', number })
  const said = readLabelFeedback({ labels, wishes, history: past.history, priority: issue.triagePriority })
  const ageDays = Math.floor((deps.now().getTime() - issue.createdAt.getTime()) / DAY_MS)
  const urgency = ratePriority({ ...text, ...witnesses, type: said.type ?? sureTypeOf(kind), ageDays })
  const offered = await offeredLabels(tx, repoId)
  const label = typeLabel(kind.type, offered)
  const around: IssueTriageFacts = {
    saidType: said.type,
    saidPriority: said.priority,
    isPriorityRefused: said.isPriorityRefused,
    refusedType: said.refusedType,
    witnesses: witnesses.duplicates,
    label,
    isLabelled: label !== null && labels.includes(label),
    own: said.own.filter((one) => one !== label),
    offersPriority:
      hasPriorityLabel(urgency.priority, offered) &&
      !labels.some((one) => priorityOfLabel(one) === urgency.priority),
    saysLittle: issue.state === 'open' && saysLittle(prepareText(text))
  }
  return { kind, said, inputs: issueTriageInputs(kind, urgency, around) }
}

interface IssueTriageToShow {
  verdict: Verdict
  examined: IssueExamination
  at: Date
}

/** The time of the first judgement stays: from it is reckoned how long the author waited. */
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
  const { kind, said } = examined
  const { byPeople } = said
  return {
    type: kind.type,
    priority: plan.priority,
    probability: kind.probabilities[kind.type],
    isSure: kind.isSure,
    model: kind.model,
    label: plan.add[0] ?? null,
    // Who says of what kind it is when it is opened says how good the judgement was as well.
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
