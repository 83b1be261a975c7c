// The artifacts of CI runs, and the files in them.
import { filesOfZip, type ZippedFile } from '#runtime/zip-files.js'
import type { JsonObject } from '#schemas/common.js'
import type { HostClient } from '../../api/client.js'
import { idAt, integerAt, isDefined, momentAt, objectsIn, stringAt } from '../../payload.js'
import { fetchObject, type RepositoryAccess } from '../listings.js'
import type { RunAttempt } from './job-logs.js'

export interface Artifact {
  id: number
  name: string
  sizeBytes: number
  createdAt: Date
}

export interface Artifacts {
  /** All artifacts of a run that the host still has, of any attempt. */
  list(access: RepositoryAccess, runId: number): Promise<Artifact[]>
  /** The wanted files of one, in turn. Ends with a `ZipFault` if it is not what it should be. */
  files(access: RepositoryAccess, id: number, isWanted: (path: string) => boolean): AsyncIterable<ZippedFile>
  /** When an attempt of a run began; undefined if the host does not know it. */
  attemptStart(access: RepositoryAccess, run: RunAttempt): Promise<Date | undefined>
}

export const openArtifacts = (client: HostClient): Artifacts => ({
  list: (access, runId) => runArtifacts(client, access, runId),
  files: (access, id, isWanted) => artifactFiles(client, access, id, isWanted),
  attemptStart: (access, run) => attemptStart(client, access, run)
})

const PER_PAGE = 100

async function runArtifacts(
  client: HostClient,
  access: RepositoryAccess,
  runId: number
): Promise<Artifact[]> {
  const { owner, name: repo, ...options } = access
  const request = {
    path: '/repos/{owner}/{repo}/actions/runs/{run_id}/artifacts',
    parameters: { owner, repo, run_id: runId, per_page: PER_PAGE }
  }
  const artifacts: Artifact[] = []
  for await (const { body } of client.pages(request, { ...options, fresh: true }))
    artifacts.push(...objectsIn(body, 'artifacts').map(artifactOf).filter(isDefined))
  return artifacts
}

function artifactOf(object: JsonObject): Artifact | undefined {
  const [id, name, createdAt] = [idAt(object, 'id'), stringAt(object, 'name'), momentAt(object, 'created_at')]
  if (id === null || name === null || createdAt === null || object['expired'] === true) return undefined
  return { id, name, sizeBytes: integerAt(object, 'size_in_bytes') ?? 0, createdAt }
}

async function attemptStart(
  client: HostClient,
  access: RepositoryAccess,
  { runId, attempt }: RunAttempt
): Promise<Date | undefined> {
  const { owner, name: repo } = access
  const request = {
    path: '/repos/{owner}/{repo}/actions/runs/{run_id}/attempts/{attempt_number}',
    parameters: { owner, repo, run_id: runId, attempt_number: attempt }
  }
  const start = await fetchObject(client, request, access, (run) => momentAt(run, 'run_started_at'))
  return start ?? undefined
}

const BOUNDS = {
  archiveBytes: 200 * 2 ** 20,
  entries: 10_000,
  unpackedBytes: 500 * 2 ** 20
}
const LONGEST_DOWNLOAD_MS = 300_000

function artifactFiles(
  client: HostClient,
  access: RepositoryAccess,
  artifactId: number,
  isWanted: (path: string) => boolean
): AsyncIterable<ZippedFile> {
  const { owner, name: repo, ...options } = access
  const path = '/repos/{owner}/{repo}/actions/artifacts/{artifact_id}/zip'
  const parameters = { owner, repo, artifact_id: artifactId }
  const limits = { mostBytes: BOUNDS.archiveBytes + 1, mostMs: LONGEST_DOWNLOAD_MS }
  const chunks = client.download({ path, parameters }, options, limits)
  return filesOfZip(chunks, isWanted, BOUNDS)
}
