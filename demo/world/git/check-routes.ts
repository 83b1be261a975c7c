// The API of checks and statuses.
import { objectAt, stringAt, textAt } from '#host/payload.js'
import type { JsonObject } from '#schemas/common.js'
import type { HostAnswer } from '../http.js'
import type { RepositoryRoute, Visit } from '../routes.js'
import { countedAnswer, gitRoute, listAnswer, noteWrite, pageFor } from './answering.js'
import {
  addStatus,
  type CheckChanges,
  changeCheck,
  latestStatuses,
  openCheck,
  settleSuite,
  suiteOn,
  tellCheck
} from './checks.js'
import { restart } from './ci.js'
import { resolveRef } from './git-routes.js'
import { checkRunShape, checkSuiteShape, statusShape } from './git-shapes.js'
import {
  appIdOf,
  type CheckRun,
  type CommitStatus,
  type Git,
  refuse,
  SERVICE,
  SERVICE_APP
} from './git-state.js'

/** The newest first; `latest` is the last one of each name in its suite. */
function checksAnswer(git: Git, visit: Visit): HostAnswer {
  const { query, part } = visit
  const sha = resolveRef(git, part)
  const all = git.checks.filter((run) => run.sha === sha)
  const latest = new Map(all.map((run) => [`${run.suite.id} ${run.name}`, run]))
  const shown = query.get('filter') === 'all' ? all : [...latest.values()]
  const isAsked = (name: string, is: string) => [null, is].includes(query.get(name))
  const rows = shown
    .filter(
      (run) =>
        isAsked('check_name', run.name) &&
        isAsked('status', run.status) &&
        isAsked('app_id', String(appIdOf(run.app)))
    )
    .sort((a, b) => b.id - a.id)
  return countedAnswer(visit, 'check_runs', { rows, shape: (run: CheckRun) => checkRunShape(git, run) })
}

const WORDS = ['success', 'failure', 'neutral', 'cancelled', 'skipped', 'timed_out', 'action_required']

function changesIn(body: JsonObject): CheckChanges {
  const [conclusion, status] = [stringAt(body, 'conclusion'), stringAt(body, 'status')]
  if (conclusion !== null && !WORDS.includes(conclusion)) refuse(422, 'Validation Failed')
  if (status === 'completed' && conclusion === null) refuse(422, 'Missing required key "conclusion".')
  const sent = {
    conclusion,
    status,
    name: stringAt(body, 'name'),
    externalId: stringAt(body, 'external_id'),
    detailsUrl: stringAt(body, 'details_url'),
    output: objectAt(body, 'output') ?? null
  }
  // What is left out stays as it is. Cast: the names are those of the changes.
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null)) as CheckChanges
}

function createCheck(git: Git, { body }: Visit): HostAnswer {
  const [name, sha] = [stringAt(body, 'name'), stringAt(body, 'head_sha')]
  if (name === null || sha === null) refuse(422, 'Validation Failed')
  if (!git.objects.commits.has(sha)) refuse(422, `No commit found for SHA: ${sha}`)
  const changes = changesIn(body)
  const run = openCheck(git, suiteOn(git, sha, SERVICE_APP), name)
  changeCheck(git, run, changes)
  tellCheck(git, run, 'created', SERVICE)
  tellEnd(git, run)
  noteWrite(git, `check ${name}`)
  return { status: 201, body: checkRunShape(git, run) }
}

function updateCheck(git: Git, { id, body }: Visit): HostAnswer {
  const run = git.checks.find((one) => one.id === id) ?? refuse(404, 'Not Found')
  if (run.app !== SERVICE_APP) refuse(403, 'A check run can only be modified by the App that created it.')
  changeCheck(git, run, changesIn(body))
  tellEnd(git, run)
  noteWrite(git, `edit check ${run.name}`)
  return { body: checkRunShape(git, run) }
}

function tellEnd(git: Git, run: CheckRun): void {
  if (run.status === 'completed') tellCheck(git, run, 'completed', SERVICE)
  settleSuite(git, run.suite, SERVICE)
}

