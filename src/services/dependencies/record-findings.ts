// Writes what a scan or the clock changes of findings, together with the sums that count them, and tells of it.
import type { Deps, Tx } from '#deps.js'
import { tallyDifference } from '#domain/counters/tally.js'
import { BY_HOST, type FindingMove } from '#domain/dependencies/findings/findings.js'
import type { SeenVulnerability } from '#domain/dependencies/findings/observation.js'
import { namesIn } from '#domain/dependencies/findings/observation.js'
import type { FindingChange, FindingPlan } from '#domain/dependencies/findings/plan.js'
import { type CountedVulnerability, talliesOfVulnerability } from '#domain/dependencies/tallies.js'
import { storable } from '#domain/text/storable.js'
import { changeTallied } from '#store/counters/tallies.js'
import {
  changeVulnerabilities,
  deleteVulnerabilities,
  insertVulnerabilities,
  type NewVulnerability,
  type VulnerabilityRow
} from '#store/dependencies/vulnerabilities.js'
import type { KnownRepository } from '#store/mirror/repositories.js'
import { recordAudit } from '../audit/record.js'
import { SERVICE_ACTOR } from '../decisions/record.js'
import { type NewPipelineEvent, recordPipelineEvents } from '../telemetry/record.js'

type Change = FindingChange<VulnerabilityRow>

export interface FindingWork {
  repository: KnownRepository
  /** When it was read, and from what. */
  reading: { readAt: Date; commit: string | null }
  plan: FindingPlan<VulnerabilityRow>
}

export interface FindingCounts {
  opened: number
  fixed: number
  dismissed: number
  standing: number
}

/** The caller holds the lock of the repository. */
export async function applyFindings(
  deps: Deps,
  tx: Tx,
  { repository, reading, plan }: FindingWork
): Promise<FindingCounts> {
  const { repoId } = repository
  const at = deps.now()
  const changes = plan.changes.map((change) => ({ ...change, row: rowOf(repoId, change, at) }))
  const fresh = changes.flatMap(({ known, row }) => (known ? [] : [row]))
  const changed = changes.flatMap(({ known, row }) =>
    known && isNews(known, row) ? [{ known, row: { ...row, id: known.id } }] : []
  )
  await changeTallied(tx, async (tallied) => {
    await deleteVulnerabilities(
      tallied,
      plan.superseded.map(({ id }) => id)
    )
    await changeVulnerabilities(
      tallied,
      changed.map(({ row }) => row)
    )
    await insertVulnerabilities(tallied, fresh)
    const before = [...plan.superseded, ...changed.map(({ known }) => known)]
    const after = [...changed.map(({ row }) => row), ...fresh]
    return [{ repoId, tallies: tallyDifference(talliesOf(before), talliesOf(after.map(counted))) }]
  })
  const moved = changes.filter(({ move }) => move !== 'seen' && move !== 'unheard')
  await recordHostDismissals(tx, repository, { moved, at })
  await recordPipelineEvents(tx, eventsOf(repository, reading, moved))
  const count = (...moves: FindingMove[]) => moved.filter(({ move }) => moves.includes(move)).length
  return {
    opened: count('opened', 'reopened'),
    fixed: count('fixed'),
    dismissed: count('dismissed'),
    standing: [...changes.map(({ life }) => life), ...plan.kept].filter(isStanding).length
  }
}

const isStanding = ({ status }: Pick<VulnerabilityRow, 'status'>) =>
  status === 'open' || status === 'pr_opened'

const talliesOf = (rows: readonly CountedVulnerability[]) => rows.flatMap(talliesOfVulnerability)

const counted = (row: NewVulnerability): CountedVulnerability => ({
  ecosystem: row.ecosystem,
  status: row.status,
  severity: row.severity,
  patchedVersion: row.patchedVersion ?? null,
  detectedAt: row.detectedAt,
  fixedAt: row.fixedAt ?? null,
  dismissedAt: row.dismissedAt ?? null
})

