// Whether the configuration and the waivers let a repository be scanned, and what becomes of a scan that they forbid.
import type { Deps, Tx } from '#deps.js'
import { dependencyScanV1, scanInputs } from '#domain/dependencies/dependency-scan.v1.js'
import { endScan, lockScan, type ScanRow } from '#store/dependencies/scans.js'
import type { KnownRepository } from '#store/mirror/repositories.js'
import type { ResolvedConfig } from '../configuration/resolve.js'
import { evaluateGuards, type GuardEvaluation } from '../decisions/guards.js'
import { recordDecision } from '../decisions/record.js'

export interface ScanWork {
  repository: KnownRepository
  config: ResolvedConfig
  scan: ScanRow
}

const NEEDS = ['pillars.trust.dependency_scanning']

export function scanGuards(
  deps: Deps,
  db: Deps['db'] | Tx,
  { repository, config }: Pick<ScanWork, 'repository' | 'config'>
): Promise<GuardEvaluation> {
  const { repoId, defaultBranch } = repository
  const branches = defaultBranch === null ? [] : [defaultBranch]
  return evaluateGuards(deps, db, { repoId, pillar: 'trust', needs: NEEDS, branches }, config)
}

/** A scan writes nothing on the host, so that a dry run does not stop it. */
export const mayScan = ({ verdict: { decision } }: GuardEvaluation): boolean =>
  decision === 'acted' || decision === 'dry_run'

/** What was known stays as it was. */
export async function skipScan(
  deps: Deps,
  tx: Tx,
  { repository, scan }: ScanWork,
  guards: GuardEvaluation
): Promise<void> {
  const held = await lockScan(tx, scan.jobId)
  if (held.status !== 'running') return
  const { verdict: _, ...evaluation } = guards
  const inputs = { ...evaluation.inputs, ...scanInputs(null) }
  const verdict = dependencyScanV1.evaluate(inputs, evaluation.configUsed)
  await recordDecision(tx, {
    ...verdict,
    ...evaluation,
    inputs,
    evaluator: dependencyScanV1,
    repoId: repository.repoId,
    source: 'trust',
    pillar: 'trust',
    triggerEvent: scan.triggerEvent,
    targetType: 'repo',
    createdAt: deps.now()
  })
  await endScan(tx, scan.id, { status: 'skipped', error: verdict.reason, finishedAt: deps.now() })
}
