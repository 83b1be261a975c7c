// What a row of the mirror counts for. The statistics are sums of this, kept by whoever changes a row.

import type { HealOutcome } from '#schemas/actions/words.js'
import type { HealPrStatus, HealStrategy } from '#schemas/healing/words.js'
import type { IssueState, PullRequestState, RunConclusion } from '#schemas/host/words.js'
import type { FailureType, HealStatus } from '#schemas/mirror/ci.js'
import { LONGEST_LABEL } from '#schemas/mirror/issues.js'
import { counter, type Lasting, type Measure, secondsOf } from '../counters/counter.js'
import { EVER, EVER_BY_NAME, type Tally } from '../counters/tally.js'
import { dayOf } from '../time/day.js'

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
    ...spanTallies(counter('issues', 'triages'), createdAt, issue.triagedAt),
    ...spanTallies(counter('issues', 'closings'), createdAt, state === 'closed' ? closedAt : null)
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
    ever(counter('prs', state)),
    on(createdAt, counter('prs', 'opened')),
    ...when(pull.draft, ever(counter('prs', state, 'draft'))),
    ever(counter('prs', state, 'risk', pull.triageRisk ?? 'none')),
    ever(counter('prs', state, 'size', pull.triageSize ?? 'none')),
    ...when(isOpen, on(createdAt, counter('prs', 'waiting'))),
    ...when(state === 'closed' && closedAt !== null, on(closedAt ?? createdAt, counter('prs', 'closings'))),
    ...spanTallies(counter('prs', 'merges'), createdAt, state === 'merged' ? mergedAt : null)
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
  const there = [ever(counter('ci', 'runs')), ever(counter('ci', 'runs', 'heal', healStatus))]
  if (conclusion === null) return [...there, ever(counter('ci', 'running'))]
  const isFailure = conclusion === 'failure'
  const measures = [
    counter('ci', 'finished'),
    counter('ci', 'conclusion', conclusion),
    counter('ci', 'heal', healStatus),
    ...when(isFailure, counter('ci', 'failure_type', healFailureType ?? 'unknown')),
    ...when(isFailure && healStatus !== 'healed', counter('ci', 'unhealed'))
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
  const isHealed = status === 'healed'
  const measures = [
    counter('heals', 'all'),
    counter('heals', 'status', status),
    // One that ended before anybody has looked at a log has no type, and the unknown is none of its failures either.
    ...ofEach(failureType, (type) => [
      counter('heals', 'type', type, 'all'),
      ...when(isHealed, counter('heals', 'type', type, 'healed')),
      ...when(prStatus === 'merged', counter('heals', 'type', type, 'merged'))
    ]),
    ...ofEach(prStatus, (pr) => [counter('heals', 'pr', pr)]),
    ...ofEach(outcome, (one) => [counter('heals', 'outcome', one)]),
    ...when(strategy === 'rerun' && outcome === 'verified', counter('heals', 'flakes'))
  ]
  return [...measures.flatMap((measure) => [ever(measure), on(createdAt, measure)]), ...trustIn(heal)]
}

/** What speaks for and against a rule of the diagnosis, and a repair; one that nobody wanted speaks against the repair. */
function trustIn({ rule, repair, strategy, outcome }: CountedHeal): Tally[] {
  const isPatch = strategy === 'patch_pr'
  const hasFailed = outcome === 'ineffective' || outcome === 'rejected'
  return [
    ...ofEach(rule, (one) => [
      ...when(outcome === 'verified', ever(counter('heals', 'rule', 'healed', one))),
      ...when(outcome === 'ineffective', ever(counter('heals', 'rule', 'failed', one)))
    ]),
    ...ofEach(isPatch ? repair : null, (one) => [
      ...when(outcome === 'verified', ever(counter('heals', 'repair', 'healed', one))),
      ...when(hasFailed, ever(counter('heals', 'repair', 'failed', one)))
    ])
  ]
}

/** Adds up tallies, so that it does not grow with the rows. */
export class TallySums {
  readonly #sums = new Map<string, Tally>()

  add(tallies: readonly Tally[], sign: 1 | -1 = 1): this {
    for (const { measure, day, amount } of tallies) {
      const key = `${day} ${measure}`
      const sum = this.#sums.get(key) ?? { measure, day, amount: 0 }
      sum.amount += sign * amount
      this.#sums.set(key, sum)
    }
    return this
  }

  /** What comes to nothing is left out. */
  get all(): Tally[] {
    return [...this.#sums.values()].filter(({ amount }) => amount !== 0)
  }
}

/** What changes when rows that counted for `before` now count for `after`; what stays is left out. */
export function differenceOf(before: readonly Tally[], after: readonly Tally[]): Tally[] {
  return new TallySums().add(before, -1).add(after).all
}

const ever = (measure: Measure): Tally => ({ measure, day: EVER, amount: 1 })
const byName = (measure: Measure): Tally => ({ measure, day: EVER_BY_NAME, amount: 1 })
const on = (moment: Date, measure: Measure): Tally => ({ measure, day: dayOf(moment), amount: 1 })
const ofEach = <T, Out>(given: T | null, items: (one: T) => Out[]): Out[] =>
  given === null ? [] : items(given)
const when = <T>(condition: boolean, item: T): T[] => (condition ? [item] : [])

/** How many ended, and how many seconds that took them together. */
function spanTallies(measure: Lasting, from: Date, to: Date | null): Tally[] {
  if (to === null) return []
  const seconds = Math.max(0, Math.round((to.getTime() - from.getTime()) / 1000))
  const counts = [ever(measure), on(to, measure)]
  return counts.flatMap((one) => [one, { ...one, measure: secondsOf(measure), amount: seconds }])
}
