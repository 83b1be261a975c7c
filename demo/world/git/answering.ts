// How the routes of a repository with real branches answer: refusals are thrown, and lists have pages.
import type { JsonObject } from '#schemas/common.js'
import { refusal } from '../faults.js'
import type { HostAnswer } from '../http.js'
import { pageOf } from '../pages.js'
import { linked, NOT_FOUND, type RepositoryRoute, type Visit } from '../routes.js'
import { hostWritesOf } from '../writes/host-writes.js'
import { type Git, GitRefusal, gitOf } from './git-state.js'

export type GitAnswer = (git: Git, visit: Visit) => HostAnswer

export interface GitRouteFacts {
  method?: string
  /** The path in GitHub's documentation. */
  path: string
  match: RegExp
  answer: GitAnswer
}

export const gitRoute = ({ method = 'GET', path, match, answer }: GitRouteFacts): RepositoryRoute => ({
  method,
  name: `${method} /repos/{owner}/{repo}${path}`,
  path: match,
  answer(visit) {
    const git = gitOf(visit.repository)
    if (!git) return NOT_FOUND
    try {
      return answer(git, visit)
    } catch (error) {
      if (error instanceof GitRefusal) return refusal(error.status, error.message)
      throw error
    }
  }
})

/** What the service did, for the log of its writes. */
export const noteWrite = ({ repository }: Git, what: string) =>
  void hostWritesOf(repository).written.push(what)

/** A page of a list, with links to the others. */
export function pageFor<Row>({ repository, rest, query, url }: Visit, rows: readonly Row[]) {
  const { rows: shown, links } = pageOf(rows, query)
  return { shown, headers: linked(`${url}/repositories/${repository.id}${rest}`, query, links) }
}

export function listAnswer<Row>(visit: Visit, rows: readonly Row[], shape: (row: Row) => JsonObject) {
  const { shown, headers } = pageFor(visit, rows)
  return { body: shown.map(shape), headers }
}

export function countedAnswer<Row>(
  visit: Visit,
  name: string,
  { rows, shape }: { rows: readonly Row[]; shape: (row: Row) => JsonObject }
): HostAnswer {
  const { shown, headers } = pageFor(visit, rows)
  return { body: { total_count: rows.length, [name]: shown.map(shape) }, headers }
}
