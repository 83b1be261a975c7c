// Decides whether a test enters or leaves the quarantine, from what its results say of it.
import type { Json, JsonObject } from '#schemas/common.js'
import { FLAKY_STATUSES, TEST_STANDINGS } from '#schemas/flaky-tests/enums.js'
import { isDryByConfig } from '../decisions/shared-guards.js'
import type { Evaluator } from '../decisions/versions.js'
import { numberOrZero, textsAt, valueAt } from '../json/path.js'
import { moveTest, type QuarantineRules, type QuarantineState, type TestKnowledge } from './quarantine.js'

export interface MoveQuestion {
  suite: string
  name: string
  state: QuarantineState
  known: TestKnowledge
  at: Date
}

export function flakyMoveInputs({ suite, name, state, known, at }: MoveQuestion): JsonObject {
  return {
    flaky_move: {
      suite,
      name,
      status: state.status,
      quarantined_at: state.quarantinedAt?.toISOString() ?? null,
      expires_at: state.expiresAt?.toISOString() ?? null,
      graduated_at: state.graduatedAt?.toISOString() ?? null,
      quiet_until: state.quietUntil?.toISOString() ?? null,
      relapse_count: state.relapseCount,
      standing: known.standing,
      reasons: known.reasons,
      passes: known.passes,
      at: at.toISOString()
    }
  }
}

export const quarantineRulesIn = (config: JsonObject): QuarantineRules => ({
  days: numberOrZero(config, 'pillars', 'trust', 'quarantine_days')
})

export const flakyMoveV1: Evaluator = {
  name: 'flaky_move',
  version: 1,
  evaluate({ flaky_move: facts }, config) {
    const known = knownIn(facts)
    const move = moveTest(
      stateIn(facts),
      known,
      momentIn(facts, 'at') ?? new Date(0),
      quarantineRulesIn(config)
    )
    const conditions = [
      { check: 'status', result: textIn(facts, 'status', FLAKY_STATUSES) },
      { check: 'standing', result: known.standing },
      { check: 'passes_since_quarantine', result: known.passes }
    ]
    if (!move)
      return { decision: 'skipped', reason: 'Its results change nothing.', conditions, plan: { cause: null } }
    return {
      decision: isDryByConfig(config) ? 'dry_run' : 'acted',
      reason: move.reason,
      conditions,
      plan: { cause: move.cause, status: move.state.status }
    }
  }
}

function stateIn(facts: Json | undefined): QuarantineState {
  return {
    status: textIn(facts, 'status', FLAKY_STATUSES),
    quarantinedAt: momentIn(facts, 'quarantined_at'),
    expiresAt: momentIn(facts, 'expires_at'),
    graduatedAt: momentIn(facts, 'graduated_at'),
    quietUntil: momentIn(facts, 'quiet_until'),
    relapseCount: numberOrZero(facts, 'relapse_count')
  }
}

const knownIn = (facts: Json | undefined): TestKnowledge => ({
  standing: textIn(facts, 'standing', TEST_STANDINGS),
  reasons: textsAt(facts, 'reasons'),
  passes: numberOrZero(facts, 'passes')
})

/** One of the words; the first of them in place of any other. */
function textIn<Word extends string>(
  facts: Json | undefined,
  key: string,
  words: readonly [Word, ...Word[]]
): Word {
  const value = valueAt(facts, key)
  return words.find((word) => word === value) ?? words[0]
}

function momentIn(facts: Json | undefined, key: string): Date | null {
  const value = valueAt(facts, key)
  const moment = typeof value === 'string' ? new Date(value) : null
  return moment === null || Number.isNaN(moment.getTime()) ? null : moment
}
