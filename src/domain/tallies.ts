// What a row of the mirror counts for. The statistics are sums of this, kept by whoever changes a row.
import type { HealOutcome } from '../../schemas/action-words.js'
import type { FailureType, HealStatus } from '../../schemas/ci.js'
import type { HealPrStatus, HealStrategy } from '../../schemas/heal-words.js'
import { LONGEST_LABEL } from '../../schemas/issues.js'
import {
  EVER,
  EVER_BY_NAME,
  type IssueState,
  type PullRequestState,
  type RunConclusion,
  type Tally
} from '../../schemas/mirror.js'

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
    ever(`issues.${state}`),
    ever(`issues.${state}.type.${type}`),
    ever(`issues.${state}.priority.${priority}`),
    ever(`issues.${state}.of.${type}.${priority}`),
    ...labelsOf(issue).map((label) => byName(`issues.${state}.label.${label}`)),
    ...when(issue.triagedAt === null, ever(`issues.${state}.untriaged`)),
    ...when(issue.dupCheckAt !== null, ever(`issues.${state}.compared`)),
    ...when(issue.assignees.length === 0, ever(`issues.${state}.unassigned`)),
    on(createdAt, 'issues.opened'),
    ...when(state === 'open', on(updatedAt, 'issues.touched')),
    ...spanTallies('issues.triages', createdAt, issue.triagedAt),
    ...spanTallies('issues.closings', createdAt, state === 'closed' ? closedAt : null)
  ]
}

/** One that nobody can ask for has no sum; a name that the host says twice counts once. */
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
    ever(`prs.${state}`),
    on(createdAt, 'prs.opened'),
    ...when(pull.draft, ever(`prs.${state}.draft`)),
    ever(`prs.${state}.risk.${pull.triageRisk ?? 'none'}`),
    ever(`prs.${state}.size.${pull.triageSize ?? 'none'}`),
    ...when(isOpen, on(createdAt, 'prs.waiting')),
    ...when(state === 'closed' && closedAt !== null, on(closedAt ?? createdAt, 'prs.closings')),
    ...spanTallies('prs.merges', createdAt, state === 'merged' ? mergedAt : null)
  ]
}

export interface CountedRun {
  conclusion: RunConclusion | null
  healStatus: HealStatus
  healFailureType: string | null
  createdAt: Date
}

/** How a run ended, and what became of it, counts on the day on which it began. */
export function talliesOfRun({ conclusion, healStatus, healFailureType, createdAt }: CountedRun): Tally[] {
  const there = [ever('ci.runs'), ever(`ci.runs.heal.${healStatus}`)]
  if (conclusion === null) return [...there, ever('ci.running')]
  const isFailure = conclusion === 'failure'
  const measures = [
    'ci.finished',
    `ci.conclusion.${conclusion}`,
    `ci.heal.${healStatus}`,
    ...when(isFailure, `ci.failure_type.${healFailureType ?? 'unknown'}`),
    ...when(isFailure && healStatus !== 'healed', 'ci.unhealed')
  ]
  return [...there, ...measures.flatMap((measure) => [ever(measure), on(createdAt, measure)])]
}

export interface CountedHeal {
  status: HealStatus
  strategy: HealStrategy | null
  repair: string | null
  failureType: FailureType | null
  rule: string | null
  outcome: HealOutcome | null
  prStatus: HealPrStatus | null
  createdAt: Date
}

/** How an attempt to heal a run ended counts on the day on which it was asked for; how its rule fared, for ever. */
export function talliesOfHeal(heal: CountedHeal): Tally[] {
  const { status, strategy, failureType, outcome, prStatus, createdAt } = heal
  // One that ended before anybody has looked at a log has no type, and the unknown is none of its failures either.
  const isOfType = failureType !== null
  const measures = [
    'heals.all',
    `heals.status.${status}`,
    ...when(isOfType, `heals.type.${failureType}.all`),
    ...when(isOfType && status === 'healed', `heals.type.${failureType}.healed`),
    ...when(isOfType && prStatus === 'merged', `heals.type.${failureType}.merged`),
    ...when(prStatus !== null, `heals.pr.${prStatus}`),
    ...when(outcome !== null, `heals.outcome.${outcome}`),
    ...when(strategy === 'rerun' && outcome === 'verified', 'heals.flakes')
  ]
  return [...measures.flatMap((measure) => [ever(measure), on(createdAt, measure)]), ...trustIn(heal)]
}

/** What speaks for and against a rule of the diagnosis, and a repair; one that nobody wanted speaks against the repair. */
function trustIn({ rule, repair, strategy, outcome }: CountedHeal): Tally[] {
  const isPatch = strategy === 'patch_pr' && repair !== null
  const hasFailed = outcome === 'ineffective' || outcome === 'rejected'
  return [
    ...when(rule !== null && outcome === 'verified', ever(`heals.rule.healed.${rule}`)),
    ...when(rule !== null && outcome === 'ineffective', ever(`heals.rule.failed.${rule}`)),
    ...when(isPatch && outcome === 'verified', ever(`heals.repair.healed.${repair}`)),
    ...when(isPatch && hasFailed, ever(`heals.repair.failed.${repair}`))
  ]
}

/** What changes when rows that counted for `before` now count for `after`; what stays is left out. */
export function differenceOf(before: readonly Tally[], after: readonly Tally[]): Tally[] {
  const sums = new Map<string, Tally>()
  const add = ({ measure, day, amount }: Tally, sign: 1 | -1) => {
    const key = `${day} ${measure}`
    const sum = sums.get(key) ?? { measure, day, amount: 0 }
    sum.amount += sign * amount
    sums.set(key, sum)
  }
  for (const tally of before) add(tally, -1)
  for (const tally of after) add(tally, 1)
  return [...sums.values()].filter(({ amount }) => amount !== 0)
}

export const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)

const ever = (measure: string): Tally => ({ measure, day: EVER, amount: 1 })
const byName = (measure: string): Tally => ({ measure, day: EVER_BY_NAME, amount: 1 })
const on = (moment: Date, measure: string): Tally => ({ measure, day: dayOf(moment), amount: 1 })
const when = <T>(condition: boolean, item: T): T[] => (condition ? [item] : [])

/** How many ended, and how many seconds that took them together. */
function spanTallies(measure: string, from: Date, to: Date | null): Tally[] {
  if (to === null) return []
  const seconds = Math.max(0, Math.round((to.getTime() - from.getTime()) / 1000))
  const counts = [ever(measure), on(to, measure)]
  return counts.flatMap((one) => [one, { ...one, measure: `${measure}.seconds`, amount: seconds }])
}
