// Stores what a scan has read, in one transaction: the manifests, the findings with their lives, and the decision.
import type { Deps, Tx } from '#deps.js'
import { dependencyScanV1, scanInputs } from '#domain/dependencies/dependency-scan.v1.js'
import { withoutPull } from '#domain/dependencies/findings/findings.js'
import { type FindingPlan, planFindings } from '#domain/dependencies/findings/plan.js'
import { HOUR_MS } from '#domain/time/durations.js'
import { deleteOtherManifests, noteSeenManifests, saveManifests } from '#store/dependencies/manifests.js'
import { endScan, hasLaterScan, lockScan } from '#store/dependencies/scans.js'
import { pullsStandingAt } from '#store/dependencies/update-batches.js'
import {
  standingVulnerabilitiesOf,
  type VulnerabilityRow,
  vulnerabilitiesOf
} from '#store/dependencies/vulnerabilities.js'
import { lockRepository } from '#store/mirror/mirror.js'
import type { GuardEvaluation } from '../decisions/guards.js'
import { recordDecision } from '../decisions/record.js'
import type { DependencyReading } from './reading.js'
import { applyFindings } from './record-findings.js'
import { mayScan, type ScanWork, scanGuards, skipScan } from './scan-guards.js'
import { requestCriticalUpdates } from './updates/request.js'
import { closeUnneeded } from './updates/unneeded.js'

const GONE = 'The repository no longer exists or is not accessible.'
/** The host closes alerts a while after a merge. */
const ALERT_LAG_MS = HOUR_MS
const OVERTAKEN = 'A scan that began later has ended before.'

export async function saveScan(
  deps: Deps,
  tx: Tx,
  work: ScanWork,
  reading: DependencyReading
): Promise<void> {
  const { repoId } = work.repository
  const held = await lockRepository(tx, repoId)
  const scan = await lockScan(tx, work.scan.jobId)
  // Another process has done the same meanwhile.
  if (scan.status !== 'running') return
  const obstacle = held?.live !== true ? GONE : (await hasLaterScan(tx, scan)) ? OVERTAKEN : undefined
  if (obstacle !== undefined)
    return endScan(tx, scan.id, { status: 'skipped', error: obstacle, finishedAt: deps.now() })
  const guards = await scanGuards(deps, tx, work)
  if (!mayScan(guards)) return skipScan(deps, tx, work, guards)
  await storeManifests(tx, repoId, reading)
  const pulls = await pullsStandingAt(tx, repoId, new Date(reading.readAt.getTime() - ALERT_LAG_MS))
  const plan = withoutEndedPulls(planOf(await vulnerabilitiesOf(tx, repoId), reading), pulls)
  const counts = await applyFindings(deps, tx, { repository: work.repository, reading, plan })
  const decisionId = await recordScan(deps, tx, work, { reading, guards, counts })
  await closeUnneeded(deps, tx, { repository: work.repository, decisionId })
  const findings = await standingVulnerabilitiesOf(tx, repoId)
  await requestCriticalUpdates(deps, tx, { repoId, config: work.config, findings })
  await endScan(tx, scan.id, {
    status: 'completed',
    commitSha: reading.commit,
    alerts: reading.alerts,
    advisoriesAt: reading.advisoriesAt,
    manifests: reading.changed.length + reading.unchanged.length,
    packages: reading.packages,
    opened: counts.opened,
    fixed: counts.fixed,
    error: null,
    notes: reading.notes,
    finishedAt: deps.now()
  })
}

async function storeManifests(tx: Tx, repoId: number, reading: DependencyReading): Promise<void> {
  const { changed, unchanged, unread, isWhole, commit: commitSha, readAt: scannedAt } = reading
  await saveManifests(tx, repoId, changed)
  await noteSeenManifests(tx, { repoId, paths: unchanged, commitSha, scannedAt })
  const there = [...changed.map(({ filePath }) => filePath), ...unchanged, ...unread]
  if (isWhole) await deleteOtherManifests(tx, repoId, there)
}

/** Of a file that could not be read, and of one that may be there unseen, the database can say nothing. */
function planOf(known: VulnerabilityRow[], reading: DependencyReading): FindingPlan<VulnerabilityRow> {
  const { readAt: at, alerts, advisoriesAt, contents, unread, isWhole, seen } = reading
  const read = new Set(contents.map(({ path }) => path))
  return planFindings(known, seen, {
    at,
    alerts: alerts === 'read',
    knowsFile: (path) => advisoriesAt !== null && !unread.has(path) && (isWhole || read.has(path))
  })
}

/** What is still seen when its pull request has long ended was not fixed by it. */
const withoutEndedPulls = (
  plan: FindingPlan<VulnerabilityRow>,
  pulls: ReadonlySet<number>
): FindingPlan<VulnerabilityRow> => ({
  ...plan,
  changes: plan.changes.map((change) => {
    const { status, fixPrNumber } = change.life
    const isEnded = status === 'pr_opened' && fixPrNumber !== null && !pulls.has(fixPrNumber)
    return isEnded ? { ...change, life: withoutPull(change.life) } : change
  })
})

interface ScanOutcome {
  reading: DependencyReading
  guards: GuardEvaluation
  counts: { opened: number; fixed: number; dismissed: number; standing: number }
}

async function recordScan(
  deps: Deps,
  tx: Tx,
  { repository, scan }: ScanWork,
  { reading, guards, counts }: ScanOutcome
): Promise<number> {
  const facts = {
    commit: reading.commit,
    alerts: reading.alerts,
    advisories_at: reading.advisoriesAt?.toISOString() ?? null,
    manifests: reading.changed.length + reading.unchanged.length,
    packages: reading.packages,
    ...counts
  }
  const { verdict: _, ...evaluation } = guards
  const inputs = { ...evaluation.inputs, ...scanInputs(facts) }
  return recordDecision(tx, {
    ...dependencyScanV1.evaluate(inputs, evaluation.configUsed),
    ...evaluation,
    inputs,
    evaluator: dependencyScanV1,
    repoId: repository.repoId,
    source: 'trust',
    pillar: 'trust',
    triggerEvent: scan.triggerEvent,
    targetType: 'repo',
    commitSha: reading.commit,
    createdAt: deps.now()
  })
}
