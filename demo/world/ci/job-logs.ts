// The fake host's CI API: jobs of a run and their logs, re-runs, and comments on commits.

import { stringAt } from '#host/payload.js'
import type { JsonObject } from '#schemas/common.js'
import { refusal } from '../faults.js'
import type { HostAnswer, HostRequest } from '../http.js'
import { pageOf } from '../pages.js'
import { linked, NOT_FOUND, type RepositoryRoute, type Visit } from '../routes.js'
import type { Repository, Run, State } from '../state.js'
import { hostWritesOf } from '../writes/host-writes.js'

export interface Job {
  id: number
  name: string
  conclusion: string
  attempt: number
  log: string | undefined
  ran: { from: Date; to: Date } | undefined
}

const jobsOf = new WeakMap<Run, Job[]>()
const logs = new WeakMap<State, Map<number, string>>()
const comments = new WeakMap<Repository, JsonObject[]>()

export function logsOf(state: State): Map<number, string> {
  const known = logs.get(state) ?? new Map<number, string>()
  logs.set(state, known)
  return known
}

export function commentsOf(repository: Repository): JsonObject[] {
  const known = comments.get(repository) ?? []
  comments.set(repository, known)
  return known
}

/** Adds the results of the jobs of a run's current attempt; a job without a log has none. */
export function addJobs(state: State, run: Run, jobs: readonly Partial<Omit<Job, 'id' | 'attempt'>>[]): void {
  const added = jobs.map(({ name = 'build', conclusion = 'failure', log, ran }) => {
    const id = state.nextId()
    if (log !== undefined) logsOf(state).set(id, log)
    return { id, name, conclusion, attempt: run.attempt, log, ran }
  })
  jobsOf.set(run, [...(jobsOf.get(run) ?? []), ...added])
}

/** The download URL of a log needs no credentials; sending them there would leak them. */
const LOG = /^\/logs\/(\d+)$/

export function logAnswer(state: State, { path, headers }: HostRequest): HostAnswer | undefined {
  const [, id] = LOG.exec(path) ?? []
  if (id === undefined) return undefined
  if (headers['authorization'] !== undefined) return refusal(400, 'A credential was sent along')
  const log = logsOf(state).get(Number(id))
  return log === undefined ? refusal(404, 'Gone') : { body: log, headers: { 'content-type': 'text/plain' } }
}

function runAt({ repository, id }: Visit): Run | undefined {
  return repository.runs.get(id)
}

function jobs(visit: Visit): HostAnswer {
  const { repository, query, url, id } = visit
  const run = runAt(visit)
  if (!run) return NOT_FOUND
  const latest = (jobsOf.get(run) ?? []).filter(({ attempt }) => attempt === run.attempt)
  const page = pageOf(latest, query)
  const shown = page.rows.map(({ id, name, conclusion, attempt, ran }) => ({
    id,
    run_id: run.id,
    name,
    status: 'completed',
    conclusion,
    run_attempt: attempt,
    started_at: ran?.from.toISOString() ?? null,
    completed_at: ran?.to.toISOString() ?? null
  }))
  return {
    body: { total_count: latest.length, jobs: shown },
    headers: linked(`${url}/repositories/${repository.id}/actions/runs/${id}/jobs`, query, page.links)
  }
}

function rerun(visit: Visit): HostAnswer {
  const { state, repository } = visit
  const run = runAt(visit)
  if (!run) return NOT_FOUND
  if (run.status !== 'completed') return refusal(403, 'This workflow is already running')
  Object.assign(run, { attempt: run.attempt + 1, status: 'queued', conclusion: null, startedAt: state.now() })
  run.updatedAt = state.now()
  repository.version += 1
  hostWritesOf(repository).written.push(`rerun ${run.id}`)
  return { status: 201, body: {} }
}

const UNDER = '/repos/{owner}/{repo}'

export const JOB_ROUTES: RepositoryRoute[] = [
  { name: `GET ${UNDER}/actions/runs/{run_id}/jobs`, path: /^\/actions\/runs\/(\d+)\/jobs$/, answer: jobs },
  {
    name: `GET ${UNDER}/actions/jobs/{job_id}/logs`,
    path: /^\/actions\/jobs\/(\d+)\/logs$/,
    answer: ({ state, id, url }) =>
      logsOf(state).has(id) ? { status: 302, headers: { location: `${url}/logs/${id}` } } : NOT_FOUND
  },
  {
    method: 'POST',
    name: `POST ${UNDER}/actions/runs/{run_id}/rerun-failed-jobs`,
    path: /^\/actions\/runs\/(\d+)\/rerun-failed-jobs$/,
    answer: rerun
  },
  {
    name: `GET ${UNDER}/commits/{ref}`,
    path: /^\/commits\/([0-9a-f]{40})$/,
    answer: ({ repository, part }) => {
      const { message } = hostWritesOf(repository).commits.get(part) ?? { message: 'Change some files' }
      const author = { login: 'octocat', id: 1, type: 'User' }
      return { body: { sha: part, commit: { message }, author, committer: author } }
    }
  },
  {
    name: `GET ${UNDER}/commits/{commit_sha}/comments`,
    path: /^\/commits\/([0-9a-f]{40})\/comments$/,
    answer: ({ repository, part }) => ({
      body: commentsOf(repository).filter((comment) => comment['commit_id'] === part)
    })
  },
  {
    method: 'PATCH',
    name: `PATCH ${UNDER}/comments/{comment_id}`,
    path: /^\/comments\/(\d+)$/,
    answer({ repository, id, body }) {
      const comment = commentsOf(repository).find((one) => one['id'] === id)
      if (!comment) return NOT_FOUND
      comment['body'] = stringAt(body, 'body')
      hostWritesOf(repository).written.push(`edit comment ${id}`)
      return { body: comment }
    }
  },
  {
    method: 'POST',
    name: `POST ${UNDER}/commits/{commit_sha}/comments`,
    path: /^\/commits\/([0-9a-f]{40})\/comments$/,
    answer({ state, repository, part, body }) {
      const comment = { id: state.nextId(), commit_id: part, body: stringAt(body, 'body') }
      commentsOf(repository).push(comment)
      hostWritesOf(repository).written.push(`comment on ${part}`)
      return { status: 201, body: comment }
    }
  }
]
