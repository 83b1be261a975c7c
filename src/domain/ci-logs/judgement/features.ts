// What is asked about a candidate: whether its type is the cause, and whether such a failure passes.
import type { FailureType } from '#schemas/mirror/ci.js'
import type { LogFacts } from '../cause/facts.js'
import { ROOTS, type ScoredHit } from '../cause/score.js'
import { LASTING_CUES } from '../cues/lasting.js'
import { PASSING_CUES } from '../cues/passing.js'
import { type Nearness, nearnessIn } from '../nearness.js'
import type { Candidates } from './candidates.js'
import { type CuesAround, surroundingsIn } from './surroundings.js'

/** Names with their values: a name has a weight, what is 0 or absent counts for nothing. */
export type JudgedFeatures = readonly (readonly [name: string, value: number])[]

export interface FeatureReader {
  ofType(candidate: ScoredHit): JudgedFeatures
  ofTransience(candidate: ScoredHit): JudgedFeatures
}

/** Types that a plain re-run usually cures; a rule may know better. */
const PASSING_TYPES: ReadonlySet<FailureType> = new Set<FailureType>([
  'network',
  'rate_limit',
  'runner_infra'
])
/** Types that cause others more often than they follow from them. */
const INNER: ReadonlySet<FailureType> = new Set<FailureType>([
  'network',
  'rate_limit',
  'runner_infra',
  'out_of_memory',
  'disk_full',
  'crash'
])
/** Weights and scores of rules reach about ten. */
const TEN = 10
const MOST_SCORE = 12
const NEARBY = 40
const MOST_COUNTED = 3

const flag = (isSo: boolean | undefined) => (isSo ? 1 : 0)
const isHint = ({ rule }: ScoredHit) => rule.role === 'hint'
const isNearby = (one: ScoredHit, line: number) => Math.abs(one.line - line) <= NEARBY

export function featureReader(facts: LogFacts, candidates: Candidates): FeatureReader {
  const surroundingsOf = surroundingsIn(facts)
  const nearness = nearnessIn(facts)
  return {
    ofType: (hit) => [
      ...standing(hit, candidates),
      ...relations(hit, candidates, nearness),
      ...agreement(facts, hit, candidates),
      ...[...surroundingsOf(hit.line).close].map((cue) => [`${cue} of:${hit.rule.type}`, 1] as const)
    ],
    ofTransience: (hit) => [
      ...kindOf(hit),
      ...testsBeside(hit, facts),
      ...cuesAround(surroundingsOf(hit.line))
    ]
  }
}

/** How strong it is, by itself and among the others. */
function standing(hit: ScoredHit, { first, all }: Candidates): JudgedFeatures {
  const { rule, score } = hit
  const strongest = Math.max(...all.filter((one) => isHint(one) === isHint(hit)).map((one) => one.score))
  const strength: JudgedFeatures = isHint(hit)
    ? [
        ['hint', 1],
        ['hint score', score / TEN],
        ['hint share', score / strongest],
        ['first of hints', flag(hit === first)]
      ]
    : [
        ['score', Math.min(score, MOST_SCORE) / TEN],
        ['share', score / strongest]
      ]
  return [
    ...strength,
    ['first', flag(hit === first)],
    [`type:${rule.type}`, 1],
    [`role:${rule.role ?? 'error'}`, 1]
  ]
}

/** Where it stands, and whether it may cause the others or follow from them. */
function relations(
  { line, rule }: ScoredHit,
  { first, all }: Candidates,
  nearness: Nearness
): JudgedFeatures {
  const rules = all.filter((one) => !isHint(one) && one.rule.type !== rule.type)
  const isInner = INNER.has(rule.type)
  const hasOther = rules.some((one) => INNER.has(one.rule.type) !== isInner && isNearby(one, line))
  const roots = ROOTS[rule.type] ?? []
  return [
    ['alone', flag(all.length === 1)],
    ['root of first', flag(first && ROOTS[first.rule.type]?.includes(rule.type))],
    ['has root', flag(rules.some((one) => roots.includes(one.rule.type)))],
    ['around root', flag(!isInner && hasOther)],
    ['within outer', flag(isInner && hasOther)],
    ['before first', flag(first && line < first.line)],
    ['after first', flag(first && line > first.line)],
    ['nearness', nearness(line)]
  ]
}

function agreement(facts: LogFacts, { rule }: ScoredHit, { hints }: Candidates): JudgedFeatures {
  const rules = new Set(facts.hits.filter((hit) => hit.rule.type === rule.type).map((hit) => hit.rule.id))
  const said = hints.find((hint) => hint.rule.type === rule.type)?.score ?? 0
  return [
    ['rules agree', Math.min(MOST_COUNTED, Math.max(0, rules.size - 1))],
    ['hints agree', said / TEN]
  ]
}

const kindOf = ({ rule, score }: ScoredHit): JudgedFeatures => [
  [`type:${rule.type}`, 1],
  [`role:${rule.role ?? 'error'}`, 1],
  ['weight', Math.min(rule.weight, score) / TEN],
  ['rule passes', flag(rule.transient ?? (PASSING_TYPES.has(rule.type) && rule.role !== 'hint'))],
  ['rule lasts', flag(rule.transient === false)]
]

/** Another type is claimed, but tests were counted or say what they expected. */
function testsBeside({ rule, line }: ScoredHit, { hits }: LogFacts): JudgedFeatures {
  if (rule.type === 'test_failure') return []
  const roles = new Set(
    hits
      .filter((hit) => hit.rule.type === 'test_failure' && Math.abs(hit.line - line) <= NEARBY)
      .map((hit) => hit.rule.role)
  )
  return [
    ['tests counted beside', flag(roles.has('summary'))],
    ['assertion beside', flag(roles.has('assertion'))]
  ]
}

/** What a single cue is too rare to teach, all of its kind do. */
const cuesAround = ({ near, close }: CuesAround): JudgedFeatures => [
  ['passing near', countIn(near, PASSING_CUES)],
  ['passing close', countIn(close, PASSING_CUES)],
  ['lasting near', countIn(near, LASTING_CUES)],
  ['lasting close', countIn(close, LASTING_CUES)],
  ['unresolved elsewhere', flag(near.has('unresolved') && !near.has('public-host'))],
  ...LASTING_CUES.filter(({ id, isFinal }) => isFinal && close.has(id)).map(() => [FINAL, 1] as const),
  ...[...near].map((cue) => [`${cue} near`, 1] as const)
]

/** A cue that no re-run changes stands close: too rare to learn its weight. */
export const FINAL = 'final'

const countIn = (cues: ReadonlySet<string>, of: readonly { id: string }[]) =>
  Math.min(MOST_COUNTED, of.filter(({ id }) => cues.has(id)).length)
