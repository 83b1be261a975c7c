// Whether flaky tests are found, and sound or broken ones left alone: tests whose truth is known, judged run by run,
// beside fixed shares of failures.
import { emptyHistory, observeOutcomes } from '#domain/flaky-tests/history.js'
import { packHistory, unpackHistory } from '#domain/flaky-tests/packed-history.js'
import { judgeTest } from '#domain/flaky-tests/verdict.js'
import { median } from './contestant.js'
import { chronicleOf, type TestKind } from './flaky/chronicle.js'
import { KINDS, type Trial, tryTest } from './flaky/trial.js'

const TESTS = 200
const SEEDS = [1, 2, 3, 4, 5]
const RUNS = 200
const RERUN = 0.8

type Quarantines = (trial: Trial) => number | null

const RULES: Readonly<Record<string, Quarantines>> = {
  'this service': ({ own }) => own,
  '20 % of the latest 5': ({ fixedRules }) => fixedRules['latest 5'],
  '20 % of the latest 30': ({ fixedRules }) => fixedRules['latest 30']
}

export async function measureFlaky(): Promise<void> {
  console.log(
    `${TESTS * SEEDS.length} tests of each kind, ${RUNS} runs, ${percent(RERUN)} of red runs repeated`
  )
  const trials = new Map(KINDS.map((kind) => [kind, SEEDS.flatMap((seed) => trialsOf(kind, seed))]))
  for (const [rule, quarantinedAt] of Object.entries(RULES)) reportRule(rule, trials, quarantinedAt)
  for (const [kind, all] of trials)
    if (kind.breaks === 'for good')
      console.log(
        `commit named ${percent(shareOf(all, ({ isCommitNamed }) => isCommitNamed))} of ${kind.name}`
      )
  reportCost()
}

function trialsOf(kind: TestKind, seed: number): Trial[] {
  const circumstances = { runs: RUNS, rerun: RERUN }
  return Array.from({ length: TESTS }, (_, at) => tryTest(kind, circumstances, seed * 1_000_003 + at))
}

function reportRule(rule: string, trials: ReadonlyMap<TestKind, Trial[]>, quarantinedAt: Quarantines): void {
  const counts = { flaky: 0, all: 0 }
  console.log(`\n${rule}`)
  for (const [kind, all] of trials) {
    const runs = all.map(quarantinedAt).filter((at) => at !== null)
    counts.all += runs.length
    if (kind.rate > 0) counts.flaky += runs.length
    const when = runs.length > 0 ? `, after ${median(runs)} runs in the median` : ''
    console.log(`  ${kind.name.padEnd(24)} ${percent(runs.length / all.length)} quarantined${when}`)
  }
  console.log(`  precision ${percent(counts.flaky / counts.all)}, ${counts.all - counts.flaky} wrongly`)
}

/** A run of so many tests is judged at once. */
const TESTS_OF_RUN = 10_000

function reportCost(): void {
  const [kind] = KINDS.slice(-1)
  if (!kind) return
  const { outcomes } = chronicleOf(kind, { runs: RUNS, rerun: RERUN }, 1)
  const last = outcomes.slice(-1)
  const packed = packHistory(observeOutcomes(emptyHistory(), outcomes.slice(0, -1)))
  const began = performance.now()
  for (let test = 0; test < TESTS_OF_RUN; test += 1) {
    const history = observeOutcomes(unpackHistory(packed), last)
    judgeTest(history)
    packHistory(history)
  }
  const ms = performance.now() - began
  console.log(
    `\n${TESTS_OF_RUN} tests of a run judged in ${ms.toFixed(0)} ms, ${JSON.stringify(packed).length} bytes each`
  )
}

const shareOf = (trials: readonly Trial[], isOne: (trial: Trial) => boolean) =>
  trials.filter(isOne).length / trials.length

const percent = (share: number) => `${(100 * share).toFixed(2)} %`
