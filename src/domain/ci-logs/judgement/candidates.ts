// What a log may have failed of: of each type the strongest hit of a rule, or where none hits, of a hint.
import type { LogFacts } from '../cause/facts.js'
import { hintCauses } from '../cause/hint-ranking.js'
import { causesAmong, LEAST_SCORE, likeliestCause, type ScoredHit } from '../cause/score.js'

export interface Candidates {
  /** The one that scores and roots alone would choose. */
  first: ScoredHit | undefined
  /** One for each type: those of rules before those of hints, strongest first. */
  all: readonly ScoredHit[]
  /** Of each type, what hints say for it. */
  hints: readonly ScoredHit[]
}

/** A rollout that waits for an image that cannot be pulled: whoever waits is never the cause. */
const isConsequence = (hit: ScoredHit, first: ScoredHit | undefined) =>
  first?.rule.type === 'docker_build' && hit.rule.type === 'timeout'

export function candidatesIn(facts: LogFacts, hits: readonly ScoredHit[]): Candidates {
  const causes = causesAmong(hits).filter(
    ({ rule, score }) => rule.type !== 'unknown' && score >= LEAST_SCORE
  )
  const hints = hintCauses(facts)
  const first = likeliestCause(hits) ?? hints[0]
  const all = new Map<string, ScoredHit>()
  for (const hit of [...(first ? [first] : []), ...causes, ...hints])
    if (!all.has(hit.rule.type) && !isConsequence(hit, first)) all.set(hit.rule.type, hit)
  return { first, all: [...all.values()], hints }
}
