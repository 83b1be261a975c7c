// How the diagnosis fares with logs of sources that its weights have not seen.
import { maximumConfidence } from '#domain/ci-logs/cause/confidence.js'
import { LEAST_TO_RERUN } from '#domain/ci-logs/diagnose.js'
import { type CauseJudgement, judgeCause } from '#domain/ci-logs/judgement/judge.js'
import { learnTransience, learnTypes, modelOf } from './model.js'
import { FOLDS, type LogRow } from './rows.js'

export interface LogTrial {
  row: LogRow
  judged: CauseJudgement | null
}

const folds = Array.from({ length: FOLDS }, (_, fold) => fold)

export function trialsOf(rows: readonly LogRow[]): LogTrial[] {
  const types = folds.map((fold) => learnTypes(rows.filter((row) => row.fold !== fold)))
  const typesFor = (row: LogRow) => types[row.fold] ?? { bias: 0, weights: [] }
  return folds.flatMap((fold) => {
    const transience = learnTransience(
      rows.filter((row) => row.fold !== fold),
      typesFor
    )
    return rows
      .filter((row) => row.fold === fold)
      .map((row) => ({
        row,
        judged: judgeCause(row.candidates, modelOf({ type: typesFor(row), transience }))
      }))
  })
}

const isRight = ({ row, judged }: LogTrial) => judged !== null && row.types.has(judged.best.rule.type)
const isFirstRight = ({ row }: LogTrial) => {
  const first = row.candidates[0]
  return first !== undefined && row.types.has(first.hit.rule.type)
}
const isRerun = ({ judged }: LogTrial) => judged !== null && judged.passes >= LEAST_TO_RERUN
const confidenceOf = ({ judged }: LogTrial) =>
  judged ? Math.min(judged.chance, maximumConfidence(judged)) : 0

export function tellTrials(trials: readonly LogTrial[]): void {
  for (const set of new Set(trials.map(({ row }) => row.set)))
    tell(
      set,
      trials.filter(({ row }) => row.set === set)
    )
  tell('all', trials)
}

function tell(name: string, trials: readonly LogTrial[]): void {
  const passing = trials.filter(({ row }) => row.transient)
  const reruns = trials.filter(isRerun)
  const found = passing.filter(isRerun)
  const share = (part: readonly unknown[], whole: readonly unknown[]) =>
    `${part.length} of ${whole.length} (${(part.length / Math.max(1, whole.length)).toFixed(3)})`
  console.log(`${name}: ${trials.length} logs`)
  console.log(`  type right               ${share(trials.filter(isRight), trials)}`)
  console.log(`  by scores and roots      ${share(trials.filter(isFirstRight), trials)}`)
  console.log(`  re-runs that are right   ${share(found, reruns)}`)
  console.log(`  transient found          ${share(found, passing)}`)
  console.log(`  error of the confidence  ${calibrationError(trials, confidenceOf, isRight).toFixed(3)}`)
  console.log(
    `  error of passing         ${calibrationError(
      trials,
      ({ judged }) => judged?.passes ?? 0,
      ({ row }) => row.transient
    ).toFixed(3)}`
  )
}

const BINS = 10

function calibrationError(
  trials: readonly LogTrial[],
  chanceOf: (trial: LogTrial) => number,
  isSo: (trial: LogTrial) => boolean
): number {
  const off = new Array<number>(BINS).fill(0)
  for (const trial of trials) {
    const chance = chanceOf(trial)
    const bin = Math.min(BINS - 1, Math.floor(chance * BINS))
    off[bin] = (off[bin] ?? 0) + chance - (isSo(trial) ? 1 : 0)
  }
  return off.reduce((sum, one) => sum + Math.abs(one), 0) / Math.max(1, trials.length)
}