function rowOf(repoId: number, { known, seen, life }: Change, at: Date): NewVulnerability {
  if (seen) return { repoId, ...contentsOf(seen, known), ...life, updatedAt: at }
  if (!known) throw new Error('a finding is known or seen')
  const { id: _, live: __, severityRank: ___, ...row } = known
  return { ...row, ...life, updatedAt: at }
}

const plain = (text: string | null) => (text === null ? null : storable(text))
const NO_SCORE = -1

function contentsOf(seen: SeenVulnerability, known: VulnerabilityRow | undefined) {
  const names = namesIn(seen)
  const named = (start: string) => plain(names.find((name) => name.startsWith(start)) ?? null)
  return {
    ecosystem: seen.ecosystem,
    packageName: storable(seen.packageName),
    advisoryId: storable(seen.advisoryId),
    manifestPath: storable(seen.manifestPath),
    manifestLine: seen.manifestLine,
    ghsaId: named('GHSA-'),
    cveId: named('CVE-'),
    aliases: seen.aliases.map(storable),
    affectedRange: storable(seen.affectedRange),
    installedVersion: plain(seen.installedVersion),
    patchedVersion: plain(seen.patchedVersion),
    direct: seen.direct,
    dev: seen.dev,
    severity: seen.severity,
    scoreTenths: seen.scoreTenths ?? NO_SCORE,
    summary: plain(seen.summary),
    alertNumber: seen.alertNumber ?? known?.alertNumber ?? null,
    publishedAt: seen.publishedAt
  }
}

function isNews(known: VulnerabilityRow, { updatedAt: _, ...row }: NewVulnerability): boolean {
  const before: Record<string, unknown> = known
  return Object.entries(row).some(([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key]))
}

type MovedChange = Change & { row: NewVulnerability }

const MOST_LISTED = 100

/** One entry for all of a scan: people have dismissed them elsewhere. */
async function recordHostDismissals(
  tx: Tx,
  { fullName }: KnownRepository,
  { moved, at }: { moved: readonly MovedChange[]; at: Date }
): Promise<void> {
  const dismissed = moved.filter(({ move }) => move === 'dismissed')
  if (dismissed.length === 0) return
  await recordAudit(tx, {
    category: 'vulnerability_dismissed',
    eventType: 'vulnerability_dismissed',
    actor: BY_HOST,
    actorType: 'bot',
    repo: fullName,
    payload: {
      count: dismissed.length,
      vulnerabilities: dismissed.slice(0, MOST_LISTED).map(({ row }) => ({
        advisory_id: row.advisoryId,
        package_name: row.packageName,
        manifest_path: row.manifestPath,
        category: row.dismissedCategory ?? null,
        reason: row.dismissedReason ?? null
      }))
    },
    occurredAt: at
  })
}

function eventsOf(
  { repoId }: KnownRepository,
  { readAt, commit }: FindingWork['reading'],
  moved: readonly MovedChange[]
): NewPipelineEvent[] {
  return moved
    .filter(({ move }) => move !== 'dismissed')
    .map(({ move, row }) => ({
      repoId,
      ref: commit,
      actor: SERVICE_ACTOR,
      occurredAt: readAt,
      ...factsOf(move, row, readAt)
    }))
}

function factsOf(move: FindingMove, row: NewVulnerability, readAt: Date) {
  const metadata = {
    advisory_id: row.advisoryId,
    package_name: row.packageName,
    ecosystem: row.ecosystem,
    severity: row.severity,
    manifest_path: row.manifestPath,
    installed_version: row.installedVersion ?? null,
    patched_version: row.patchedVersion ?? null
  }
  if (move !== 'fixed')
    return {
      type: 'vulnerability_detected' as const,
      metadata: { ...metadata, reopened: move === 'reopened' }
    }
  const durationMs = readAt.getTime() - row.detectedAt.getTime()
  return { type: 'vulnerability_fixed' as const, success: true, durationMs, metadata }
}
