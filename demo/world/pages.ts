// Pagination as the host does it: page sizes, orders, cursors and links.
import { DAY_MS } from '#domain/time/durations.js'
import type { Issue, Repository, Run } from './state.js'

export type Query = URLSearchParams

/** The query parameters that each link changes. */
export type Links = Record<string, Record<string, string>>

export interface Page<Row> {
  rows: readonly Row[]
  links: Links
}

const PER_PAGE = 30
const MOST_PER_PAGE = 100
/** Beyond this many items the host requires cursors. */
const DEEPEST = 10_000

export function sizeOf(query: Query): number {
  const requested = Number(query.get('per_page') ?? PER_PAGE)
  return requested >= 1 ? Math.min(Math.trunc(requested), MOST_PER_PAGE) : PER_PAGE
}

const pageIn = (query: Query) => Math.max(1, Math.trunc(Number(query.get('page') ?? 1)) || 1)

export function pageOf<Row>(rows: readonly Row[], query: Query): Page<Row> {
  const size = sizeOf(query)
  const page = pageIn(query)
  const last = Math.ceil(rows.length / size)
  const links: Links = {}
  if (page > 1) links['prev'] = { page: String(page - 1) }
  if (page < last) Object.assign(links, { next: { page: String(page + 1) }, last: { page: String(last) } })
  if (page > 1) links['first'] = { page: '1' }
  return { rows: rows.slice((page - 1) * size, page * size), links }
}

/** Undefined if the host refuses page numbers. */
export function pageOfIssues(repository: Repository, query: Query): Page<Issue> | undefined {
  const size = sizeOf(query)
  const page = pageIn(query)
  const after = query.get('after')
  if (after === null && page * size >= DEEPEST) return undefined
  const order = orderOf(query, 'desc')
  const rows = wanted(sortedIssues(repository, order), query)
  const from = after === null ? (page - 1) * size : indexAfter(rows, order, after)
  const shown = rows.slice(from, from + size)
  const end = shown.at(-1)
  const isLast = from + size >= rows.length
  const next = { page: String(page + 1), after: end ? cursorOf(end, order) : '' }
  return { rows: shown, links: isLast || !end ? {} : { next } }
}

/** The host reverses the default direction when another sort is requested. */
export function pageOfPulls(repository: Repository, query: Query): Page<Issue> {
  const byCreation = (query.get('sort') ?? 'created') === 'created'
  const issues = sortedIssues(repository, orderOf(query, byCreation ? 'desc' : 'asc'))
  const pulls = issues.filter(({ pull }) => pull !== null)
  return pageOf(
    pulls.filter((pull) => isInState(pull, query) && isOfBranch(pull, query)),
    query
  )
}

/** The head with its owner, as `octo-org:fix`. */
function isOfBranch({ pull }: Issue, query: Query): boolean {
  const [head, base] = [query.get('head'), query.get('base')]
  const isHead = head === null || (pull?.fork === undefined && head.endsWith(`:${pull?.head}`))
  return isHead && (base === null || base === pull?.base)
}

interface Order {
  by: 'createdAt' | 'updatedAt'
  sign: 1 | -1
}

function orderOf(query: Query, usual: 'asc' | 'desc'): Order {
  const by = query.get('sort') === 'updated' ? 'updatedAt' : 'createdAt'
  return { by, sign: (query.get('direction') ?? usual) === 'asc' ? 1 : -1 }
}

const compare = ({ by, sign }: Order, a: Issue, b: Issue) =>
  sign * (a[by].getTime() - b[by].getTime() || a.id - b.id)

interface Sorted {
  version: number
  rows: readonly Issue[]
}

const sortedBefore = new WeakMap<Repository, Map<string, Sorted>>()

/** Sorted once for all pages that are requested before the next change. */
function sortedIssues(repository: Repository, order: Order): readonly Issue[] {
  const known = sortedBefore.get(repository) ?? new Map<string, Sorted>()
  sortedBefore.set(repository, known)
  const key = `${order.by} ${order.sign}`
  const before = known.get(key)
  if (before?.version === repository.version) return before.rows
  const rows = [...repository.issues.values()].sort((a, b) => compare(order, a, b))
  known.set(key, { version: repository.version, rows })
  return rows
}

function wanted(issues: readonly Issue[], query: Query): readonly Issue[] {
  const since = query.get('since')
  const from = since === null ? Number.NEGATIVE_INFINITY : Date.parse(since)
  const label = query.get('labels')
  return issues.filter(
    (issue) =>
      isInState(issue, query) &&
      issue.updatedAt.getTime() >= from &&
      (label === null || issue.labels.some(({ name }) => name === label))
  )
}

function isInState({ state }: Issue, query: Query): boolean {
  const requested = query.get('state') ?? 'open'
  return requested === 'all' || requested === state
}

/** The position of an issue in an order, which stays valid when other issues come and go. */
function cursorOf(issue: Issue, { by }: Order): string {
  return Buffer.from(`cursor:v2:${issue[by].getTime()}:${issue.id}`).toString('base64')
}

function indexAfter(rows: readonly Issue[], { by, sign }: Order, cursor: string): number {
  const [, , moment, id] = Buffer.from(cursor, 'base64').toString().split(':').map(Number)
  const isAfter = (row: Issue) => sign * (row[by].getTime() - (moment ?? 0) || row.id - (id ?? 0)) > 0
  const index = rows.findIndex(isAfter)
  return index === -1 ? rows.length : index
}

/** A search shows no more than this; an unfiltered list shows all runs. */
const MOST_FOUND = 1_000
const SEARCHES = ['created', 'status', 'branch', 'head_sha', 'event', 'actor']

export function pageOfRuns({ runs }: Repository, query: Query): Page<Run> & { total: number } {
  const newestFirst = [...runs.values()].sort(
    (a, b) => b.createdAt.getTime() - a.createdAt.getTime() || b.id - a.id
  )
  const found = newestFirst.filter((run) => isAsked(run, query))
  const isSearch = SEARCHES.some((name) => query.has(name))
  return { ...pageOf(isSearch ? found.slice(0, MOST_FOUND) : found, query), total: found.length }
}

function isAsked(run: Run, query: Query): boolean {
  const { branch, headSha: head_sha, event, actor } = run
  const facts: Record<string, string> = { branch, head_sha, event, actor }
  const isEqual = Object.entries(facts).every(([name, is]) => [null, is].includes(query.get(name)))
  const status = query.get('status')
  const isSo = status === null || status === run.status || status === run.conclusion
  return isEqual && isSo && isWithin(run.createdAt, query.get('created'))
}

/** `2026-01-01..2026-02-01`, with a star for an open end, or a comparison. */
function isWithin(moment: Date, requested: string | null): boolean {
  if (requested === null) return true
  const [, sign, text = ''] = /^(>=|<=|>|<)?(.*)$/.exec(requested) ?? []
  const [from = '*', to = '*'] = text.includes('..') ? text.split('..') : boundsOf(sign, text)
  const at = moment.getTime()
  const isFrom = from === '*' || (sign === '>' ? at > startOf(from) : at >= startOf(from))
  const isTo = to === '*' || (sign === '<' ? at < startOf(to) : at <= endOf(to))
  return isFrom && isTo
}

function boundsOf(sign: string | undefined, text: string): string[] {
  if (sign === undefined) return [text, text]
  return sign.startsWith('>') ? [text, '*'] : ['*', text]
}

const startOf = (text: string) => Date.parse(text)
/** A day ends with its last millisecond. */
const endOf = (text: string) => Date.parse(text) + (text.length === 10 ? DAY_MS - 1 : 0)
