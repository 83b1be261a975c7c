// What one scan sees: matches with the local database and alerts of the host, the same vulnerability told once.
import type {
  AdvisorySeverity,
  DismissalCategory,
  Ecosystem,
  VulnerabilitySeverity
} from '#schemas/dependencies/enums.js'
import { DISMISSAL_CATEGORIES } from '#schemas/dependencies/enums.js'
import type { HostAlert } from '../../host/alerts.js'
import type { AdvisoryFinding } from '../advisories/match.js'
import { ecosystemNamed, packageKey } from '../advisories/names.js'
import { compareVersions } from '../versions/versions.js'
import type { LocatedPackage } from './resolved-packages.js'

/** A dismissal on the host. */
export interface SourceDismissal {
  category: DismissalCategory | null
  reason: string | null
}

export interface SeenVulnerability {
  ecosystem: Ecosystem
  packageName: string
  manifestPath: string
  manifestLine: number | null
  advisoryId: string
  /** All other names. */
  aliases: string[]
  affectedRange: string
  installedVersion: string | null
  patchedVersion: string | null
  direct: boolean | null
  dev: boolean
  severity: VulnerabilitySeverity
  /** Null where nobody says. */
  scoreTenths: number | null
  summary: string | null
  publishedAt: Date | null
  fromAlert: boolean
  fromRecords: boolean
  alertNumber: number | null
  dismissal: SourceDismissal | null
}

/** What two tellings must have in common besides a name. */
export const placeKey = (one: Pick<SeenVulnerability, 'ecosystem' | 'packageName' | 'manifestPath'>) =>
  `${one.manifestPath}\n${packageKey(one.ecosystem, one.packageName)}`

export const namesIn = ({ advisoryId, aliases }: Pick<SeenVulnerability, 'advisoryId' | 'aliases'>) => [
  advisoryId,
  ...aliases
]

/** By `versionKey` of the package that each finding is about. */
export type FindingsByVersion = ReadonlyMap<string, readonly AdvisoryFinding[]>

export const versionKey = (one: Pick<LocatedPackage, 'ecosystem' | 'name' | 'version'>) =>
  `${packageKey(one.ecosystem, one.name)}\n${one.version}`

export function observe(
  packages: readonly LocatedPackage[],
  findings: FindingsByVersion,
  alerts: readonly HostAlert[]
): SeenVulnerability[] {
  const seen = new Map<string, SeenVulnerability[]>()
  const tell = (one: SeenVulnerability) => {
    const key = placeKey(one)
    const others = seen.get(key) ?? []
    const names = new Set(namesIn(one))
    const isSame = (other: SeenVulnerability) => namesIn(other).some((name) => names.has(name))
    // One that goes by the names of two others shows that these are one as well.
    const whole = others.filter(isSame).reduceRight((sum, other) => joined(other, sum), one)
    seen.set(key, [...others.filter((other) => !isSame(other)), whole])
  }
  for (const located of packages)
    for (const finding of findings.get(versionKey(located)) ?? []) tell(matchSeen(located, finding))
  // An alert that is fixed tells of nothing any more.
  const installed = installedVersions(packages)
  for (const alert of alerts) if (alert.state !== 'fixed') tell(alertSeen(alert, installed))
  return [...seen.values()].flat()
}

const WORDS: Readonly<Record<AdvisorySeverity, VulnerabilitySeverity>> = {
  none: 'low',
  low: 'low',
  medium: 'medium',
  high: 'high',
  critical: 'critical'
}

function matchSeen(located: LocatedPackage, finding: AdvisoryFinding): SeenVulnerability {
  const [advisoryId = '', ...aliases] = finding.ids
  return {
    ecosystem: located.ecosystem,
    packageName: located.name,
    manifestPath: located.path,
    manifestLine: located.line,
    advisoryId,
    aliases,
    affectedRange: finding.affectedVersions,
    installedVersion: located.version,
    patchedVersion: finding.patchedVersion,
    direct: located.direct,
    dev: located.dev,
    severity: finding.severity === null ? 'unknown' : WORDS[finding.severity],
    scoreTenths: tenthsOf(finding.score),
    summary: finding.summary === '' ? null : finding.summary,
    publishedAt: momentIn(finding.publishedAt),
    fromAlert: false,
    fromRecords: true,
    alertNumber: null,
    dismissal: null
  }
}

const HOST_SEVERITIES: ReadonlyMap<string, VulnerabilitySeverity> = new Map<string, VulnerabilitySeverity>([
  ['low', 'low'],
  ['moderate', 'medium'],
  ['medium', 'medium'],
  ['high', 'high'],
  ['critical', 'critical']
])

/** The lowest version of each package that a file resolves: an alert names none. */
function installedVersions(packages: readonly LocatedPackage[]): Map<string, string> {
  const versions = new Map<string, string>()
  for (const { ecosystem, name, path, version } of packages) {
    const key = installedKey(ecosystem, name, path)
    versions.set(key, lowest(ecosystem, versions.get(key) ?? null, version) ?? version)
  }
  return versions
}

