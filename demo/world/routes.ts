// The read API of one repository.
import type { JsonObject } from '#schemas/common.js'
import { refusal } from './faults.js'
import { blobOf, contentOf, treeOf } from './files.js'
import type { HostAnswer } from './http.js'
import { type Links, pageOf, pageOfIssues, pageOfPulls, pageOfRuns, type Query } from './pages.js'
import { issueShape, labelShape, listedPullShape, pullShape, runShape } from './shapes.js'
import type { Repository, State } from './state.js'

export const API = 'https://api.github.com'
export const NOT_FOUND = refusal(404, 'Not Found')

export interface Visit {
  state: State
  repository: Repository
  query: Query
  /** The number or id in the path. */
  id: number
  /** The path parameters; `part` is the first one. */
  part: string
  parts: string[]
  /** The request body. */
  body: JsonObject
  /** The path after the name of the repository. */
  rest: string
  /** The base URL of the fake host. */
  url: string
}

export interface RepositoryRoute {
  /** GET by default. */
  method?: string
  /** The name in GitHub's documentation. */
  name: string
  /** Matches the path after the name of the repository. */
  path: RegExp
  answer(visit: Visit): HostAnswer
}

const UNDER = 'GET /repos/{owner}/{repo}'

export const REPOSITORY_ROUTES: RepositoryRoute[] = [
  { name: `${UNDER}/issues`, path: /^\/issues$/, answer: issues },
  { name: `${UNDER}/issues/{issue_number}`, path: /^\/issues\/(\d+)$/, answer: issue },
  { name: `${UNDER}/pulls`, path: /^\/pulls$/, answer: pulls },
  { name: `${UNDER}/pulls/{pull_number}`, path: /^\/pulls\/(\d+)$/, answer: pull },
  { name: `${UNDER}/pulls/{pull_number}/files`, path: /^\/pulls\/(\d+)\/files$/, answer: files },
  { name: `${UNDER}/actions/runs`, path: /^\/actions\/runs$/, answer: runs },
  { name: `${UNDER}/actions/runs/{run_id}`, path: /^\/actions\/runs\/(\d+)$/, answer: run },
  { name: `${UNDER}/labels`, path: /^\/labels$/, answer: labels },
  {
    name: `${UNDER}/git/trees/{tree_sha}`,
    path: /^\/git\/trees\/([0-9a-f]{40})$/,
    answer: ({ repository, part }) => treeOf(repository, part)
  },
  {
    name: `${UNDER}/git/blobs/{file_sha}`,
    path: /^\/git\/blobs\/([0-9a-f]{40})$/,
    answer: ({ repository, part }) => blobOf(repository, part)
  },
  {
    name: `${UNDER}/contents/{path}`,
    path: /^\/contents\/(.+)$/,
    answer: ({ repository, rest, query }) =>
      contentOf(repository, decodeURIComponent(rest.slice('/contents/'.length)), query.get('ref'))
  }
]

const CURSORS_ONLY =
  'Pagination with the page parameter is not supported for large datasets, please use cursor based pagination (after/before)'

function issues({ state, repository, query, url }: Visit): HostAnswer {
  const page = pageOfIssues(repository, query)
  if (!page) return refusal(422, CURSORS_ONLY)
  return {
    body: page.rows.map((row) => issueShape(state, repository, row)),
    headers: linked(`${url}/repositories/${repository.id}/issues`, query, page.links)
  }
}

function issue({ state, repository, id, url }: Visit): HostAnswer {
  const found = repository.issues.get(id)
  if (found) return { body: issueShape(state, repository, found) }
  const departure = repository.departures.get(id)
  if (!departure) return NOT_FOUND
  if (departure === 'deleted') return refusal(410, 'This issue was deleted')
  if (!state.repositories.has(departure.repository.id)) return NOT_FOUND
  return movedTo(`${url}/repositories/${departure.repository.id}/issues/${departure.number}`)
}

export function movedTo(url: string): HostAnswer {
  const body: JsonObject = { message: 'Moved Permanently', url, documentation_url: 'https://docs.github.com' }
  return { status: 301, body, headers: { location: url } }
}

function pulls({ state, repository, query, url }: Visit): HostAnswer {
  const page = pageOfPulls(repository, query)
  const body = page.rows.flatMap((row) =>
    row.pull ? [listedPullShape(state, repository, { issue: row, pull: row.pull })] : []
  )
  return { body, headers: linked(`${url}/repositories/${repository.id}/pulls`, query, page.links) }
}

function pull({ state, repository, id }: Visit): HostAnswer {
  const found = repository.issues.get(id)
  if (!found?.pull) return NOT_FOUND
  return { body: pullShape(state, repository, { issue: found, pull: found.pull }) }
}

function files({ repository, id, query, url }: Visit): HostAnswer {
  const pull = repository.issues.get(id)?.pull
  if (!pull) return NOT_FOUND
  const page = pageOf(pull.files, query)
  const contents = `${API}/repos/${repository.owner.login}/${repository.name}/contents`
  const body = page.rows.map((filename) => ({
    filename,
    status: 'modified',
    contents_url: `${contents}/${filename}?ref=${pull.headSha}`
  }))
  return {
    body,
    headers: linked(`${url}/repositories/${repository.id}/pulls/${id}/files`, query, page.links)
  }
}

function runs({ state, repository, query, url }: Visit): HostAnswer {
  const { rows, total, links } = pageOfRuns(repository, query)
  return {
    body: { total_count: total, workflow_runs: rows.map((row) => runShape(state, repository, row)) },
    headers: linked(`${url}/repositories/${repository.id}/actions/runs`, query, links)
  }
}

function run({ state, repository, id }: Visit): HostAnswer {
  const found = repository.runs.get(id)
  return found ? { body: runShape(state, repository, found) } : NOT_FOUND
}

function labels({ repository, query, url }: Visit): HostAnswer {
  const byName = [...repository.labels].sort((a, b) => (a.name < b.name ? -1 : 1))
  const page = pageOf(byName, query)
  return {
    body: page.rows.map((row) => labelShape(repository, row)),
    headers: linked(`${url}/repositories/${repository.id}/labels`, query, page.links)
  }
}

/** The `Link` header: the same query with the parameters that each link changes. */
export function linked(address: string, query: Query, links: Links): Record<string, string> {
  const parts = Object.entries(links).map(([relation, changes]) => {
    const to = new URLSearchParams(query)
    for (const [name, value] of Object.entries(changes)) to.set(name, value)
    return `<${address}?${to}>; rel="${relation}"`
  })
  return parts.length > 0 ? { link: parts.join(', ') } : {}
}
