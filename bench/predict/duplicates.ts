// For each query the older reports that may say the same, as they would have been found at that moment: reports come in
// the order of their time, and what was learned later is not known yet.
import { DuplicateIndex } from '#domain/duplicates/index/index.js'
import type { IssueReport } from '#domain/duplicates/report.js'
import type { BenchOptions } from '../index.js'
import { readLines, writeLines } from '../json-lines.js'

interface Doc {
  project: string
  id: string
  created_at: string
  closed_at: string | null
  title: string
  body: string | null
}

interface Query {
  project: string
  query: string
  created_at: string
  /** When the link was known; never, where it is null. */
  known_at: string | null
  relevant: string[]
}

interface Prediction {
  project: string
  query: string
  ranked: string[]
  similarities: number[]
  ms: number
}

const MOST_RANKED = 20

export function predictDuplicates({ docs: paths, queries: path, out }: BenchOptions): void {
  if (paths.length === 0 || path === '' || out === '')
    throw new Error('predict duplicates --docs FILE [--docs FILE] --queries FILE --out FILE')
  const docs = new Map<string, Doc>()
  for (const one of paths) for (const doc of readLines<Doc>(one)) keep(docs, doc)
  const queries = readLines<Query>(path)
  const projects = new Set(queries.map(({ project }) => project))
  const predictions = [...projects].flatMap((project) =>
    predictionsFor(
      [...docs.values()].filter((doc) => doc.project === project),
      queries.filter((query) => query.project === project)
    )
  )
  writeLines(out, predictions)
}

/** A report that several files have is one report. */
function keep(docs: Map<string, Doc>, doc: Doc): void {
  docs.set(`${doc.project} ${doc.id}`, doc)
}

function predictionsFor(docs: readonly Doc[], queries: readonly Query[]): Prediction[] {
  const ordered = docs.toSorted((a, b) => timeOf(a.created_at) - timeOf(b.created_at))
  const numbers = new Map(ordered.map(({ id }, number) => [id, number]))
  const waiting = ordered.map((doc, number) => reportOf(doc, number))
  const links = new Links(queries, numbers)
  const index = new DuplicateIndex()
  let next = 0
  const asked = queries.toSorted((a, b) => timeOf(a.created_at) - timeOf(b.created_at))
  return asked.flatMap((query) => {
    const at = new Date(query.created_at)
    for (let one = waiting[next]; one !== undefined && one.createdAt < at; one = waiting[next]) {
      index.add(one)
      next += 1
    }
    const report = waiting[numbers.get(query.query) ?? -1]
    if (report === undefined) return []
    const began = performance.now()
    const matches = index.find(report, { at, most: MOST_RANKED, hits: links.knownAt(at) })
    const ms = performance.now() - began
    const ranked = matches.map(({ id }) => ordered[id]?.id ?? '')
    const similarities = matches.map(({ similarity }) => similarity)
    return [{ project: query.project, query: query.query, ranked, similarities, ms }]
  })
}

function reportOf({ title, body, created_at, closed_at }: Doc, id: number): IssueReport {
  const closedAt = closed_at === null ? null : new Date(closed_at)
  return { id, number: id, title, body: body ?? '', createdAt: new Date(created_at), closedAt }
}

/** How often each report was known to be repeated, as time goes on. */
class Links {
  readonly #hits = new Map<number, number>()
  readonly #later: { at: number; relevant: string[] }[]
  readonly #numbers: ReadonlyMap<string, number>

  constructor(queries: readonly Query[], numbers: ReadonlyMap<string, number>) {
    this.#numbers = numbers
    this.#later = queries
      .flatMap(({ known_at, relevant }) => (known_at === null ? [] : [{ at: timeOf(known_at), relevant }]))
      .sort((a, b) => b.at - a.at)
  }

  /** Asked in the order of time. */
  knownAt(moment: Date): ReadonlyMap<number, number> {
    for (
      let link = this.#later.at(-1);
      link !== undefined && link.at < moment.getTime();
      link = this.#later.at(-1)
    ) {
      for (const id of link.relevant) this.#count(this.#numbers.get(id))
      this.#later.pop()
    }
    return this.#hits
  }

  #count(number: number | undefined): void {
    if (number !== undefined) this.#hits.set(number, (this.#hits.get(number) ?? 0) + 1)
  }
}

function timeOf(moment: string): number {
  return Date.parse(moment)
}
