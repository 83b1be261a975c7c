// Teaches what great harm reads like from made-up young projects, tries it on projects that it has not seen, and writes
// the weights.
import { writeFileSync } from 'node:fs'
import { encodeWeightTable } from '#domain/text/weight-table.js'
import { type GravityModel, gravityFeaturesOf } from '#domain/triage/priority/gravity.js'
import type { TextFeatures } from '#domain/triage/text/features.js'
import { hashName } from '#domain/triage/text/hash.js'
import type { BenchOptions } from '../index.js'
import { fitOdds, type OddsModel, oddsBy } from '../learning/linear.js'
import { partsInTurn, triedInParts } from '../learning/parts.js'
import { taughtProjects, type YoungIssue } from './projects.js'

const REGULARITY = 0.5
const PARTS = 10
/** Of reports that only use the words of harm, and of all others, so many may be called grave. */
const MOST_HARMLESS = 0.02
const MOST_OTHER = 0.05
/** There are few of both, and they are what has to be told apart. */
const WEIGHTS = { grave: 3, harmless: 2, other: 1 }

interface Row {
  project: string
  grave: YoungIssue['grave']
  features: TextFeatures
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
function fit(rows: readonly Row[]): OddsModel {
  const samples = rows.map(({ project, grave, features }) => ({
    features: [...features],
    source: project,
    kind: grave === 'grave' ? 1 : 0,
    weight: WEIGHTS[grave ?? 'other']
  }))
  return fitOdds(samples, { leastSamples: 1, leastSources: 2, regularity: REGULARITY })
}

interface Trial {
  grave: YoungIssue['grave']
  odds: number
}

function triedOnUnseen(rows: readonly Row[]): Trial[] {
  const partOfProject = partsInTurn(
    rows.map(({ project }) => project),
    PARTS
  )
  const partOf = ({ project }: Row) => partOfProject(project)
  return triedInParts(rows, { parts: PARTS, partOf }, (taught, asked) => {
    const model = fit(taught)
    return asked.map(({ grave, features }) => ({ grave, odds: oddsBy(model, features) }))
  })
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

function packed({ bias, weights }: OddsModel, cutoff: number): GravityModel {
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
