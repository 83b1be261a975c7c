// Manifests with their packages, the vulnerabilities in them, and the pull requests that update them.
import { DAY_MS, MINUTE_MS } from '#domain/time/durations.js'
import { advisoryImports } from '#tables/dependencies/advisory-imports.js'
import { dependencyScans } from '#tables/dependencies/dependency-scans.js'
import { dependencyManifests } from '#tables/dependencies/manifests.js'
import { updateBatches } from '#tables/dependencies/update-batches.js'
import { vulnerabilities } from '#tables/dependencies/vulnerabilities.js'
import type { Random } from '../random.js'
import { addAudit } from './basics/audit.js'
import { ago, chanceOf, type Fleet, type Home, laterThan, momentOf, onlyIf } from './basics/fleet.js'
import { groupedBy } from './basics/groups.js'
import { addStep } from './basics/pipeline.js'
import { personOf, shaOf, uuidOf } from './basics/words.js'
import { type MadeUpPackage, PACKAGES } from './packages.js'

const SCANNED = 40

export function addDependencies(fleet: Fleet): void {
  const random = chanceOf(fleet, 10)
  fleet.book.add(advisoryImports, {
    part: 'all',
    source: 'osv',
    modified: ago(fleet, DAY_MS).toISOString(),
    records: 41_208,
    unreadable: 0,
    importedAt: ago(fleet, 6 * 60 * MINUTE_MS),
    error: null,
    triedAt: ago(fleet, 6 * 60 * MINUTE_MS)
  })
  for (const home of fleet.homes.slice(0, SCANNED)) {
    const chosen = PACKAGES.filter(() => random.chance(0.5))
    for (const [path, packages] of groupedBy(chosen, ({ manifest }) => manifest))
      addManifest(fleet, random, { home, path, packages })
    for (const [at, one] of chosen.entries()) addVulnerability(fleet, random, { home, one, at })
    addScans(fleet, random, home)
  }
}

interface MadeManifest {
  home: Home
  path: string
  packages: readonly MadeUpPackage[]
}

function addManifest(fleet: Fleet, random: Random, { home, path, packages }: MadeManifest): void {
  const [first] = packages
  fleet.book.add(dependencyManifests, {
    repoId: home.hostId,
    filePath: path,
    ecosystem: first?.ecosystem ?? 'npm',
    lockfile: /lock/.test(path),
    status: 'read',
    error: null,
    notes: [],
    dependencies: packages.map(({ name, installed }, at) => ({
      name,
      requirement: `^${installed}`,
      resolvedVersion: installed,
      source: null,
      direct: at % 2 === 0,
      dev: at % 3 === 2,
      line: 10 + 4 * at
    })),
    includes: [],
    depCount: packages.length,
    packageKeys: [],
    commitSha: shaOf(random),
    blobSha: shaOf(random),
    readerVersion: 1,
    scannedAt: ago(fleet, random.below(DAY_MS)),
    live: !home.row.deletedAt
  })
}

function addVulnerability(
  fleet: Fleet,
  random: Random,
  { home, one, at }: { home: Home; one: MadeUpPackage; at: number }
): void {
  const detectedAt = momentOf(fleet, random, { days: 85 })
  const status = random.weighted(one.patched === null ? WITHOUT_FIX : WITH_FIX)
  const endedAt = laterThan(fleet, detectedAt, random.exponential(9 * DAY_MS))
  const hasPull = status === 'pr_opened' || (status === 'fixed' && random.chance(0.6))
  const dismissedBy = onlyIf(status === 'dismissed', personOf(random))
  const fromAlert = random.chance(0.7)
  const finding = {
    home,
    one,
    at,
    status,
    detectedAt,
    endedAt,
    prNumber: onlyIf(hasPull, 600 + at),
    dismissedBy
  }
  fleet.book.happened(detectedAt, () => {
    const id = writeFinding(fleet, finding, fromAlert)
    tellFinding(fleet, finding, id)
  })
}

const WITH_FIX = { open: 34, pr_opened: 14, fixed: 40, dismissed: 12 }
const WITHOUT_FIX = { open: 74, pr_opened: 0, fixed: 0, dismissed: 26 }

interface Finding {
  home: Home
  one: MadeUpPackage
  at: number
  status: keyof typeof WITH_FIX
  detectedAt: Date
  endedAt: Date
  prNumber: number | null
  dismissedBy: string | null
}

