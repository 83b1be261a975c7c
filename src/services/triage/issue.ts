// Judges one issue, in the transaction that leaves all that comes of it.

import type { Deps, Tx } from '#deps.js'
import { sha256Of } from '#domain/json/canonical.js'
import {
  type IssueSurroundings,
  issueInputs,
  issuePlanOf,
  issueTriageV1
} from '#domain/triage/issue-triage.v1.js'
import { hasPriorityLabel, priorityOfLabel, typeLabel } from '#domain/triage/offered.js'
import { withoutLesson } from '#domain/triage/own.js'
import { judgePriority } from '#domain/triage/priority/priority.js'
import { type Said, saidOf } from '#domain/triage/said.js'
import { prepare, saysLittle } from '#domain/triage/text/text.js'
import { judgeType, sureTypeOf, type TypeVerdict } from '#domain/triage/type.js'
import type { Verdict } from '#schemas/decisions/decisions.js'
import { type IssueRow, issueNumbered, lockRepository } from '#store/mirror/mirror.js'
import { offeredLabels, type Witnesses, wishesOn, witnessesOf } from '#store/triage/triages.js'
import { noteIssueTriage } from '../mirror/mirror.js'
import { sharedModel, taughtModel } from './models.js'
import { type Findings, labelSteps, type Occasion, type Past, pastOf, settleCase } from './settle.js'

const DAY_MS = 86_400_000

export async function triageIssue(deps: Deps, tx: Tx, occasion: Occasion): Promise<void> {
  const { repo_id: repoId, number } = occasion.job
  const held = await lockRepository(tx, repoId)
  const issue = held?.live === true ? await issueNumbered(tx, repoId, number) : undefined
  if (!issue) return
  const witnesses = await witnessesOf(tx, { repoId, hostId: issue.hostId, author: issue.author })
  const contentVersion = contentOf(issue, witnesses)
  const subject = { targetType: 'issue' as const, targetId: issue.hostId, contentVersion }
  const past = await pastOf(tx, occasion, subject)
  if (!past) return
  const examined = await examine(deps, tx, { occasion, issue, past, witnesses })
  await settleCase(deps, tx, {
    occasion,
    subject,
    past,
    asked: { issue: number, event: { branch: null, files: null, author: issue.author } },
    commitSha: null,
    inputs: examined.inputs,
    evaluator: issueTriageV1,
    show: (verdict, at) => show(tx, issue, { verdict, examined, at }),
    steps: stepsOf
  })
}

/** What is judged: the text, and how many others have said the same. */
function contentOf({ title, body }: IssueRow, { duplicates }: Witnesses): string {
  const again = duplicates === 0 ? [] : [duplicates]
  return sha256Of(JSON.stringify([title, body ?? '', ...again])).slice(0, 32)
}

interface Examined {
  kind: TypeVerdict
  said: Said
  inputs: ReturnType<typeof issueInputs>
}

interface Examining {
  occasion: Occasion
  issue: IssueRow
  past: Past
  witnesses: Witnesses
}

async function examine(
  deps: Deps,
  tx: Tx,
  { occasion, issue, past, witnesses }: Examining
): Promise<Examined> {
  const { repoId, fullName } = occasion.repository
  const { number, labels } = issue
  const text = { title: issue.title, body: issue.body ?? '' }
  const taught = await taughtModel(deps, tx, { repoId, fullName })
  // What people have said of this very issue would only be said after them.
  const own = withoutLesson(taught.own, String(number))
  const kind = judgeType({ ...text, repository: fullName }, await sharedModel(), own)
  const wishes = await wishesOn(tx, { repoId, targetType: 'issue', number })
  const said = saidOf({ labels, wishes, history: past.history, priority: issue.triagePriority })
  const ageDays = Math.floor((deps.now().getTime() - issue.createdAt.getTime()) / DAY_MS)
  const urgency = judgePriority({ ...text, ...witnesses, type: said.type ?? sureTypeOf(kind), ageDays })
  const offered = await offeredLabels(tx, repoId)
  const label = typeLabel(kind.type, offered)
  const around: IssueSurroundings = {
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
    saysLittle: issue.state === 'open' && saysLittle(prepare(text))
  }
  return { kind, said, inputs: issueInputs(kind, urgency, around) }
}

interface Shown {
  verdict: Verdict
  examined: Examined
  at: Date
}

/** The time of the first judgement stays: from it is reckoned how long the author waited. */
async function show(
  tx: Tx,
  issue: IssueRow,
  { verdict, examined, at }: Shown
): Promise<Findings | undefined> {
  const plan = issuePlanOf(verdict)
  if (!plan) return undefined
  await noteIssueTriage(tx, issue, {
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

const QUESTION = [
  'Thank you for the report. It says too little yet for anybody to look into it. Please edit it, and add:',
  '',
  '- what you did, step by step',
  '- what you expected, and what happened instead',
  '- which version you use, and where it runs',
  '- the message or the log that it left behind, if there is one'
].join('\n')

/** Nothing of what others wrote is repeated. An issue is asked once, whatever becomes of it. */
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
            arguments: { body: QUESTION },
            actionKey: 'triage:question',
            isOnce: true
          }
        ]
      : [])
  ]
}
