// Says why an entry of the merge queue ended, from what was known of it, its candidate and its landing.
import type { Json, JsonObject } from '#schemas/common.js'
import type { Condition, DecisionWord, Verdict } from '#schemas/decisions/decisions.js'
import type { Evaluator } from '../decisions/versions.js'
import { isObject, textsAt, valueAt } from '../json/path.js'
import type { LaneEnd } from './lane/lane.js'

export interface MoveFacts {
  from: string
  to: LaneEnd
  reason: string
  words: string
  head_sha: string
  checks_passed: string[]
  checks_failed: string[]
  /** The candidate that it was part of. */
  candidate: { batch: string; sha: string; members: number[] } | null
  /** What landed, and what had been tested. */
  landed: { sha: string; tree: string | null; tested_tree: string | null } | null
}

export const moveInputs = (facts: MoveFacts): JsonObject => ({ move: { ...facts } })

const DECISIONS: Readonly<Record<string, DecisionWord>> = {
  merged: 'acted',
  blocked: 'blocked',
  removed: 'skipped'
}

function decideMove(facts: Json | undefined): Verdict {
  const to = String(valueAt(facts, 'to') ?? '')
  const words = String(valueAt(facts, 'words') ?? 'Nothing is known of it.')
  return { decision: DECISIONS[to] ?? 'error', reason: words, conditions: conditionsOf(facts) }
}

function conditionsOf(facts: Json | undefined): Condition[] {
  const checks = [
    ...textsAt(facts, 'checks_passed').map((name) => ({ check: `check(${name})`, result: true })),
    ...textsAt(facts, 'checks_failed').map((name) => ({ check: `check(${name})`, result: false }))
  ]
  return [...checks, ...candidateCondition(facts), ...landingCondition(facts)]
}

function candidateCondition(facts: Json | undefined): Condition[] {
  const candidate = valueAt(facts, 'candidate')
  if (!isObject(candidate)) return []
  const members = Array.isArray(candidate['members']) ? candidate['members'] : []
  return [{ check: 'tested_together', result: members.map((number) => `#${number}`).join(', ') }]
}

/** Only what was tested may land. */
function landingCondition(facts: Json | undefined): Condition[] {
  const landed = valueAt(facts, 'landed')
  const [tree, tested] = [valueAt(landed, 'tree'), valueAt(landed, 'tested_tree')]
  if (!isObject(landed) || tested === null || tested === undefined) return []
  return [
    { check: 'landed_as_tested', result: tree === tested, detail: `${tree} landed, ${tested} was tested` }
  ]
}

export const queueMoveV1: Evaluator = {
  name: 'queue_move',
  version: 1,
  evaluate: (inputs) => decideMove(valueAt(inputs, 'move'))
}