const installedKey = (ecosystem: Ecosystem, name: string, path: string) =>
  `${packageKey(ecosystem, name)}\n${path}`

function alertSeen(alert: HostAlert, installed: ReadonlyMap<string, string>): SeenVulnerability {
  const { ghsaId, cveId, number, state, packageName, manifestPath } = alert
  const ecosystem = ecosystemNamed(alert.ecosystem)
  const names = [ghsaId, cveId].filter((name) => name !== null)
  const [advisoryId = `alert-${number}`, ...aliases] = names
  const isDismissed = state === 'dismissed' || state === 'auto_dismissed'
  return {
    ecosystem,
    packageName,
    manifestPath,
    manifestLine: null,
    advisoryId,
    aliases,
    affectedRange: alert.affectedRange,
    installedVersion: installed.get(installedKey(ecosystem, packageName, manifestPath)) ?? null,
    patchedVersion: alert.patchedVersion,
    direct: alert.isDirect,
    dev: alert.isDev,
    severity: HOST_SEVERITIES.get(alert.severity.toLowerCase()) ?? 'unknown',
    scoreTenths: tenthsOf(alert.score),
    summary: alert.summary,
    publishedAt: alert.publishedAt,
    fromAlert: true,
    fromRecords: false,
    alertNumber: number,
    dismissal: isDismissed ? dismissalIn(alert) : null
  }
}

function dismissalIn({ state, dismissedReason, dismissedComment }: HostAlert): SourceDismissal {
  const category = DISMISSAL_CATEGORIES.find((one) => one === dismissedReason) ?? null
  const reason = dismissedComment ?? (category === null ? dismissedReason : null)
  return { category, reason: state === 'auto_dismissed' ? 'A rule of the host has dismissed it.' : reason }
}

/** 0 is what the host says where nobody has scored it. */
const tenthsOf = (score: number | null): number | null =>
  score === null || !(score > 0) ? null : Math.min(100, Math.round(score * 10))

function momentIn(text: string | null): Date | null {
  const moment = new Date(text ?? Number.NaN)
  return Number.isNaN(moment.getTime()) ? null : moment
}

const RANKS: Readonly<Record<VulnerabilitySeverity, number>> = {
  unknown: 0,
  low: 1,
  medium: 2,
  high: 3,
  critical: 4
}

export const isMoreSevere = (one: VulnerabilitySeverity, other: VulnerabilitySeverity): boolean =>
  RANKS[one] > RANKS[other]

/** Two tellings of one vulnerability: the worst counts, and of several versions the lowest is shown. */
function joined(one: SeenVulnerability, other: SeenVulnerability): SeenVulnerability {
  const names = [...new Set([...namesIn(one), ...namesIn(other)])].sort(byAuthority)
  const [advisoryId = one.advisoryId, ...aliases] = names
  return {
    ...one,
    advisoryId,
    aliases,
    affectedRange: one.affectedRange || other.affectedRange,
    installedVersion: lowest(one.ecosystem, one.installedVersion, other.installedVersion),
    patchedVersion: patchOf(one, other),
    severity: isMoreSevere(other.severity, one.severity) ? other.severity : one.severity,
    scoreTenths: highest(one.scoreTenths, other.scoreTenths),
    fromAlert: one.fromAlert || other.fromAlert,
    fromRecords: one.fromRecords || other.fromRecords,
    ...placeOf(one, other),
    ...storyOf(one, other)
  }
}

const placeOf = (one: SeenVulnerability, other: SeenVulnerability) => ({
  manifestLine: one.manifestLine ?? other.manifestLine,
  direct: one.direct === true ? true : (other.direct ?? one.direct),
  dev: one.dev && other.dev
})

const storyOf = (one: SeenVulnerability, other: SeenVulnerability) => ({
  summary: one.summary ?? other.summary,
  publishedAt: one.publishedAt ?? other.publishedAt,
  alertNumber: one.alertNumber ?? other.alertNumber,
  dismissal: one.dismissal ?? other.dismissal
})

const AUTHORITIES = ['GHSA-', 'CVE-']
const authorityOf = (name: string) => {
  const at = AUTHORITIES.findIndex((start) => name.startsWith(start))
  return at < 0 ? AUTHORITIES.length : at
}
const byAuthority = (a: string, b: string) => authorityOf(a) - authorityOf(b) || (a < b ? -1 : 1)

const highest = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.max(a, b))

function lowest(ecosystem: Ecosystem, a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b
  return (compareVersions(ecosystem, a, b) ?? 0) <= 0 ? a : b
}

/** Of two versions that are installed, both must be patched; what only the host knows of fills in. */
function patchOf(one: SeenVulnerability, other: SeenVulnerability): string | null {
  const [a, b] = [one.patchedVersion, other.patchedVersion]
  if (a !== null && b !== null) return (compareVersions(one.ecosystem, a, b) ?? 0) >= 0 ? a : b
  return one.fromRecords && other.fromRecords ? null : (a ?? b)
}
