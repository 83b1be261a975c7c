// Lets the rules judge tests whose truth is known, run by run.
import { emptyHistory, observeOutcomes } from '#domain/flaky-tests/history.js'
import type { TestOutcome } from '#domain/flaky-tests/outcomes.js'
import { knowledgeOf, moveTest, NEW_TEST } from '#domain/flaky-tests/quarantine.js'
import { judgeTest } from '#domain/flaky-tests/verdict.js'
import { arrivals, type Circumstances, chronicleOf, type TestKind } from './chronicle.js'

const FLAKY = { breaks: 'never', brokenByPulls: 0 } as const
const SOUND = { rate: 0, brokenByPulls: 0 } as const

export const KINDS: readonly TestKind[] = [
  { ...SOUND, name: 'stable', breaks: 'never' },
  { ...SOUND, name: 'broken by pull requests', breaks: 'never', brokenByPulls: 0.3 },
  { ...SOUND, name: 'broken and mended', breaks: 'at times' },
  { ...SOUND, name: 'broken for good', breaks: 'for good' },
  { ...FLAKY, name: 'flaky 0.5 %', rate: 0.005 },
  { ...FLAKY, name: 'flaky 2 %', rate: 0.02 },
  { ...FLAKY, name: 'flaky 10 %', rate: 0.1 },
  { ...FLAKY, name: 'flaky 50 %', rate: 0.5 }
]

/** After how many runs each rule quarantined a test; null if it never did. */
export interface Trial {
  own: number | null
  fixedRules: Record<FixedRule, number | null>
  /** Of a test that was broken for good: whether the end names the commit. */
  isCommitNamed: boolean
}

/** 20 % of failures in the latest so many outcomes, of which there are at least five. */
const FIXED_WINDOWS = { 'latest 5': 5, 'latest 30': 30 } as const
export type FixedRule = keyof typeof FIXED_WINDOWS
const FEWEST = 5
const FIXED_SHARE = 0.2

export function tryTest(kind: TestKind, circumstances: Circumstances, seed: number): Trial {
  const { outcomes, firstBadCommit } = chronicleOf(kind, circumstances, seed)
  let history = emptyHistory()
  let own: number | null = null
  let runs = 0
  for (const outcome of arrivals(outcomes, seed)) {
    runs = Math.max(runs, outcome.runId)
    history = observeOutcomes(history, [outcome])
    own ??= moveTest(NEW_TEST, knowledgeOf(NEW_TEST, history, judgeTest(history)), outcome.ranAt)
      ? runs
      : null
  }
  const { standing, firstBadCommit: named } = judgeTest(history)
  return {
    own,
    fixedRules: {
      'latest 5': fixedRule(outcomes, 'latest 5'),
      'latest 30': fixedRule(outcomes, 'latest 30')
    },
    isCommitNamed: standing === 'broken' && named !== null && (firstBadCommit?.startsWith(named) ?? false)
  }
}

function fixedRule(outcomes: readonly TestOutcome[], rule: FixedRule): number | null {
  const at = outcomes.findIndex((_, at) => {
    const window = outcomes.slice(Math.max(0, at + 1 - FIXED_WINDOWS[rule]), at + 1)
    const failures = window.filter(({ status }) => status === 'failed').length
    return window.length >= FEWEST && failures >= FIXED_SHARE * window.length
  })
  return outcomes[at]?.runId ?? null
}