/** One word for all statuses of a commit: without any it is pending. */
function combinedAnswer(git: Git, visit: Visit): HostAnswer {
  const sha = resolveRef(git, visit.part)
  const latest = latestStatuses(git, sha)
  const states = latest.map(({ state }) => state)
  const isBad = states.some((state) => state === 'failure' || state === 'error')
  const isPending = states.length === 0 || states.includes('pending')
  const { shown, headers } = pageFor(visit, latest)
  const statuses = shown.map((one) => statusShape(git, one))
  const state = isBad ? 'failure' : isPending ? 'pending' : 'success'
  return { body: { sha, state, total_count: latest.length, statuses }, headers }
}

const isState = (word: string | null): word is CommitStatus['state'] =>
  word !== null && ['success', 'pending', 'failure', 'error'].includes(word)

function createStatus(git: Git, { part, body }: Visit): HostAnswer {
  const state = stringAt(body, 'state')
  if (!isState(state)) refuse(422, 'Validation Failed')
  const context = stringAt(body, 'context') ?? 'default'
  const [description, targetUrl] = [textAt(body, 'description'), stringAt(body, 'target_url')]
  const facts = { sha: resolveRef(git, part), context, state, description, targetUrl }
  const status = addStatus(git, facts, SERVICE)
  noteWrite(git, `status ${context}`)
  return { status: 201, body: statusShape(git, status) }
}

function rerun(git: Git, { id }: Visit): HostAnswer {
  const ciRun = git.ciRuns.find(({ run }) => run.id === id) ?? refuse(404, 'Not Found')
  if (ciRun.run.status !== 'completed') refuse(403, 'This workflow is already running')
  restart(git, ciRun)
  noteWrite(git, `rerun ${id}`)
  return { status: 201, body: {} }
}

export const CHECK_ROUTES: RepositoryRoute[] = [
  gitRoute({
    path: '/commits/{ref}/check-runs',
    match: /^\/commits\/([^/]+)\/check-runs$/,
    answer: checksAnswer
  }),
  gitRoute({
    path: '/commits/{ref}/check-suites',
    match: /^\/commits\/([^/]+)\/check-suites$/,
    answer(git, visit) {
      const sha = resolveRef(git, visit.part)
      const rows = git.suites.filter((one) => one.sha === sha)
      return countedAnswer(visit, 'check_suites', { rows, shape: (one) => checkSuiteShape(git, one) })
    }
  }),
  gitRoute({
    path: '/check-runs/{check_run_id}',
    match: /^\/check-runs\/(\d+)$/,
    answer: (git, { id }) => ({
      body: checkRunShape(git, git.checks.find((one) => one.id === id) ?? refuse(404, 'Not Found'))
    })
  }),
  gitRoute({ method: 'POST', path: '/check-runs', match: /^\/check-runs$/, answer: createCheck }),
  gitRoute({
    method: 'PATCH',
    path: '/check-runs/{check_run_id}',
    match: /^\/check-runs\/(\d+)$/,
    answer: updateCheck
  }),
  gitRoute({ path: '/commits/{ref}/status', match: /^\/commits\/([^/]+)\/status$/, answer: combinedAnswer }),
  gitRoute({
    path: '/commits/{ref}/statuses',
    match: /^\/commits\/([^/]+)\/statuses$/,
    answer(git, visit) {
      const sha = resolveRef(git, visit.part)
      const rows = git.statuses.filter((one) => one.sha === sha).reverse()
      return listAnswer(visit, rows, (one) => statusShape(git, one))
    }
  }),
  gitRoute({ method: 'POST', path: '/statuses/{sha}', match: /^\/statuses\/([^/]+)$/, answer: createStatus }),
  gitRoute({
    method: 'POST',
    path: '/actions/runs/{run_id}/rerun-failed-jobs',
    match: /^\/actions\/runs\/(\d+)\/rerun-failed-jobs$/,
    answer: rerun
  }),
  gitRoute({
    method: 'POST',
    path: '/actions/runs/{run_id}/rerun',
    match: /^\/actions\/runs\/(\d+)\/rerun$/,
    answer: rerun
  })
]
