// The artifacts of runs: lists, and archives that lie at an address of their own.

import { refusal } from '../faults.js'
import type { HostAnswer, HostRequest } from '../http.js'
import { pageOf } from '../pages.js'
import { linked, NOT_FOUND, type RepositoryRoute } from '../routes.js'
import { runShape } from '../shapes.js'
import type { Run, State } from '../state.js'

interface StoredArtifact {
  id: number
  runId: number
  name: string
  archive: Buffer
  createdAt: Date
  expired: boolean
}

const artifacts = new WeakMap<State, Map<number, StoredArtifact>>()

function artifactsOf(state: State): Map<number, StoredArtifact> {
  const known = artifacts.get(state) ?? new Map<number, StoredArtifact>()
  artifacts.set(state, known)
  return known
}

/** Of the current attempt of a run. */
export function addArtifact(
  state: State,
  run: Run,
  { name, archive, expired = false }: { name: string; archive: Buffer; expired?: boolean }
): number {
  const id = state.nextId()
  artifactsOf(state).set(id, { id, runId: run.id, name, archive, createdAt: state.now(), expired })
  return id
}

/** The download needs no credentials; sending them there would leak them. */
const ARCHIVE = /^\/archives\/(\d+)$/

export function archiveAnswer(state: State, { path, headers }: HostRequest): HostAnswer | undefined {
  const [, id] = ARCHIVE.exec(path) ?? []
  if (id === undefined) return undefined
  if (headers['authorization'] !== undefined) return refusal(400, 'A credential was sent along')
  const artifact = artifactsOf(state).get(Number(id))
  return artifact
    ? { body: artifact.archive, headers: { 'content-type': 'application/zip' } }
    : refusal(404, 'Gone')
}

const UNDER = 'GET /repos/{owner}/{repo}'

export const ARTIFACT_ROUTES: RepositoryRoute[] = [
  {
    name: `${UNDER}/actions/runs/{run_id}/artifacts`,
    path: /^\/actions\/runs\/(\d+)\/artifacts$/,
    answer({ state, repository, query, url, id }) {
      if (!repository.runs.has(id)) return NOT_FOUND
      const all = [...artifactsOf(state).values()].filter(({ runId }) => runId === id)
      const page = pageOf(all, query)
      const shown = page.rows.map((one) => ({
        id: one.id,
        name: one.name,
        size_in_bytes: one.archive.length,
        expired: one.expired,
        created_at: one.createdAt.toISOString()
      }))
      return {
        body: { total_count: all.length, artifacts: shown },
        headers: linked(
          `${url}/repositories/${repository.id}/actions/runs/${id}/artifacts`,
          query,
          page.links
        )
      }
    }
  },
  {
    name: `${UNDER}/actions/artifacts/{artifact_id}/{archive_format}`,
    path: /^\/actions\/artifacts\/(\d+)\/zip$/,
    answer({ state, url, id }) {
      const artifact = artifactsOf(state).get(id)
      if (!artifact) return NOT_FOUND
      if (artifact.expired) return refusal(410, 'Artifact has expired')
      return { status: 302, headers: { location: `${url}/archives/${id}` } }
    }
  },
  {
    name: `${UNDER}/actions/runs/{run_id}/attempts/{attempt_number}`,
    path: /^\/actions\/runs\/(\d+)\/attempts\/(\d+)$/,
    answer({ state, repository, id, parts }) {
      const run = repository.runs.get(id)
      return run && String(run.attempt) === parts[1] ? { body: runShape(state, repository, run) } : NOT_FOUND
    }
  }
]
