// The names of the sums that are kept beside the rows: all that there are, spelled in this one place.
import type { ActionStatus, ActionType, BlockedReason, HealOutcome } from '#schemas/actions/words.js'
import type { Waivable } from '#schemas/configuration/pillars.js'
import type { DecisionSource, DecisionWord } from '#schemas/decisions/decisions.js'
import type { SignalKind, SignalStatus } from '#schemas/duplicates/duplicates.js'
import type { HealPrStatus } from '#schemas/healing/words.js'
import type { IssueState, PullRequestState, RunConclusion } from '#schemas/host/words.js'
import type { FailureType, HealStatus } from '#schemas/mirror/ci.js'
import type { FailureState, TriageTarget } from '#schemas/triage/words.js'
import type { WaiverScope, WaiverSum } from '#schemas/waivers/waivers.js'

/** Sums that are not of this service's words: types, labels, rules and repairs have names of their own, at the end. */
type IssueWords =
  | ['issues', IssueState | 'opened' | 'touched' | 'stale' | 'triages' | 'closings']
  | ['issues', 'triages' | 'closings', 'seconds']
  | ['issues', IssueState, 'untriaged' | 'compared' | 'unassigned']
  | ['issues', IssueState, 'type' | 'priority' | 'label', string]
  | ['issues', IssueState, 'of', string, string]

type PullRequestWords =
  | ['prs', PullRequestState | 'opened' | 'waiting' | 'closings' | 'merges']
  | ['prs', 'merges', 'seconds']
  | ['prs', PullRequestState, 'draft']
  | ['prs', PullRequestState, 'risk' | 'size', string]

type RunWords =
  | ['ci', 'runs' | 'running' | 'finished' | 'unhealed']
  | ['ci', 'runs', 'heal', HealStatus]
  | ['ci', 'heal', HealStatus]
  | ['ci', 'conclusion', RunConclusion]
  | ['ci', 'failure_type', string]

type HealWords =
  | ['heals', 'all' | 'flakes']
  | ['heals', 'status', HealStatus]
  | ['heals', 'pr', HealPrStatus]
  | ['heals', 'outcome', HealOutcome]
  | ['heals', 'type', FailureType, 'all' | 'healed' | 'merged']
  | ['heals', 'rule' | 'repair', 'healed' | 'failed', string]

type DuplicateWords =
  | ['duplicates', 'flagged' | 'near' | 'found' | 'similarity']
  | ['duplicates', SignalKind, SignalStatus]

type TriageWords =
  | ['triage', 'failures', FailureState]
  | ['triage', TriageTarget, string, Sureness]
  | ['triage', 'heard', string, Sureness, `${number}`, 'count' | 'right' | 'belief']

type EvidenceWords =
  | ['actions', 'tried']
  | ['actions', 'in', string, ActionStatus]
  | ['actions', 'blocked', `${BlockedReason | null}`, ActionType]
  | ['decisions', 'of', DecisionSource, DecisionWord]
  | ['decisions', 'in', string]
  | ['waivers', WaiverSum, Waivable | 'any', WaiverScope | 'any']

export type Sureness = 'sure' | 'guess'

/** Of what there is a sum. */
type Words =
  | ['repos']
  | IssueWords
  | PullRequestWords
  | RunWords
  | HealWords
  | DuplicateWords
  | TriageWords
  | EvidenceWords

type Joined<W extends readonly string[]> = W extends [
  infer One extends string,
  ...infer More extends string[]
]
  ? More extends []
    ? One
    : `${One}.${Joined<More>}`
  : never

/** The name of a sum. */
export type Measure = Joined<Words>

type Beginnings<W extends readonly string[]> = W extends [...infer Most extends string[], string]
  ? Most extends []
    ? never
    : Most | Beginnings<Most>
  : never

/** The name of the sum of these words: `counter('issues', state, 'priority', priority)`. */
export function counter<W extends Words>(...words: W): Joined<W> {
  // The border to the type: it joins the words in the same way.
  return words.join('.') as Joined<W>
}

/** How the names of all sums about something begin. */
export type Topic = `${Joined<Beginnings<Words>>}.`

export function topic<W extends Beginnings<Words>>(...words: W): `${Joined<W>}.` {
  // The border to the type, as above.
  return `${words.join('.')}.` as `${Joined<W>}.`
}

/** What a name says beyond its topic; undefined where it is about something else. */
export function wordsAfter(about: Topic, measure: Measure): string | undefined {
  return measure.startsWith(about) ? measure.slice(about.length) : undefined
}

/** Things that take time: how many ended, and how many seconds that took them together. */
export type Lasting = 'issues.triages' | 'issues.closings' | 'prs.merges'

export function secondsOf(lasting: Lasting): Measure {
  return `${lasting}.seconds`
}