function writeFinding(fleet: Fleet, finding: Finding, fromAlert: boolean): number {
  const { home, one, at, status, detectedAt, endedAt, prNumber, dismissedBy } = finding
  const number = 1_000 + PACKAGES.indexOf(one)
  const isDismissed = dismissedBy !== null
  return fleet.book.add(vulnerabilities, {
    repoId: home.hostId,
    ecosystem: one.ecosystem,
    packageName: one.name,
    advisoryId: `GHSA-demo-${number}`,
    manifestPath: one.manifest,
    manifestLine: 10 + 4 * at,
    ghsaId: `GHSA-demo-${number}`,
    cveId: `CVE-2026-${10_000 + number}`,
    aliases: [`CVE-2026-${10_000 + number}`],
    affectedRange: `< ${one.patched ?? '99'}`,
    installedVersion: one.installed,
    patchedVersion: one.patched,
    direct: at % 2 === 0,
    dev: at % 3 === 2,
    severity: one.severity,
    scoreTenths: one.score,
    summary: one.summary,
    status,
    fromAlert,
    fromRecords: true,
    alertNumber: at + 1,
    reopenCount: 0,
    fixPrNumber: prNumber,
    fixPrUrl: prNumber === null ? null : `https://github.com/${home.fullName}/pull/${prNumber}`,
    dismissedCategory: onlyIf(isDismissed, 'not_used'),
    dismissedReason: onlyIf(isDismissed, 'Only the examples use it.'),
    dismissedBy,
    dismissedAt: onlyIf(isDismissed, endedAt),
    dismissedUntil: null,
    detectedAt,
    publishedAt: detectedAt,
    fixedAt: onlyIf(status === 'fixed', endedAt),
    updatedAt: endedAt,
    live: !home.row.deletedAt
  })
}

function tellFinding(fleet: Fleet, finding: Finding, id: number): void {
  const { home, one, status, detectedAt, endedAt, prNumber, dismissedBy } = finding
  const metadata = { package: one.name, severity: one.severity }
  addStep(fleet, { home, type: 'vulnerability_detected', at: detectedAt, success: false, metadata })
  if (status === 'fixed')
    addStep(fleet, { home, type: 'vulnerability_fixed', at: endedAt, success: true, metadata })
  if (dismissedBy !== null)
    addAudit(fleet, {
      category: 'vulnerability_dismissed',
      eventType: 'vulnerability_dismissed',
      actor: dismissedBy,
      repo: home.fullName,
      payload: { vulnerability_id: id, category: 'not_used' },
      at: endedAt
    })
  if (prNumber !== null) addBatch(fleet, { home, one, prNumber, at: endedAt, isMerged: status === 'fixed' })
}

interface MadeBatch {
  home: Home
  one: MadeUpPackage
  prNumber: number
  at: Date
  isMerged: boolean
}

function addBatch(fleet: Fleet, { home, one, prNumber, at, isMerged }: MadeBatch): void {
  fleet.book.add(updateBatches, {
    repoId: home.hostId,
    ecosystem: one.ecosystem,
    updateType: one.severity === 'critical' ? 'critical' : 'batch_minor_patch',
    packages: [{ name: one.name, from: one.installed, to: one.patched ?? one.installed }],
    prNumber,
    prUrl: `https://github.com/${home.fullName}/pull/${prNumber}`,
    status: isMerged ? 'merged' : 'open',
    createdAt: at,
    updatedAt: at,
    live: !home.row.deletedAt
  })
  addStep(fleet, {
    home,
    type: 'dependency_pr_opened',
    at,
    prNumber,
    metadata: { ecosystem: one.ecosystem, packages: 1 }
  })
}

function addScans(fleet: Fleet, random: Random, home: Home): void {
  for (let days = 6; days >= 0; days -= 1) {
    const startedAt = ago(fleet, days * DAY_MS + random.below(DAY_MS / 2))
    const hasFailed = random.chance(0.03)
    fleet.book.add(dependencyScans, {
      repoId: home.hostId,
      jobId: uuidOf(random),
      triggerEvent: days % 3 === 0 ? 'push' : 'schedule',
      status: hasFailed ? 'failed' : 'completed',
      commitSha: shaOf(random),
      alerts: hasFailed ? null : 'read',
      advisoriesAt: ago(fleet, (days + 1) * DAY_MS),
      manifests: 3,
      packages: 40 + random.below(400),
      opened: random.below(2),
      fixed: random.below(2),
      error: onlyIf(hasFailed, 'The host answered 502 three times.'),
      notes: [],
      startedAt,
      finishedAt: laterThan(fleet, startedAt, 40_000),
      live: !home.row.deletedAt
    })
  }
}
