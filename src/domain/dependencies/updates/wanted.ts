// Which fixes the findings of a repository ask for.
import {
  type Ecosystem,
  type UpdateType,
  VULNERABILITY_SEVERITIES,
  type VulnerabilitySeverity
} from '#schemas/dependencies/enums.js'
import { normalisePackageName } from '../advisories/names.js'
import { compareVersions } from '../versions/versions.js'
import type { WantedFix } from './update.js'
import type { UpdateReason } from './update-text.js'

export interface FixableFinding {
  ecosystem: Ecosystem
  packageName: string
  installedVersion: string | null
  patchedVersion: string | null
  manifestPath: string
  direct: boolean | null
  severity: VulnerabilitySeverity
  /** Tenths; negative for none. */
  scoreTenths: number
  advisoryId: string
  aliases: readonly string[]
}

export interface UpdateChoice {
  ecosystem: Ecosystem
  type: UpdateType
  /** All by default. */
  packages: readonly string[] | null
  severities: readonly VulnerabilitySeverity[] | null
}

const CRITICAL_TENTHS = 90

/** What has a pull request at once. */
export const isCritical = ({ severity, scoreTenths }: Pick<FixableFinding, 'severity' | 'scoreTenths'>) =>
  severity === 'critical' || scoreTenths >= CRITICAL_TENTHS

/** Without a version that is installed and one that is patched there is nothing to change. */
export const isFixable = ({
  installedVersion,
  patchedVersion
}: Pick<FixableFinding, 'installedVersion' | 'patchedVersion'>) =>
  installedVersion !== null && patchedVersion !== null

export function fixableFindings<Found extends FixableFinding>(
  findings: readonly Found[],
  { ecosystem, type, packages, severities }: UpdateChoice
): Found[] {
  const isOfType = (one: Found) =>
    severities === null ? isCritical(one) === (type === 'critical') : severities.includes(one.severity)
  const normal = (name: string) => normalisePackageName(ecosystem, name)
  const chosen = packages && new Set(packages.map(normal))
  return findings.filter(
    (one) =>
      one.ecosystem === ecosystem &&
      isFixable(one) &&
      isOfType(one) &&
      (chosen === null || chosen.has(normal(one.packageName)))
  )
}

/** Those that stand longest first among equals. */
export const worstFindingsFirst = <Found extends FixableFinding>(findings: readonly Found[]): Found[] =>
  findings.toSorted(
    (a, b) =>
      VULNERABILITY_SEVERITIES.indexOf(a.severity) - VULNERABILITY_SEVERITIES.indexOf(b.severity) ||
      b.scoreTenths - a.scoreTenths
  )

/** One for each installed version of a package in a manifest: the highest version that any of its advisories asks for. */
export function wantedFixes(findings: readonly FixableFinding[]): WantedFix[] {
  const wanted = new Map<string, WantedFix>()
  for (const { ecosystem, packageName, installedVersion, patchedVersion, manifestPath, direct } of findings) {
    if (installedVersion === null || patchedVersion === null) continue
    const key = JSON.stringify([packageName, installedVersion, manifestPath])
    const known = wanted.get(key)
    if (known && (compareVersions(ecosystem, patchedVersion, known.to) ?? 0) <= 0) continue
    const fix = {
      package: packageName,
      installed: installedVersion,
      to: patchedVersion,
      manifestPath,
      direct
    }
    wanted.set(key, fix)
  }
  return [...wanted.values()]
}

export const reasonsOf = (findings: readonly FixableFinding[]): UpdateReason[] =>
  findings.map(
    ({ packageName, installedVersion, manifestPath, severity, scoreTenths, advisoryId, aliases }) => ({
      package: packageName,
      installed: installedVersion ?? '',
      manifestPath,
      severity: severity === 'unknown' ? null : severity,
      score: scoreTenths < 0 ? null : scoreTenths / 10,
      ids: [...new Set([advisoryId, ...aliases])]
    })
  )
