// Chooses the cause among candidates, says how sure that is, and whether such a failure passes by itself.
import type { LogFacts } from '../cause/facts.js'
import type { ScoredHit } from '../cause/score.js'
import { candidatesIn } from './candidates.js'
import { FINAL, featureReader, type JudgedFeatures } from './features.js'
import { CAUSE_WEIGHTS, type JudgementWeights, TRANSIENCE_WEIGHTS } from './weights.js'

export interface CauseJudgement {
  best: ScoredHit
  /** The chance that the type of the best is the cause. */
  chance: number
  /** The chance that a plain re-run passes, over all candidates. */
  passes: number
}

/** A candidate with what weights are learnt from. */
export interface JudgedCandidate {
  hit: ScoredHit
  ofType: JudgedFeatures
  ofTransience: JudgedFeatures
}

/** Sums of log odds: of being the cause, and of passing. */
export interface JudgementModel {
  typeScore(features: JudgedFeatures): number
  transienceScore(features: JudgedFeatures): number
}

export function judgedCandidates(facts: LogFacts, hits: readonly ScoredHit[]): JudgedCandidate[] {
  const candidates = candidatesIn(facts, hits)
  const reader = featureReader(facts, candidates)
  return candidates.all.map((hit) => ({
    hit,
    ofType: reader.ofType(hit),
    ofTransience: reader.ofTransience(hit)
  }))
}

/** What may not pass at all has at most this chance. */
const MOST_OF_FINAL = 0.2

export function judgeCause(
  candidates: readonly JudgedCandidate[],
  model: JudgementModel = SHIPPED
): CauseJudgement | null {
  const chances = chancesOf(candidates, model)
  const highest = areWords(candidates) ? 0 : chances.indexOf(Math.max(...chances))
  const best = candidates[highest]?.hit
  if (!best) return null
  const passes = candidates.map(({ ofTransience }) => {
    const chance = 1 / (1 + Math.exp(-model.transienceScore(ofTransience)))
    return ofTransience.some(([name]) => name === FINAL) ? Math.min(MOST_OF_FINAL, chance) : chance
  })
  return {
    best,
    chance: chances[highest] ?? 0,
    passes: passes.reduce((sum, chance, at) => sum + chance * (chances[at] ?? 0), 0)
  }
}

/** Among mere words their sums choose, in whose order they come. */
const areWords = (candidates: readonly JudgedCandidate[]) => candidates[0]?.hit.rule.role === 'hint'

/** The chances of all candidates, which sum to one. */
export function chancesOf(candidates: readonly JudgedCandidate[], model: Pick<JudgementModel, 'typeScore'>) {
  const scores = candidates.map(({ ofType }) => model.typeScore(ofType))
  const highest = Math.max(...scores)
  const odds = scores.map((score) => Math.exp(score - highest))
  const sum = odds.reduce((all, one) => all + one, 0)
  return odds.map((one) => one / sum)
}

export function scoreBy({ bias, weights }: JudgementWeights): (features: JudgedFeatures) => number {
  const known = new Map(
    weights.flatMap((line) =>
      line.split(';').map((entry) => {
        const at = entry.lastIndexOf('=')
        return [entry.slice(0, at), Number(entry.slice(at + 1))] as const
      })
    )
  )
  return (features) => features.reduce((sum, [name, value]) => sum + (known.get(name) ?? 0) * value, bias)
}

const SHIPPED: JudgementModel = {
  typeScore: scoreBy(CAUSE_WEIGHTS),
  transienceScore: scoreBy(TRANSIENCE_WEIGHTS)
}
