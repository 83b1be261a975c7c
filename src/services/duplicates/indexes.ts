// The indexes of this process, one per repository: made from the rows when first asked for, and brought up to date with
// whatever has changed since, so that every process finds the same.
import type { Deps } from '#deps.js'
import { DuplicateIndex } from '#domain/duplicates/index/index.js'
import type { IssueReport, Match } from '#domain/duplicates/report.js'
import { coalesced } from '#runtime/coalesce.js'
import { type RevisedIssue, type RevisionPosition, revisedIssues } from '#store/duplicates/compared-issues.js'

/** What was closed longer ago is no candidate. */
const CLOSED_WITHIN_DAYS = 180
/** Of fewer issues nobody knows which lines are a template: their bodies alone say nothing, only with the titles. */
const FEWEST_FOR_TEMPLATES = 10
const ALIKE_IN_TITLE = 0.4
/** Few at a time: others have their turn in between. */
const READ_AT_ONCE = 100
/** Of all indexes together; the one that is in use may be larger by itself. */
const MOST_BYTES = 512 * 1024 * 1024

export interface MatchQuery {
  report: IssueReport
  at: Date
  most: number
}

export class RepositoryIndex {
  readonly #index = new DuplicateIndex()
  /** Which issue repeats which, and how many repeat each. */
  readonly #repeats = new Map<number, number>()
  readonly #hits = new Map<number, number>()
  #reached: RevisionPosition = { revision: -1, issueId: 0 }
  /** Takes over what was committed before it was called; says how many issues there are then. */
  readonly catchUp: () => Promise<number>

  constructor(deps: Pick<Deps, 'db'>, repoId: number) {
    this.catchUp = coalesced(() => this.#read(deps, repoId))
  }

  get size(): number {
    return this.#index.size
  }

  get bytes(): number {
    return this.#index.bytes
  }

  find({ report, at, most }: MatchQuery): Match[] {
    const search = { at, most, closedWithinDays: CLOSED_WITHIN_DAYS, hits: this.#hits }
    const found = this.#index.find(report, search)
    if (this.size >= FEWEST_FOR_TEMPLATES) return found
    return found.filter(
      ({ signals: { title, failures } }) => title >= ALIKE_IN_TITLE || (failures > 0 && title > 0)
    )
  }

  /** What went to another repository is told by no row of this one. */
  forget(issueId: number): void {
    this.#index.remove(issueId)
    this.#repeat(issueId, null)
  }

  async #read({ db }: Pick<Deps, 'db'>, repoId: number): Promise<number> {
    for (;;) {
      const rows = await revisedIssues(db, { repoId, after: this.#reached, most: READ_AT_ONCE })
      for (const row of rows) this.#take(row)
      if (rows.length < READ_AT_ONCE) return this.size
    }
  }

  #take(row: RevisedIssue): void {
    if (row.goneAt === null) this.#index.add(issueReportOf(row))
    else this.#index.remove(row.issueId)
    this.#repeat(row.issueId, row.goneAt === null ? row.duplicateOf : null)
    this.#reached = { revision: row.revision, issueId: row.issueId }
  }

  #repeat(issueId: number, target: number | null): void {
    const before = this.#repeats.get(issueId)
    if (before !== undefined) this.#hits.set(before, (this.#hits.get(before) ?? 1) - 1)
    if (target === null) this.#repeats.delete(issueId)
    else {
      this.#repeats.set(issueId, target)
      this.#hits.set(target, (this.#hits.get(target) ?? 0) + 1)
    }
  }
}

type Text = Pick<RevisedIssue, 'title' | 'body' | 'state' | 'createdAt' | 'updatedAt' | 'closedAt'>

export function issueReportOf({ issueId: id, title, body, ...row }: Text & { issueId: number }): IssueReport {
  const closedAt = row.state === 'closed' ? (row.closedAt ?? row.updatedAt) : null
  return { id, title, body: body ?? '', createdAt: row.createdAt, closedAt }
}

const ofProcess = new WeakMap<Deps['db'], Map<number, RepositoryIndex>>()

/** The index of a repository as of now. */
export async function currentIndex(deps: Pick<Deps, 'db'>, repoId: number): Promise<RepositoryIndex> {
  const indexes = ofProcess.get(deps.db) ?? new Map<number, RepositoryIndex>()
  ofProcess.set(deps.db, indexes)
  const index = indexes.get(repoId) ?? new RepositoryIndex(deps, repoId)
  // The last in the map is the one that was asked last.
  indexes.delete(repoId)
  indexes.set(repoId, index)
  await index.catchUp()
  makeRoom(indexes)
  return index
}

function makeRoom(indexes: Map<number, RepositoryIndex>): void {
  let bytes = [...indexes.values()].reduce((sum, one) => sum + one.bytes, 0)
  for (const [repoId, index] of indexes) {
    if (bytes <= MOST_BYTES || indexes.size === 1) return
    indexes.delete(repoId)
    bytes -= index.bytes
  }
}
