// Reads the test reports of an attempt from the artifacts of its run, in a stream, so that memory stays bounded.
import type { Deps, RepositoryAccess } from '#deps.js'
import {
  AttemptReports,
  type AttemptResults,
  mayBeReport,
  mayHoldReports
} from '#domain/flaky-tests/reports.js'
import { createReportReader } from '#domain/test-reports/reader.js'
import { ZipFault } from '#runtime/zip-files.js'
import type { TestRunRow } from '#store/flaky-tests/test-runs.js'
import { unlessWithheld } from '../healing/logs.js'

export async function readReports(
  deps: Deps,
  place: RepositoryAccess,
  run: TestRunRow
): Promise<AttemptResults> {
  const reports = new AttemptReports()
  for (const { id, name } of await artifactsOfAttempt(deps, place, run)) {
    try {
      await addReports(deps, place, { id, reports })
    } catch (error) {
      if (!(error instanceof ZipFault)) throw error
      reports.note(`The artifact ${name} was not read to its end: ${error.message}.`)
    }
  }
  return reports.results
}

/** Artifacts of earlier attempts stay with the run. */
async function artifactsOfAttempt({ host }: Deps, place: RepositoryAccess, run: TestRunRow) {
  const all = (await unlessWithheld(host.artifacts.list(place, run.runId))) ?? []
  const named = all.filter(({ name }) => mayHoldReports(name))
  if (named.length === 0 || run.attempt === 1) return named.filter(({ createdAt }) => createdAt <= run.ranAt)
  const start = await host.artifacts.attemptStart(place, run)
  return named.filter(({ createdAt }) => start !== undefined && createdAt >= start && createdAt <= run.ranAt)
}

interface ReadArtifact {
  id: number
  reports: AttemptReports
}

async function addReports(
  { host }: Deps,
  place: RepositoryAccess,
  { id, reports }: ReadArtifact
): Promise<void> {
  for await (const { path, bytes } of host.artifacts.files(place, id, mayBeReport)) {
    const reader = createReportReader(path)
    for await (const chunk of bytes()) reader.push(chunk)
    reports.add(path, reader.end())
  }
}
