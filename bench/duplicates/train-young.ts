// Teaches the second look of young repositories from made-up projects, tries it on projects that it has not seen, and
// writes its weights.
import { writeFileSync } from 'node:fs'
import { DuplicateIndex } from '#domain/duplicates/index/index.js'
import type { YoungFeatures } from '#domain/duplicates/young/features.js'
import type { TypeKnowledge } from '#domain/triage/shared-model.js'
import { loadTypeKnowledge } from '#store/triage/shipped-models.js'
import type { BenchOptions } from '../index.js'
import { fitOdds, type OddsModel, oddsBy } from '../learning/linear.js'
import { partsInTurn, triedInParts } from '../learning/parts.js'
import { mattersIn, taughtProjects, type YoungProject, youngReportOf } from '../young/projects.js'

const REGULARITY = 10
const PARTS = 10
const DECIMALS = 4

interface Pair {
  features: YoungFeatures
  isSame: boolean
}

/** An issue with the candidates of its second look. */
interface Question {
  project: string
  isRepeated: boolean
  isNear: boolean
  pairs: Pair[]
}

export async function trainYoungDuplicates({ out }: BenchOptions): Promise<void> {
  const knowledge = await loadTypeKnowledge()
  const projects = taughtProjects()
  const questions = projects.flatMap((project) => questionsOf(project, knowledge))
  tell(
    triedOnUnseen(
      projects.map(({ name }) => name),
      questions
    )
  )
  writeFileSync(out, sourceOf(fit(questions)))
}

function questionsOf({ name, issues }: YoungProject, knowledge: TypeKnowledge): Question[] {
  const index = new DuplicateIndex(knowledge)
  const matters = mattersIn(issues)
  return issues.map((issue) => {
    const report = youngReportOf(issue)
    const candidates = index.candidatesFor(report, { at: report.createdAt, most: 1 })
    const pairs = (index.lookAgain(report, candidates) ?? []).map(({ candidate, features }) => ({
      features,
      isSame: matters.get(issue.number)?.has(candidate.id) === true
    }))
    index.add(report)
    return {
      project: name,
      isRepeated: issue.duplicate_of !== null,
      isNear: issue.near_miss_of !== null,
      pairs
    }
  })
}

/** Features are brought to one scale before, so that one penalty suits all. */
function fit(questions: readonly Question[]): OddsModel {
  const pairs = questions.flatMap(({ project, pairs }) => pairs.map((pair) => ({ ...pair, project })))
  // Cast: all pairs have the same features.
  const names = Object.keys(pairs[0]?.features ?? {}) as (keyof YoungFeatures)[]
  const scales = new Map(names.map((name) => [name, scaleOf(pairs.map(({ features }) => features[name]))]))
  const samples = pairs.map(({ features, isSame, project }) => ({
    features: [...scales].map(
      ([name, { mean, deviation }]) => [name, (features[name] - mean) / deviation] as const
    ),
    source: project,
    kind: Number(isSame),
    weight: 1
  }))
  const scaled = fitOdds(samples, { leastSamples: 1, leastSources: 1, regularity: REGULARITY })
  const weights = new Map(
    [...scales].map(([name, { deviation }]) => [name, (scaled.weights.get(name) ?? 0) / deviation])
  )
  const shift = [...scales].reduce((sum, [name, { mean }]) => sum + mean * (weights.get(name) ?? 0), 0)
  return { bias: scaled.bias - shift, weights }
}

function scaleOf(values: readonly number[]): { mean: number; deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
  return { mean, deviation: Math.sqrt(variance) || 1 }
}

interface Answer {
  odds: number
  isRight: boolean
  isNear: boolean
}

/** Every part of the projects is judged by what the others taught. */
function triedOnUnseen(projects: readonly string[], questions: readonly Question[]) {
  const partOfProject = partsInTurn(projects, PARTS)
  const partOf = ({ project }: Question) => partOfProject(project)
  const answers = triedInParts(questions, { parts: PARTS, partOf }, (taught, asked) => {
    const model = fit(taught)
    return asked.flatMap((question) => bestAnswer(question, model))
  })
  return { answers, repeated: questions.filter(({ isRepeated }) => isRepeated).length }
}

function bestAnswer({ pairs, isNear }: Question, model: OddsModel): Answer[] {
  const answers = pairs.map(({ features, isSame }) => ({
    odds: oddsBy(model, Object.entries(features)),
    isRight: isSame,
    isNear
  }))
  return answers.sort((a, b) => b.odds - a.odds).slice(0, 1)
}

const TOLD_FROM = [3, 2.5, 2, 1.5, 1, 0.5, 0, -0.5, -1, -1.5, -2]

function tell({ answers, repeated }: ReturnType<typeof triedOnUnseen>): void {
  for (const from of TOLD_FROM) {
    const told = answers.filter(({ odds }) => odds >= from)
    const right = told.filter(({ isRight }) => isRight).length
    const near = told.filter(({ isRight, isNear }) => isNear && !isRight).length
    console.log(
      `odds from ${from}: ${told.length} told, right ${(right / Math.max(1, told.length)).toFixed(3)}, ` +
        `of all duplicates ${(right / repeated).toFixed(3)}, near misses ${near}`
    )
  }
}

function sourceOf({ bias, weights }: OddsModel): string {
  const lines = [...weights].map(([name, weight]) => `  ${name}: ${Number(weight.toFixed(DECIMALS))}`)
  return [
    '// Made by `npm run bench -- train young-duplicates`. Decision record 18 tells from what.',
    "import type { YoungFeatures } from './features.js'",
    '',
    `export const YOUNG_BIAS = ${Number(bias.toFixed(DECIMALS))}`,
    '',
    'export const YOUNG_WEIGHTS: Readonly<Record<keyof YoungFeatures, number>> = {',
    lines.join(',\n'),
    '}',
    ''
  ].join('\n')
}
