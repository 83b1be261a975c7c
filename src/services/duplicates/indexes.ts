// Duplicate indexes of this process, one per repository: built from the rows on first use, then updated with every
// change, so that all processes find the same duplicates.
import type { Deps } from '#deps.js'
import { DuplicateIndex } from '#domain/duplicates/index/index.js'
import type { IssueReport, Match } from '#domain/duplicates/report.js'
import type { TypeKnowledge } from '#domain/triage/shared-model.js'
import { coalesced } from '#runtime/coalesce.js'
import { type RevisedIssue, type RevisionPosition, revisedIssues } from '#store/duplicates/compared-issues.js'
import { loadTypeKnowledge } from '#store/triage/shipped-models.js'

/** Issues closed earlier are no candidates. */
const CLOSED_WITHIN_DAYS = 180
/**
 * With fewer issues, lines of a template cannot be recognised: similar bodies only count together with similar titles.
 */
const FEWEST_FOR_TEMPLATES = 10
const ALIKE_IN_TITLE = 0.4
/** Small batches, so that other work gets its turn. */
const READ_AT_ONCE = 100
/** Limit for all indexes together; the one in use may be larger. */
const MOST_BYTES = 512 * 1024 * 1024

export interface MatchQuery {
  report: IssueReport
  at: Date
  most: number
}

class RepositoryIndex {
  readonly #index: DuplicateIndex
  /** Which issue duplicates which, and how many duplicates each has. */
  readonly #canonicalOf = new Map<number, number>()
  readonly #duplicateCounts = new Map<number, number>()
  #position: RevisionPosition = { revision: -1, issueId: 0 }
  /** Reads the changes committed before the call; returns the number of issues. */
  readonly catchUp: () => Promise<number>

  constructor(deps: Pick<Deps, 'db'>, repoId: number, knowledge: TypeKnowledge) {
    this.#index = new DuplicateIndex(knowledge)
    this.catchUp = coalesced(() => this.#read(deps, repoId))
  }

  get size(): number {
    return this.#index.size
  }

  get bytes(): number {
    return this.#index.bytes
  }

  find({ report, at, most }: MatchQuery): Match[] {
    const search = { at, most, closedWithinDays: CLOSED_WITHIN_DAYS, hits: this.#duplicateCounts }
    const found = this.#index.find(report, search)
    if (this.size >= FEWEST_FOR_TEMPLATES) return found
    return found.filter(
      ({ signals: { title, failures } }) => title >= ALIKE_IN_TITLE || (failures > 0 && title > 0)
    )
  }

  /** No row of this repository reports an issue that was transferred away. */
  forget(issueId: number): void {
    this.#index.remove(issueId)
    this.#setCanonical(issueId, null)
  }

  async #read({ db }: Pick<Deps, 'db'>, repoId: number): Promise<number> {
    for (;;) {
      const rows = await revisedIssues(db, { repoId, after: this.#position, most: READ_AT_ONCE })
      for (const row of rows) this.#apply(row)
      if (rows.length < READ_AT_ONCE) return this.size
    }
  }

  #apply(row: RevisedIssue): void {
    if (row.goneAt === null) this.#index.add(issueReportOf(row))
    else this.#index.remove(row.issueId)
    this.#setCanonical(row.issueId, row.goneAt === null ? row.duplicateOf : null)
    this.#position = { revision: row.revision, issueId: row.issueId }
  }

  #setCanonical(issueId: number, target: number | null): void {
    const before = this.#canonicalOf.get(issueId)
    if (before !== undefined) this.#duplicateCounts.set(before, (this.#duplicateCounts.get(before) ?? 1) - 1)
    if (target === null) this.#canonicalOf.delete(issueId)
    else {
      this.#canonicalOf.set(issueId, target)
      this.#duplicateCounts.set(target, (this.#duplicateCounts.get(target) ?? 0) + 1)
    }
  }
}

type Text = Pick<RevisedIssue, 'number' | 'title' | 'body' | 'state' | 'createdAt' | 'updatedAt' | 'closedAt'>

export function issueReportOf({
  issueId: id,
  number,
  title,
  body,
  ...row
}: Text & { issueId: number }): IssueReport {
  const closedAt = row.state === 'closed' ? (row.closedAt ?? row.updatedAt) : null
  return { id, number, title, body: body ?? '', createdAt: row.createdAt, closedAt }
}

const indexesByDatabase = new WeakMap<Deps['db'], Map<number, RepositoryIndex>>()

/** The up-to-date index of a repository. */
export async function currentIndex(deps: Pick<Deps, 'db'>, repoId: number): Promise<RepositoryIndex> {
  const indexes = indexesByDatabase.get(deps.db) ?? new Map<number, RepositoryIndex>()
  indexesByDatabase.set(deps.db, indexes)
  const knowledge = await loadTypeKnowledge()
  const index = indexes.get(repoId) ?? new RepositoryIndex(deps, repoId, knowledge)
  // The map is ordered by last use.
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
