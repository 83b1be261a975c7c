// Scans the dependencies of one repository: everything is read first, and then changed in one transaction.
import type { Deps, JobPayload, Tx } from '#deps.js'
import { errorText } from '#domain/text/failure.js'
import { configUnreadable, isPassingFailure } from '#errors/host.js'
import { beginScan, endScan, lockScan, type ScanRow } from '#store/dependencies/scans.js'
import { type KnownRepository, repositoryById } from '#store/mirror/repositories.js'
import { loadConfig } from '../configuration/resolve.js'
import { readDependencies } from './reading.js'
import { saveScan } from './save-scan.js'
import { mayScan, scanGuards, skipScan } from './scan-guards.js'

export async function scanRepository(
  deps: Deps,
  { repo_id: repoId, trigger_event: triggerEvent }: JobPayload<'dependencies.scan'>,
  jobId: string
): Promise<void> {
  const repository = await repositoryById(deps.db, repoId)
  if (!repository.live || repository.isSuspended) return
  const scan = await deps.transaction((tx) =>
    beginScan(tx, { repoId, jobId, triggerEvent, startedAt: deps.now() })
  )
  // Another process has ended it already.
  if (scan.status !== 'running') return
  try {
    await carryOut(deps, repository, scan)
  } catch (error) {
    await deps.transaction((tx) => failScan(deps, tx, scan, errorText(error)))
    if (isPassingFailure(error)) throw error
  }
}

async function carryOut(deps: Deps, repository: KnownRepository, scan: ScanRow): Promise<void> {
  const config = await loadConfig(deps, { repoId: repository.repoId })
  if (!config.isReadable) throw configUnreadable()
  const work = { repository, config, scan }
  const guards = await scanGuards(deps, deps.db, work)
  if (!mayScan(guards)) return deps.transaction((tx) => skipScan(deps, tx, work, guards))
  const reading = await readDependencies(deps, repository)
  await deps.transaction((tx) => saveScan(deps, tx, work, reading))
}

/** Nothing is changed but the scan: a failed reading says nothing about vulnerabilities. */
async function failScan(deps: Deps, tx: Tx, { id, jobId }: ScanRow, error: string): Promise<void> {
  const held = await lockScan(tx, jobId)
  if (held.status === 'running') await endScan(tx, id, { status: 'failed', error, finishedAt: deps.now() })
}
