// Teaches what great harm reads like from made-up young projects, tries it on projects that it has not seen, and writes
// the weights.
import { writeFileSync } from 'node:fs'
import { encodeWeightTable } from '#domain/text/weight-table.js'
import { type GravityModel, gravityFeaturesOf } from '#domain/triage/priority/gravity.js'
import type { TextFeatures } from '#domain/triage/text/features.js'
import { hashName } from '#domain/triage/text/hash.js'
import type { BenchOptions } from '../index.js'
import { type Example, fitLogistic } from '../triage/logistic.js'
import { taughtProjects, type YoungIssue } from './projects.js'

const REGULARITY = 0.5
const PARTS = 10
/** Of reports that only use the words of harm, and of all others, so many may be called grave. */
const MOST_HARMLESS = 0.02
const MOST_OTHER = 0.05
/** There are few of both, and they are what has to be told apart. */
const WEIGHTS = { grave: 3, harmless: 2, other: 1 }
const FEWEST_PROJECTS = 2

interface Row {
  project: string
  grave: YoungIssue['grave']
  features: TextFeatures
}

interface Fitted {
  bias: number
  weights: Map<string, number>
}

export function trainGravity({ out }: BenchOptions): void {
  const rows = taughtProjects().flatMap(({ name, issues }) =>
    issues.map((issue): Row => ({ project: name, grave: issue.grave, features: gravityFeaturesOf(issue) }))
  )
  const trials = triedOnUnseen(rows)
  const cutoff = cutoffOf(trials)
  const bytes = encodeWeightTable(packed(fit(rows), cutoff))
  writeFileSync(out, bytes)
  const share = (grave: YoungIssue['grave']) => shareFrom(trials, grave, cutoff).toFixed(3)
  console.log(
    `${rows.length} issues, cut-off ${cutoff.toFixed(2)}: grave ${share('grave')}, harmless ${share('harmless')}, ` +
      `other ${share(null)}, ${bytes.length} bytes`
  )
}

/** A feature that only one project has says nothing of others. */
function fit(rows: readonly Row[]): Fitted {
  const projects = new Map<string, Set<string>>()
  for (const { features, project } of rows)
    for (const name of features.keys()) projects.set(name, (projects.get(name) ?? new Set()).add(project))
  const kept = [...projects].filter(([, { size }]) => size >= FEWEST_PROJECTS)
  const places = new Map(kept.map(([name], place) => [name, place]))
  const examples = rows.map((row) => exampleOf(row, places))
  const found = fitLogistic({ examples, features: places.size, kinds: 2, regularity: REGULARITY })
  const weightAt = (place: number) => (found[place * 2 + 1] ?? 0) - (found[place * 2] ?? 0)
  return {
    bias: weightAt(places.size),
    weights: new Map([...places].map(([name, place]) => [name, weightAt(place)]))
  }
}

function exampleOf({ grave, features }: Row, places: ReadonlyMap<string, number>): Example {
  const known = [...features].flatMap(([name, value]) => {
    const place = places.get(name)
    return place === undefined ? [] : [{ place, value }]
  })
  return {
    features: Int32Array.from(known, ({ place }) => place),
    values: Float64Array.from(known, ({ value }) => value),
    kind: grave === 'grave' ? 1 : 0,
    weight: WEIGHTS[grave ?? 'other']
  }
}

interface Trial {
  grave: YoungIssue['grave']
  odds: number
}

function triedOnUnseen(rows: readonly Row[]): Trial[] {
  const projects = [...new Set(rows.map(({ project }) => project))]
  const partOf = new Map(projects.map((project, at) => [project, at % PARTS]))
  return Array.from({ length: PARTS }, (_, part) => {
    const { bias, weights } = fit(rows.filter(({ project }) => partOf.get(project) !== part))
    return rows
      .filter(({ project }) => partOf.get(project) === part)
      .map(({ grave, features }) => ({
        grave,
        odds: [...features].reduce((sum, [name, value]) => sum + (weights.get(name) ?? 0) * value, bias)
      }))
  }).flat()
}

function shareFrom(trials: readonly Trial[], kind: YoungIssue['grave'], cutoff: number): number {
  const asked = trials.filter(({ grave }) => grave === kind)
  return asked.filter(({ odds }) => odds >= cutoff).length / Math.max(1, asked.length)
}

/** The lowest that calls few others grave. */
function cutoffOf(trials: readonly Trial[]): number {
  const odds = trials.map((trial) => trial.odds).sort((a, b) => a - b)
  const isFit = (cutoff: number) =>
    shareFrom(trials, 'harmless', cutoff) <= MOST_HARMLESS && shareFrom(trials, null, cutoff) <= MOST_OTHER
  return odds.find(isFit) ?? Number.MAX_VALUE
}

function packed({ bias, weights }: Fitted, cutoff: number): GravityModel {
  const rows = [...weights]
    .map(([name, weight]) => ({ hash: hashName(name), weight }))
    .sort((a, b) => a.hash - b.hash)
  const unit = rows.reduce((most, { weight }) => Math.max(most, Math.abs(weight)), 0) / 127
  const stored = rows
    .map(({ hash, weight }) => ({ hash, weight: Math.round(weight / unit) }))
    .filter(({ weight }) => weight !== 0)
  return {
    facts: { unit, bias, cutoff },
    columns: 1,
    hashes: Uint32Array.from(stored, ({ hash }) => hash),
    weights: Int8Array.from(stored, ({ weight }) => weight)
  }
}
