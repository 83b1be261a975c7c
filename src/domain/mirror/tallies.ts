// What a row of the mirror adds to the counters. The writer of a row updates them in the same transaction.

import type { IssueState, Permission, PullRequestState, RunConclusion } from '#schemas/host/enums.js'
import type { HealStatus } from '#schemas/mirror/ci.js'
import { LONGEST_LABEL } from '#schemas/mirror/issues.js'
import { counter, type Measure } from '../counters/counter.js'
import { byName, ever, on, type Tally, when } from '../counters/tally.js'

declare module '../counters/counter.js' {
  interface SumWords {
    repositories: ['repos']
    /** Types and labels are counted by name. */
    issues:
      | ['issues', IssueState | 'opened' | 'touched' | 'stale' | 'triages' | 'closings']
      | ['issues', 'triages' | 'closings', 'seconds']
      | ['issues', IssueState, 'untriaged' | 'compared' | 'unassigned']
      | ['issues', IssueState, 'type' | 'priority' | 'label', string]
      | ['issues', IssueState, 'of', string, string]
    pullRequests:
      | ['prs', PullRequestState | 'opened' | 'waiting' | 'closings' | 'merges']
      | ['prs', 'merges', 'seconds']
      | ['prs', PullRequestState, 'draft']
      | ['prs', PullRequestState, 'risk' | 'size', string]
    runs:
      | ['ci', 'runs' | 'running' | 'finished' | 'unhealed']
      | ['ci', 'runs', 'heal', HealStatus]
      | ['ci', 'heal', HealStatus]
      | ['ci', 'conclusion', RunConclusion]
      | ['ci', 'failure_type', string]
    collaborators: ['collaborators', Permission]
    branchRules: ['branch_rules', Compliance]
  }
}

/** A pair of counters for a duration: how many ended, and their total seconds. */
export type DurationMeasure = Timed<Measure> & Measure
type Timed<Name> = Name extends `${infer Ended}.seconds` ? Ended : never

export function secondsMeasure(measure: DurationMeasure): Measure {
  return `${measure}.seconds`
}

export interface CountedIssue {
  state: IssueState
  triageType: string | null
  triagePriority: string | null
  triagedAt: Date | null
  assignees: readonly string[]
  labels: readonly string[]
  dupCheckAt: Date | null
  createdAt: Date
  updatedAt: Date
  closedAt: Date | null
}

export function talliesOfIssue(issue: CountedIssue): Tally[] {
  const { state, createdAt, updatedAt, closedAt } = issue
  const [type, priority] = [issue.triageType ?? 'none', issue.triagePriority ?? 'none']
  return [
    ever(counter('issues', state)),
    ever(counter('issues', state, 'type', type)),
    ever(counter('issues', state, 'priority', priority)),
    ever(counter('issues', state, 'of', type, priority)),
    ...labelsOf(issue).map((label) => byName(counter('issues', state, 'label', label))),
    ...when(issue.triagedAt === null, ever(counter('issues', state, 'untriaged'))),
    ...when(issue.dupCheckAt !== null, ever(counter('issues', state, 'compared'))),
    ...when(issue.assignees.length === 0, ever(counter('issues', state, 'unassigned'))),
    on(createdAt, counter('issues', 'opened')),
    ...when(state === 'open', on(updatedAt, counter('issues', 'touched'))),
    ...durationTallies(counter('issues', 'triages'), createdAt, issue.triagedAt),
    ...durationTallies(counter('issues', 'closings'), createdAt, state === 'closed' ? closedAt : null)
  ]
}

/** Skips labels too long to be queried, and counts a repeated label once. */
function labelsOf({ labels }: CountedIssue): string[] {
  return [...new Set(labels)].filter((label) => [...label].length <= LONGEST_LABEL)
}

export interface CountedPullRequest {
  state: PullRequestState
  draft: boolean
  triageSize: string | null
  triageRisk: string | null
  createdAt: Date
  closedAt: Date | null
  mergedAt: Date | null
}

export function talliesOfPullRequest(pull: CountedPullRequest): Tally[] {
  const { state, createdAt, closedAt, mergedAt } = pull
  const isOpen = state === 'open'
  return [
    ever(counter('prs', state)),
    on(createdAt, counter('prs', 'opened')),
    ...when(pull.draft, ever(counter('prs', state, 'draft'))),
    ever(counter('prs', state, 'risk', pull.triageRisk ?? 'none')),
    ever(counter('prs', state, 'size', pull.triageSize ?? 'none')),
    ...when(isOpen, on(createdAt, counter('prs', 'waiting'))),
    ...when(state === 'closed' && closedAt !== null, on(closedAt ?? createdAt, counter('prs', 'closings'))),
    ...durationTallies(counter('prs', 'merges'), createdAt, state === 'merged' ? mergedAt : null)
  ]
}

export interface CountedRun {
  conclusion: RunConclusion | null
  healStatus: HealStatus
  healFailureType: string | null
  createdAt: Date
}

/** Counts a finished run on the day it began. */
export function talliesOfRun({ conclusion, healStatus, healFailureType, createdAt }: CountedRun): Tally[] {
  const present = [ever(counter('ci', 'runs')), ever(counter('ci', 'runs', 'heal', healStatus))]
  if (conclusion === null) return [...present, ever(counter('ci', 'running'))]
  const isFailure = conclusion === 'failure'
  const measures = [
    counter('ci', 'finished'),
    counter('ci', 'conclusion', conclusion),
    counter('ci', 'heal', healStatus),
    ...when(isFailure, counter('ci', 'failure_type', healFailureType ?? 'unknown')),
    ...when(isFailure && healStatus !== 'healed', counter('ci', 'unhealed'))
  ]
  return [...present, ...measures.flatMap((measure) => [ever(measure), on(createdAt, measure)])]
}

export const talliesOfCollaborator = ({ permission }: { permission: Permission }): Tally[] => [
  ever(counter('collaborators', permission))
]

/** What enforcement found about a branch rule. */
export type Compliance = 'compliant' | 'violated' | 'unchecked'

export const complianceOf = (compliant: boolean | null): Compliance =>
  compliant === null ? 'unchecked' : compliant ? 'compliant' : 'violated'

export const talliesOfBranchRule = ({ compliant }: { compliant: boolean | null }): Tally[] => [
  ever(counter('branch_rules', complianceOf(compliant)))
]

/** Adds one to the counter of a duration, and its length to the counter of seconds. */
function durationTallies(measure: DurationMeasure, from: Date, to: Date | null): Tally[] {
  if (to === null) return []
  const seconds = Math.max(0, Math.round((to.getTime() - from.getTime()) / 1000))
  const counts = [ever(measure), on(to, measure)]
  return counts.flatMap((tally) => [tally, { ...tally, measure: secondsMeasure(measure), amount: seconds }])
}
