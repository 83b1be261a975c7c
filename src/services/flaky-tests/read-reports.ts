// Reads the test reports of an attempt from the artifacts of its run, in a stream, so that memory stays bounded.
import type { Deps, RepositoryAccess } from '#deps.js'
import {
  AttemptReports,
  type AttemptResults,
  mayBeReport,
  mayHoldReports
} from '#domain/flaky-tests/reports.js'
import { toldJobs } from '#domain/flaky-tests/told-jobs.js'
import { createReportReader } from '#domain/test-reports/reader.js'
import { ZipFault } from '#runtime/zip-files.js'
import type { TestRunRow } from '#store/flaky-tests/test-runs.js'
import { unlessWithheld } from '../healing/logs.js'

export interface ReadResults {
  results: AttemptResults
  /** When a repeated attempt began; undefined if the host does not say, or it is the first. */
  startedAt: Date | undefined
}

export async function readReports(
  deps: Deps,
  place: RepositoryAccess,
  run: TestRunRow
): Promise<ReadResults> {
  const reports = new AttemptReports()
  const startedAt =
    run.attempt === 1 ? undefined : await unlessWithheld(deps.host.artifacts.attemptStart(place, run))
  const artifacts = await artifactsOfAttempt(deps, place, { run, reports, startedAt })
  const budget = { bytes: MOST_UNPACKED_BYTES }
  const failing: Date[] = []
  for (const artifact of withinBounds(artifacts, reports)) {
    const before = reports.failures
    await readArtifact(deps, place, artifact, { reports, budget })
    if (reports.failures > before) failing.push(artifact.createdAt)
  }
  if (run.hasFailed && failing.length > 0) await compareJobs(deps, place, { run, reports, failing })
  return { results: reports.results, startedAt }
}

interface Reading {
  reports: AttemptReports
  /** What all artifacts together may still unpack to. */
  budget: { bytes: number }
}

async function readArtifact(
  deps: Deps,
  place: RepositoryAccess,
  { id, name }: Artifact,
  { reports, budget }: Reading
): Promise<void> {
  try {
    const read = await unlessWithheld(addReports(deps, place, { id, reports, budget }))
    if (!read) reports.miss(`The host did not hand over the artifact ${name}.`)
  } catch (error) {
    if (!(error instanceof ZipFault)) throw error
    reports.miss(`The artifact ${name} was not read to its end: ${error.message}.`)
  }
}

const MOST_JOBS = 100

/** A job that failed although no report of its own names a failed test must not hide behind a quarantined one. */
async function compareJobs(
  { host }: Deps,
  place: RepositoryAccess,
  { run, reports, failing }: { run: TestRunRow; reports: AttemptReports; failing: readonly Date[] }
): Promise<void> {
  const jobs = await unlessWithheld(host.failedJobs(place, run, MOST_JOBS))
  if (!jobs) reports.miss('The host did not show which jobs failed.')
  else {
    const told = toldJobs(jobs, failing)
    if (told < jobs.length || jobs.length === MOST_JOBS)
      reports.interrupt(
        `${jobs.length} jobs failed, but only ${told} of them came with reports of a failed test.`
      )
  }
}

type Artifact = Awaited<ReturnType<Deps['host']['artifacts']['list']>>[number]

/** Of an attempt, so that one that uploads without end takes up no job for long. */
const MOST_ARTIFACTS = 500
const MOST_ARCHIVE_BYTES = 2 ** 30
const MOST_UNPACKED_BYTES = 2 ** 30

/** Says how many are left out. */
function withinBounds(artifacts: readonly Artifact[], reports: AttemptReports): Artifact[] {
  let bytes = 0
  const end = artifacts.findIndex(({ sizeBytes }, at) => {
    bytes += sizeBytes
    return at >= MOST_ARTIFACTS || bytes > MOST_ARCHIVE_BYTES
  })
  if (end < 0) return [...artifacts]
  reports.miss(
    `Only ${end} of ${artifacts.length} artifacts were read: the others are too many, or too large.`
  )
  return artifacts.slice(0, end)
}

interface ReadAttempt extends Pick<ReadResults, 'startedAt'> {
  run: TestRunRow
  reports: AttemptReports
}

/** Artifacts of earlier attempts stay with the run. */
async function artifactsOfAttempt(
  { host }: Deps,
  place: RepositoryAccess,
  { run, reports, startedAt }: ReadAttempt
): Promise<Artifact[]> {
  const all = await unlessWithheld(host.artifacts.list(place, run.runId))
  if (!all) reports.miss('The host did not show the artifacts of the run.')
  const named = (all ?? []).filter(({ name }) => mayHoldReports(name))
  const ofRun = named.filter(({ createdAt }) => createdAt <= run.ranAt)
  if (ofRun.length === 0 || run.attempt === 1) return ofRun
  if (!startedAt)
    reports.miss('The host does not say when the attempt began, so that none of its artifacts was read.')
  return ofRun.filter(({ createdAt }) => startedAt !== undefined && createdAt >= startedAt)
}

interface ReadArtifact extends Reading {
  id: number
}

async function addReports(
  { host }: Deps,
  place: RepositoryAccess,
  { id, reports, budget }: ReadArtifact
): Promise<true> {
  for await (const { path, bytes } of host.artifacts.files(place, id, mayBeReport)) {
    const reader = createReportReader(path)
    for await (const chunk of bytes()) {
      budget.bytes -= chunk.byteLength
      if (budget.bytes < 0) throw new ZipFault('the artifacts are too large together, unpacked')
      reader.push(chunk)
    }
    reports.add(path, reader.end())
  }
  return true
}
