// Work that takes long, as its tables and the queue know it.
import type { Deps, JobBacklog } from '#deps.js'
import { estimateLeft } from '#domain/operation/estimate.js'
import type { Progress, ProgressItem } from '#schemas/operation/progress.js'
import { type EndedWork, endedSince, type ProgressRow, progressRows } from '#store/operation/progress.js'

const EVALUATIONS = 'enforcement.repository'
const SCANS = 'dependencies.scan'
const IMPORT = 'dependencies.import'
const EXPORT = 'audit.export'

interface JobsUnderWay {
  running: number
  left: number
  since: Date
}

type Jobs = ReadonlyMap<string, JobsUnderWay>

export async function loadProgress(deps: Deps): Promise<Progress> {
  const now = deps.now()
  const [found, rows] = await Promise.all([
    deps.queue.backlogs([EVALUATIONS, SCANS, IMPORT, EXPORT]),
    progressRows(deps.db, now)
  ])
  const jobs = new Map(found.flatMap(underWay))
  const data = [...rows, ...(await jobRows(deps, jobs, now))].map((row) => itemOf(row, now))
  return { data: data.sort((a, b) => a.started_at.localeCompare(b.started_at)) }
}

const underWay = ({ name, running, waiting, later, since }: JobBacklog): [string, JobsUnderWay][] =>
  since === null ? [] : [[name, { running, left: running + waiting + later, since }]]

/** Of jobs whose progress no table holds. */
async function jobRows(deps: Deps, jobs: Jobs, now: Date): Promise<ProgressRow[]> {
  const [scans, imports] = [jobs.get(SCANS), jobs.get(IMPORT)]
  const ended =
    scans || imports
      ? await endedSince(deps.db, { scans: scans?.since ?? now, imports: imports?.since ?? now })
      : { scans: 0, advisoryParts: 0 }
  return [
    ...fleetRow('policy_evaluation', jobs.get(EVALUATIONS), null),
    ...fleetRow('dependency_scan', scans, ended.scans),
    ...importRow(deps, imports, ended),
    ...rowOf('audit_export', jobs.get(EXPORT), NOTHING_COUNTED)
  ]
}

const NOTHING_COUNTED = { unit: null, done: null, total: null, left: null }

type Counted = Pick<ProgressRow, 'unit' | 'done' | 'total' | 'left'>

function rowOf(kind: ProgressRow['kind'], jobs: JobsUnderWay | undefined, counted: Counted): ProgressRow[] {
  if (!jobs) return []
  const { unit, done, total, left } = counted
  const state = jobs.running > 0 ? 'running' : 'waiting'
  return [{ kind, repo: null, state, unit, done, total, left, since: jobs.since.toISOString() }]
}

/** What is done for a single repository is over in a moment. */
function fleetRow(
  kind: ProgressRow['kind'],
  jobs: JobsUnderWay | undefined,
  done: number | null
): ProgressRow[] {
  const left = jobs?.left ?? 0
  if (left < 2) return []
  return rowOf(kind, jobs, { unit: 'repositories', done, total: done === null ? null : done + left, left })
}

/** Only a process that is told of a source knows its parts. */
function importRow(
  { advisorySource }: Deps,
  jobs: JobsUnderWay | undefined,
  { advisoryParts }: EndedWork
): ProgressRow[] {
  const total = advisorySource?.parts.length
  if (total === undefined) return rowOf('advisory_import', jobs, NOTHING_COUNTED)
  const done = Math.min(advisoryParts, total)
  return rowOf('advisory_import', jobs, { unit: 'parts', done, total, left: total - done })
}

function itemOf({ kind, repo, state, unit, done, total, left, since }: ProgressRow, now: Date): ProgressItem {
  const seconds = estimateLeft({ done, left, startedAt: new Date(since) }, now)
  return { kind, repo, state, unit, done, total, left, started_at: since, seconds_left: seconds }
}
