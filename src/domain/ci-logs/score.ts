// How strongly each hit speaks: its weight, where it lies, and how much around it says the same.
import type { FailureType } from '../../../schemas/ci.js'
import type { Hit, LogFacts } from './facts.js'
import { creditOf } from './noise.js'
import { nearnessIn } from './places.js'

export interface ScoredHit extends Hit {
  score: number
}

const AROUND_LINES = 25
/** What another hit of the same type nearby adds, as a part of its weight, and all of them at most. */
const SUPPORT = 0.02
const MOST_SUPPORT = 0.25

/** The strongest first; of equals the one that came first in the log. */
export function scored(facts: LogFacts): ScoredHit[] {
  const nearness = nearnessIn(facts)
  return facts.hits
    .map((hit, index) => ({
      ...hit,
      score: hit.rule.weight * creditOf(hit.text) * nearness(hit.line) * (1 + supportOf(facts.hits, index))
    }))
    .sort((a, b) => b.score - a.score || a.line - b.line)
}

function supportOf(hits: readonly Hit[], index: number): number {
  return Math.min(MOST_SUPPORT, supportFrom(hits, index, -1) + supportFrom(hits, index, 1))
}

function supportFrom(hits: readonly Hit[], index: number, step: number): number {
  const own = hits[index]
  let sum = 0
  for (let at = index + step; own && sum < MOST_SUPPORT; at += step) {
    const other = hits[at]
    if (!other || Math.abs(other.line - own.line) > AROUND_LINES) break
    if (other.rule.type === own.rule.type) sum += SUPPORT * other.rule.weight
  }
  return sum
}

export interface Standing {
  best: ScoredHit
  /** The strongest hit of another type. */
  rival: ScoredHit | undefined
}

/** What is weaker than this is a word that fell by chance. */
const LEAST_SCORE = 2

export function standingOf(hits: readonly ScoredHit[]): Standing | null {
  const loudest = hits.find(({ rule, score }) => rule.type !== 'unknown' && score >= LEAST_SCORE)
  if (!loudest) return null
  const best = rootOf(loudest, hits) ?? loudest
  return { best, rival: hits.find(({ rule }) => isOther(rule.type, best.rule.type)) }
}

/** What a failure of a type may follow from: a test from a wait that ran out, an image from whatever ran in it. */
const ROOTS: Partial<Record<FailureType, readonly FailureType[]>> = {
  test_failure: ['timeout', 'network', 'rate_limit', 'out_of_memory', 'disk_full', 'crash'],
  dependency_resolution: ['network', 'rate_limit', 'auth_permission', 'disk_full'],
  docker_build: ['network', 'rate_limit', 'auth_permission', 'disk_full', 'out_of_memory'],
  compile_error: ['out_of_memory', 'disk_full', 'crash'],
  crash: ['out_of_memory', 'disk_full']
}
const ROOT_LINES = 80
const ROOT_SHARE = 0.8
/** A test that says what it expected failed by itself, whatever else stands near. */
const ASSERTION_LINES = 15

function rootOf(loudest: ScoredHit, hits: readonly ScoredHit[]): ScoredHit | undefined {
  const roots = ROOTS[loudest.rule.type] ?? []
  return hits.find(
    (hit) =>
      roots.includes(hit.rule.type) &&
      hit.score >= ROOT_SHARE * loudest.score &&
      Math.abs(hit.line - loudest.line) <= ROOT_LINES &&
      !hits.some(
        ({ rule, line }) => rule.role === 'assertion' && Math.abs(line - hit.line) <= ASSERTION_LINES
      )
  )
}

const isOther = (type: FailureType, best: FailureType) => type !== 'unknown' && type !== best
