// Authenticates requests to the fake host and answers them.
import type { JsonObject } from '#schemas/common.js'
import { COLLABORATOR_ROUTES } from './accounts/collaborators.js'
import { ALERT_ROUTES } from './alerts.js'
import { ARTIFACT_ROUTES } from './ci/artifacts.js'
import { JOB_ROUTES } from './ci/job-logs.js'
import { deliveryDetail, deliveryList, hookConfig } from './events/deliveries.js'
import { redeliver } from './events/events.js'
import { refusal } from './faults.js'
import { GIT_ROUTES } from './git/git.js'
import { gitOf } from './git/git-state.js'
import type { HostAnswer, HostRequest } from './http.js'
import { pageOf, type Query } from './pages.js'
import { PROTECTION_ROUTES } from './protections/protections.js'
import { RELEASE_ROUTES } from './releases.js'
import { linked, movedTo, NOT_FOUND, REPOSITORY_ROUTES, type RepositoryRoute } from './routes.js'
import { SETTING_ROUTES } from './settings.js'
import { installationShape, repositoryShape, userShape } from './shapes.js'
import { fullName, type Installation, type Repository, type State } from './state.js'
import { WRITE_ROUTES } from './writes/host-writes.js'
import { LABEL_WRITES } from './writes/label-writes.js'
import { PULL_WRITES } from './writes/pull-writes.js'

export interface Tokens {
  /** By installation and time; undefined for an unknown or expired token. */
  installationOf(token: string): number | undefined
  mint(installation: number): HostAnswer
}

/** A request with its parsed parts. */
export interface Question {
  method: string
  path: string
  query: Query
  /** Undefined for requests as the App itself. */
  token: string | undefined
  url: string
  body: JsonObject
}

export function questionOf(
  { method, path, headers, body }: HostRequest,
  url: string,
  mostPerPage = 100
): Question {
  const { pathname, searchParams } = new URL(path, url)
  if (Number(searchParams.get('per_page') ?? 0) > mostPerPage)
    searchParams.set('per_page', String(mostPerPage))
  const [, secret = ''] = (headers['authorization'] ?? '').split(' ')
  const token = secret.startsWith('ghs_') ? secret : undefined
  return {
    method,
    path: pathname,
    query: searchParams,
    token,
    url,
    body: body === '' ? {} : JSON.parse(body)
  }
}

/** The route as GitHub documents it; the plain path if there is none. */
export function routeOf({ method, path }: Question): string {
  const fixed = APP_ROUTES.find((route) => route.method === method && route.path.test(path))
  if (fixed) return `${method} ${fixed.name}`
  const place = placeOf(path)
  const route = place && routeAt(NAMED, method, place.rest)
  if (!route || !place) return `${method} ${path}`
  return 'id' in place && place.rest === '' ? 'GET /repositories/{id}' : route.name
}

export function answerFor(state: State, tokens: Tokens, question: Question): HostAnswer {
  const { method, path, token } = question
  const route = APP_ROUTES.find((one) => one.method === method && one.path.test(path))
  if (route && !route.asInstallation) {
    // The App authenticates with a signed JWT, never with an installation token.
    if (token !== undefined) return refusal(401, 'A JSON web token could not be decoded')
    return route.answer({ state, tokens, question, id: Number(route.path.exec(path)?.[1]) })
  }
  const caller = callerOf(state, tokens, token)
  if (!('selection' in caller)) return caller
  if (route) return route.answer({ state, tokens, question, id: 0, caller })
  return repositoryAnswer(state, question, caller)
}

function callerOf(state: State, tokens: Tokens, token: string | undefined): Installation | HostAnswer {
  const id = token === undefined ? undefined : tokens.installationOf(token)
  const installation = id === undefined ? undefined : state.installations.get(id)
  if (!installation) return refusal(401, 'Bad credentials')
  return installation.suspendedAt ? refusal(403, 'This installation has been suspended') : installation
}

interface AppVisit {
  state: State
  tokens: Tokens
  question: Question
  id: number
  caller?: Installation
}

interface AppRoute {
  method: string
  name: string
  path: RegExp
  asInstallation?: boolean
  answer(input: AppVisit): HostAnswer
}

const APP = { id: 1, slug: 'service', name: 'service' }

