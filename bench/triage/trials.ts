// How good the models are on issues that they were not trained with, and how sure of themselves they may be.

import type { TypeCutoffs } from '#domain/triage/shared-model.js'
import { softmax } from '#domain/triage/softmax.js'
import { hashName } from '#domain/triage/text/hash.js'
import { COMMON_TYPES } from '#schemas/triage/triage.js'
import { linearScores } from '../learning/linear.js'
import { triedInParts } from '../learning/parts.js'
import { fitElsewhere, fitKnown, wholeTrackers, YOUNG } from './models.js'
import type { Row } from './rows.js'

const PARTS = 4

export interface Trial {
  row: Row
  scores: number[]
}

/** Each whole tracker is judged by a model that has seen nothing of it. */
export function trialsElsewhere(rows: readonly Row[]): Trial[] {
  return wholeTrackers(rows).flatMap((tracker) => {
    const model = fitElsewhere(rows.filter((row) => row.tracker !== tracker))
    return rows
      .filter((row) => row.tracker === tracker)
      .map((row) => ({ row, scores: linearScores(model, [...row.features, ...row.meanings]) }))
  })
}

/** Each quarter of the made-up young projects is judged by a model that has seen none of them. */
export function trialsYoung(rows: readonly Row[]): Trial[] {
  const partOf = ({ tracker }: Row) => (tracker.startsWith(YOUNG) ? hashName(tracker) % PARTS : undefined)
  return triedInParts(rows, { parts: PARTS, partOf }, (taught, asked) => {
    const model = fitElsewhere(taught)
    return asked.map((row) => ({ row, scores: linearScores(model, [...row.features, ...row.meanings]) }))
  })
}

/** Each quarter of the whole trackers is judged by models of the other three. */
export function trialsKnown(rows: readonly Row[]): Trial[] {
  const whole = new Set(wholeTrackers(rows))
  const partOf = ({ id, tracker }: Row) => (whole.has(tracker) ? hashName(id) % PARTS : undefined)
  return triedInParts(rows, { parts: PARTS, partOf }, (taught, asked) => {
    const models = fitKnown(taught, fitElsewhere(taught))
    return asked.flatMap((row) => {
      const model = models.get(row.tracker)
      return model
        ? [{ row, scores: linearScores(model, [...row.features, ...row.meanings, ...row.plain]) }]
        : []
    })
  })
}

const chancesOf = ({ scores }: Trial, temperature: number) =>
  softmax(scores.map((score) => score / temperature))
const kindOf = ({ row }: Trial) => COMMON_TYPES.indexOf(row.type)

/** By what the scores are to be divided so that the truth surprises least. */
export function temperatureOf(trials: readonly Trial[]): number {
  const surprise = (temperature: number) =>
    trials.reduce((sum, trial) => sum - Math.log(chancesOf(trial, temperature)[kindOf(trial)] ?? 0), 0)
  const tried = Array.from({ length: 46 }, (_, step) => 0.5 + step / 20)
  return tried.reduce((best, one) => (surprise(one) < surprise(best) ? one : best))
}

/** Answers that labels may follow from have to be right so often: more often where the trials are made up. */
export const PRECISION = { real: 0.93, madeUp: 0.96 }

/** What is not likelier than all else together is a guess, however often such guesses were right. */
const LEAST_CHANCE = 0.5
const NEVER = 2

/** For each kind the lowest probability from which on its answers were right so often; beyond 1 where none was. */
export function cutoffsOf(
  trials: readonly Trial[],
  { temperature, precision }: { temperature: number; precision: number }
): TypeCutoffs {
  const answers = trials.map((trial) => answerOf(trial, temperature))
  const cutoffs = COMMON_TYPES.map(
    (type, kind) =>
      [
        type,
        cutoffOf(
          answers.filter(({ told }) => told === kind),
          precision
        )
      ] as const
  )
  // Cast: there is one entry for each type.
  return Object.fromEntries(cutoffs) as TypeCutoffs
}

interface Answer {
  told: number
  chance: number
  isRight: boolean
}

function answerOf(trial: Trial, temperature: number): Answer {
  const chances = chancesOf(trial, temperature)
  const chance = Math.max(...chances)
  const told = chances.indexOf(chance)
  return { told, chance, isRight: told === kindOf(trial) }
}

function cutoffOf(answers: readonly Answer[], precision: number): number {
  const surest = answers.toSorted((one, other) => other.chance - one.chance)
  let right = 0
  let lowest = NEVER
  surest.forEach(({ chance, isRight }, at) => {
    right += isRight ? 1 : 0
    if (right >= precision * (at + 1)) lowest = chance
  })
  return Math.max(lowest, LEAST_CHANCE)
}

export function figuresOf(trials: readonly Trial[], temperature: number) {
  const answers = trials.map((trial) => ({
    ...answerOf(trial, temperature),
    kind: kindOf(trial),
    row: trial.row
  }))
  const trackers = [...new Set(trials.map(({ row }) => row.tracker))]
  const scores = trackers.map((tracker) => macroF1(answers.filter(({ row }) => row.tracker === tracker)))
  const surest = answers.toSorted((one, other) => other.chance - one.chance).slice(0, answers.length / 2)
  return {
    crossRepoMacroF1: rounded(mean(scores)),
    perRepo: Object.fromEntries(trackers.map((tracker, at) => [tracker, rounded(scores[at] ?? 0)])),
    calibrationError: rounded(calibrationError(answers)),
    surestHalf: rounded(mean(surest.map(({ isRight }) => Number(isRight))))
  }
}

/** Of the kinds that the tracker has. */
function macroF1(answers: readonly { told: number; kind: number }[]): number {
  const kinds = [...new Set(answers.map(({ kind }) => kind))]
  const each = kinds.map((kind) => {
    const right = answers.filter((one) => one.told === kind && one.kind === kind).length
    const counted =
      answers.filter((one) => one.told === kind).length + answers.filter((one) => one.kind === kind).length
    return counted === 0 ? 0 : (2 * right) / counted
  })
  return mean(each)
}

function calibrationError(answers: readonly Answer[]): number {
  const bins = Array.from({ length: 10 }, (_, bin) =>
    answers.filter(({ chance }) => Math.min(9, Math.floor(chance * 10)) === bin)
  )
  return bins.reduce((sum, bin) => {
    const gap = Math.abs(
      mean(bin.map(({ chance }) => chance)) - mean(bin.map(({ isRight }) => Number(isRight)))
    )
    return sum + (bin.length / answers.length) * gap
  }, 0)
}

const mean = (numbers: readonly number[]) =>
  numbers.length === 0 ? 0 : numbers.reduce((sum, number) => sum + number, 0) / numbers.length
const rounded = (number: number) => Math.round(number * 1e4) / 1e4
