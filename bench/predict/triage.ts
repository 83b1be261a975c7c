// Kinds of issues: `--own K` lets the first K of each kind and repository be its own labels, and predicts the others.

import { classifyIssue, learnTypes } from '#domain/triage/classify-issue.js'
import { EMPTY_MODEL, type RepositoryModel } from '#domain/triage/repository-model.js'
import type { TypeKnowledge } from '#domain/triage/shared-model.js'
import { loadTypeKnowledge } from '#store/triage/shipped-models.js'
import type { BenchOptions } from '../index.js'
import { readLines, writeLines } from '../json-lines.js'
import { repositoryOf, type TriageRow } from '../triage/rows.js'

export async function predictTriage({ in: from, out, own: perType }: BenchOptions): Promise<void> {
  const shared = await loadTypeKnowledge()
  const rows = readLines<TriageRow>(from)
  const history = historyOf(rows, perType)
  const taught = new Set(history)
  const models = new Map<string, RepositoryModel>()
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

function taughtBy(lessons: readonly TriageRow[], shared: TypeKnowledge): RepositoryModel {
  return learnTypes(
    EMPTY_MODEL,
    shared,
    lessons.map((row) => ({ ...issueOf(row), key: row.id, type: row.label }))
  )
}

function answerTo(row: TriageRow, shared: TypeKnowledge, own: RepositoryModel | undefined) {
  const { probabilities, isSure } = classifyIssue(issueOf(row), shared, own)
  const asked = ASKED.map((type) => [type, probabilities[type]] as const)
  const all = asked.reduce((sum, [, chance]) => sum + chance, 0)
  const [label] = asked.reduce((best, one) => (one[1] > best[1] ? one : best), asked[0] ?? ['bug', 0])
  const probs = Object.fromEntries(asked.map(([type, chance]) => [type, chance / all]))
  return { id: row.id, label, probs, sure: isSure }
}

/** The kinds that such files know. */
const ASKED = ['bug', 'feature', 'question'] as const

const issueOf = ({ repo, title, body }: TriageRow) =>
  repo === null ? { title, body } : { repository: repo, title, body }

function grouped(rows: readonly TriageRow[]): Map<string, TriageRow[]> {
  const groups = new Map<string, TriageRow[]>()
  for (const row of rows) groups.set(repositoryOf(row), [...(groups.get(repositoryOf(row)) ?? []), row])
  return groups
}
