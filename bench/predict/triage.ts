// Kinds of issues: `--own K` lets the first K of each kind and repository be its own labels, and predicts the others.

import { decodeTypeModel, type TypeModel } from '#domain/triage/model.js'
import { EMPTY_OWN, type OwnModel } from '#domain/triage/own.js'
import { judgeType, learnTypes } from '#domain/triage/type.js'
import type { CommonType } from '#schemas/triage/triage.js'
import { typeWeights } from '#store/triage/type-weights.js'
import type { BenchOptions } from '../index.js'
import { readLines, writeLines } from '../json-lines.js'
import { repositoryOf, type TriageRow } from '../triage/rows.js'

export async function predictTriage({ in: from, out, own: perType }: BenchOptions): Promise<void> {
  const shared = decodeTypeModel(await typeWeights())
  const rows = readLines<TriageRow>(from)
  const history = historyOf(rows, perType)
  const taught = new Set(history)
  const models = new Map<string, OwnModel>()
  for (const [repository, lessons] of grouped(history)) models.set(repository, taughtBy(lessons, shared))
  const began = performance.now()
  const asked = rows.filter((row) => !taught.has(row))
  const answers = asked.map((row) => answerTo(row, shared, models.get(repositoryOf(row))))
  writeLines(out, answers)
  const sure = answers.filter(({ sure }) => sure).length
  console.log(
    `${asked.length} predicted, ${sure} of them surely, ${((performance.now() - began) / asked.length).toFixed(2)} ms each`
  )
}

function historyOf(rows: readonly TriageRow[], perType: number): TriageRow[] {
  const seen = new Map<string, number>()
  return rows.filter((row) => {
    const kind = `${repositoryOf(row)} ${row.label}`
    const count = (seen.get(kind) ?? 0) + 1
    seen.set(kind, count)
    return count <= perType
  })
}

function taughtBy(lessons: readonly TriageRow[], shared: TypeModel): OwnModel {
  return learnTypes(
    EMPTY_OWN,
    shared,
    lessons.map((row) => ({ ...issueOf(row), key: row.id, type: row.label }))
  )
}

function answerTo(row: TriageRow, shared: TypeModel, own: OwnModel | undefined) {
  const { type, probabilities, isSure } = judgeType(issueOf(row), shared, own)
  const { bug, feature, question } = probabilities
  const probs: Record<CommonType, number> = { bug, feature, question }
  return { id: row.id, label: type, probs, sure: isSure }
}

const issueOf = ({ repo, title, body }: TriageRow) =>
  repo === null ? { title, body } : { repository: repo, title, body }

function grouped(rows: readonly TriageRow[]): Map<string, TriageRow[]> {
  const groups = new Map<string, TriageRow[]>()
  for (const row of rows) groups.set(repositoryOf(row), [...(groups.get(repositoryOf(row)) ?? []), row])
  return groups
}