const APP_ROUTES: AppRoute[] = [
  {
    method: 'POST',
    name: '/app/installations/{installation_id}/access_tokens',
    path: /^\/app\/installations\/(\d+)\/access_tokens$/,
    answer({ state, tokens, id }) {
      const installation = state.installations.get(id)
      if (!installation) return NOT_FOUND
      return installation.suspendedAt ? refusal(403, 'This installation has been suspended') : tokens.mint(id)
    }
  },
  { method: 'GET', name: '/app', path: /^\/app$/, answer: () => ({ body: APP }) },
  { method: 'GET', name: '/app/installations', path: /^\/app\/installations$/, answer: installations },
  {
    method: 'GET',
    name: '/app/installations/{installation_id}',
    path: /^\/app\/installations\/(\d+)$/,
    answer({ state, id }) {
      const found = state.installations.get(id)
      return found ? { body: installationShape(found) } : NOT_FOUND
    }
  },
  {
    method: 'GET',
    name: '/app/hook/config',
    path: /^\/app\/hook\/config$/,
    answer: ({ state }) => hookConfig(state)
  },
  {
    method: 'GET',
    name: '/app/hook/deliveries',
    path: /^\/app\/hook\/deliveries$/,
    answer: ({ state, question: { query, url } }) => deliveryList(state, query, url)
  },
  {
    method: 'GET',
    name: '/app/hook/deliveries/{delivery_id}',
    path: /^\/app\/hook\/deliveries\/(\d+)$/,
    answer: ({ state, id }) => deliveryDetail(state, id)
  },
  {
    method: 'POST',
    name: '/app/hook/deliveries/{delivery_id}/attempts',
    path: /^\/app\/hook\/deliveries\/(\d+)\/attempts$/,
    answer({ state, id }) {
      const delivery = state.deliveries.find((one) => one.id === id)
      if (!delivery) return NOT_FOUND
      redeliver(state, delivery)
      return { status: 202, body: {} }
    }
  },
  {
    method: 'GET',
    name: '/installation/repositories',
    path: /^\/installation\/repositories$/,
    asInstallation: true,
    answer: selection
  },
  {
    method: 'GET',
    name: '/orgs/{org}/members',
    path: /^\/orgs\/([^/]+)\/members$/,
    asInstallation: true,
    answer: members
  }
]

function installations({ state, question: { query, url } }: AppVisit): HostAnswer {
  const { rows, links } = pageOf([...state.installations.values()], query)
  return { body: rows.map(installationShape), headers: linked(`${url}/app/installations`, query, links) }
}

function selection({ state, question: { query, url }, caller }: AppVisit): HostAnswer {
  const seen = [...(caller?.selection ?? [])].map((id) => state.repositories.get(id))
  const repositories = seen.filter((one) => one !== undefined)
  const { rows, links } = pageOf(repositories, query)
  return {
    body: {
      total_count: repositories.length,
      repository_selection: 'selected',
      repositories: rows.map(repositoryShape)
    },
    headers: linked(`${url}/installation/repositories`, query, links)
  }
}

function members({ state, question: { path, query, url } }: AppVisit): HostAnswer {
  const organisation = state.accounts.get(decodeURIComponent(path.split('/')[2] ?? '').toLowerCase())
  if (organisation?.type !== 'Organization') return NOT_FOUND
  const role = query.get('role') ?? 'all'
  const found = [...organisation.members].filter(([, is]) => role === 'all' || role === is)
  const { rows, links } = pageOf(found, query)
  const accounts = rows.map(([login]) => state.accounts.get(login.toLowerCase()))
  return {
    body: accounts.filter((one) => one !== undefined).map(userShape),
    headers: linked(`${url}/orgs/${organisation.login}/members`, query, links)
  }
}

type Place = { rest: string } & ({ name: string } | { id: number })

const BY_NAME = /^\/repos\/([^/]+\/[^/]+)(\/.*)?$/
const BY_ID = /^\/repositories\/(\d+)(\/.*)?$/

function placeOf(path: string): Place | undefined {
  const [, name, afterName = ''] = BY_NAME.exec(path) ?? []
  if (name !== undefined) return { name: decodeURIComponent(name).toLowerCase(), rest: afterName }
  const [, id, afterId = ''] = BY_ID.exec(path) ?? []
  return id === undefined ? undefined : { id: Number(id), rest: afterId }
}

const ROUTES = [
  ...SETTING_ROUTES,
  ...REPOSITORY_ROUTES,
  ...WRITE_ROUTES,
  ...PULL_WRITES,
  ...LABEL_WRITES,
  ...JOB_ROUTES,
  ...ARTIFACT_ROUTES,
  ...RELEASE_ROUTES,
  ...COLLABORATOR_ROUTES,
  ...PROTECTION_ROUTES,
  ...ALERT_ROUTES
]

const WITH_GIT = [...GIT_ROUTES, ...ROUTES]
/** Some names are only known to repositories with real branches. */
const NAMED = [...ROUTES, ...GIT_ROUTES]

function routeAt(
  routes: readonly RepositoryRoute[],
  asked: string,
  rest: string
): RepositoryRoute | undefined {
  return routes.find(({ method = 'GET', path }) => method === asked && path.test(rest))
}

function repositoryAnswer(state: State, question: Question, caller: Installation): HostAnswer {
  const { method, path, query, url, body } = question
  const place = placeOf(path)
  const repository = place && repositoryAt(state, place)
  const route = repository && routeAt(gitOf(repository) ? WITH_GIT : ROUTES, method, place.rest)
  if (!route || !repository || !isVisible(repository, caller)) return NOT_FOUND
  const hasOldName = 'name' in place && fullName(repository).toLowerCase() !== place.name
  const asked = query.size > 0 ? `?${query}` : ''
  if (hasOldName) return movedTo(`${url}/repositories/${repository.id}${place.rest}${asked}`)
  const parts = [...(route.path.exec(place.rest) ?? [])].slice(1).map(decodeURIComponent)
  const [part = ''] = parts
  return route.answer({
    state,
    repository,
    query,
    id: Number(part),
    part,
    parts,
    body,
    rest: place.rest,
    url
  })
}

function repositoryAt({ repositories, names }: State, place: Place): Repository | undefined {
  return repositories.get('id' in place ? place.id : (names.get(place.name) ?? 0))
}

/** Every installation can read public repositories. */
const isVisible = (repository: Repository, { selection }: Installation) =>
  !repository.private || selection.has(repository.id)
