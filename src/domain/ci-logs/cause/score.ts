// Scores each hit by its weight, its position, and other hits of the same type around it.
import type { FailureType } from '#schemas/mirror/ci.js'
import { evidenceIn } from '../evidence/evidence.js'
import { nearnessIn } from '../nearness.js'
import { isPlace } from '../wrappers.js'
import type { LogFacts, RuleHit } from './facts.js'

export interface ScoredHit extends RuleHit {
  score: number
}

const AROUND_LINES = 25
/** What another hit of the same type nearby adds, as a share of its weight, and the limit for all of them. */
const SUPPORT = 0.02
const MOST_SUPPORT = 0.25

/** Strongest first; among equals, the one that comes first in the log. */
export function scoreHits(facts: LogFacts): ScoredHit[] {
  const nearness = nearnessIn(facts)
  const evidence = evidenceIn(facts)
  return facts.hits
    .map((hit, index) => ({
      ...hit,
      score: hit.rule.weight * evidence.credit(hit) * nearness(hit.line) * (1 + supportOf(facts.hits, index))
    }))
    .sort((a, b) => b.score - a.score || a.line - b.line)
}

function supportOf(hits: readonly RuleHit[], index: number): number {
  return Math.min(MOST_SUPPORT, supportFrom(hits, index, -1) + supportFrom(hits, index, 1))
}

function supportFrom(hits: readonly RuleHit[], index: number, step: number): number {
  const hit = hits[index]
  let sum = 0
  for (let at = index + step; hit && sum < MOST_SUPPORT; at += step) {
    const other = hits[at]
    if (!other || Math.abs(other.line - hit.line) > AROUND_LINES) break
    if (other.rule.type === hit.rule.type) sum += SUPPORT * other.rule.weight
  }
  return sum
}

/** A lower score may be coincidence. */
export const LEAST_SCORE = 2

/** Without what only names the task that failed. */
export const causesAmong = (hits: readonly ScoredHit[]): ScoredHit[] =>
  hits.filter(({ rule, text }) => rule.role !== 'place' && !isPlace(text))

/** The one that scores and what may follow from what choose. */
export function likeliestCause(hits: readonly ScoredHit[]): ScoredHit | undefined {
  const causes = causesAmong(hits)
  const loudest = causes.find(({ rule, score }) => rule.type !== 'unknown' && score >= LEAST_SCORE)
  return loudest && (failedAssertion(loudest, hits) ?? findRootHit(loudest, causes) ?? loudest)
}

/**
 * Failures that can cause another type: a test fails because of a timeout, an image because of a command in it, a
 * rollout because of its image.
 */
export const ROOTS: Partial<Record<FailureType, readonly FailureType[]>> = {
  test_failure: ['timeout', 'network', 'rate_limit', 'out_of_memory', 'disk_full', 'crash'],
  dependency_resolution: ['network', 'rate_limit', 'auth_permission', 'disk_full'],
  docker_build: ['network', 'rate_limit', 'auth_permission', 'disk_full', 'out_of_memory'],
  compile_error: ['out_of_memory', 'disk_full', 'crash'],
  crash: ['out_of_memory', 'disk_full'],
  timeout: ['docker_build']
}
const ROOT_LINES = 80
const ROOT_SHARE = 0.8
/**
 * A test that reports an expectation failed by itself, even if other errors are near; passing tests print errors too.
 */
const ASSERTION_LINES = 15
const ASSERTION_SHARE = 0.6

const contradictsRoot = ({ rule, line, score }: ScoredHit, root: ScoredHit, loudest: ScoredHit) =>
  rule.role === 'assertion' &&
  (Math.abs(line - root.line) <= ASSERTION_LINES ||
    (rule.type === loudest.rule.type && score >= ASSERTION_SHARE * loudest.score))

function findRootHit(loudest: ScoredHit, hits: readonly ScoredHit[]): ScoredHit | undefined {
  const roots = ROOTS[loudest.rule.type] ?? []
  return hits.find(
    (hit) =>
      roots.includes(hit.rule.type) &&
      hit.score >= ROOT_SHARE * loudest.score &&
      Math.abs(hit.line - loudest.line) <= ROOT_LINES &&
      !hits.some((other) => contradictsRoot(other, hit, loudest))
  )
}

/** If the runner counts failed tests and one reports its expectation, other errors probably come from passing tests. */
function failedAssertion(loudest: ScoredHit, hits: readonly ScoredHit[]): ScoredHit | undefined {
  if (!ROOTS.test_failure?.includes(loudest.rule.type)) return undefined
  const failures = hits.filter(
    ({ rule, score }) => rule.type === 'test_failure' && score >= ASSERTION_SHARE * loudest.score
  )
  const has = (role: ScoredHit['rule']['role']) => failures.some(({ rule }) => rule.role === role)
  const cause = failures.find(({ rule }) => rule.role !== 'place')
  return (has('summary') || has('place')) && has('assertion') ? cause : undefined
}
