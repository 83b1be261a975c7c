// Packages with a known vulnerability that the change brings in.
import { shortened } from '#domain/text/shown-text.js'
import type { AdvisorySeverity } from '#schemas/dependencies/enums.js'
import type { ReviewSeverity } from '#schemas/review/enums.js'
import { isDependencyManifest } from '../../dependencies/manifests/index.js'
import { compareVersions } from '../../dependencies/versions/versions.js'
import {
  addedLines,
  type DiffLine,
  type ReviewedChange,
  type ReviewedFile,
  type VulnerablePackage
} from '../change.js'
import { directoryOf, isAnyLock } from '../places.js'
import { sourceFindings } from './dependencies/sources.js'
import type { BuiltInFinding, ReviewRuleModule } from './rule.js'

const SEVERITIES: Readonly<Record<AdvisorySeverity, ReviewSeverity>> = {
  critical: 'critical',
  high: 'high',
  medium: 'medium',
  low: 'low',
  none: 'info'
}
const ORDER: readonly AdvisorySeverity[] = ['critical', 'high', 'medium', 'low', 'none']
const MOST_FINDINGS = 20
const MOST_NAMED = 4

function find(change: ReviewedChange): BuiltInFinding[] {
  const packages = new Map<string, VulnerablePackage[]>()
  for (const one of change.vulnerable) {
    const key = `${one.path}\n${one.ecosystem}\n${one.name}\n${one.version}`
    packages.set(key, [...(packages.get(key) ?? []), one])
  }
  const known = [...packages.values()].flatMap((ones) => packageFinding(change, ones))
  return [...known.slice(0, MOST_FINDINGS), ...sourceFindings(change.files)]
}

/** What was there before stays no better and no worse than it was. */
function packageFinding(change: ReviewedChange, all: readonly VulnerablePackage[]): BuiltInFinding[] {
  const fresh = all.filter(({ isOld }) => !isOld)
  const counted = (fresh.length > 0 ? fresh : all).toSorted(
    (a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity)
  )
  const [worst] = counted
  if (!worst) return []
  const { name, version, severity, isOld } = worst
  const advisories = [...new Set(counted.map(({ advisory }) => advisory))].slice(0, MOST_NAMED)
  const since = isOld ? 'The version that it replaces has it too.' : 'The change brings this version in.'
  return [
    {
      severity: isOld ? 'low' : SEVERITIES[severity],
      title: shortened(`${name} ${version} has a known vulnerability`, 140),
      description: `${advisories.join(', ')}, rated as ${severity}. ${since}`,
      suggestion: adviceFor(counted),
      ...placeOf(change, worst),
      confidence: isOld ? 0.5 : 0.9,
      context: `${name} ${version}`
    }
  ]
}

/** The last of the fixed versions is free of all of them. */
function adviceFor(packages: readonly VulnerablePackage[]): string {
  const fixes = packages.flatMap(({ ecosystem, fixedIn }) =>
    fixedIn === null ? [] : [{ ecosystem, fixedIn }]
  )
  const [last] = fixes.toSorted((a, b) => compareVersions(a.ecosystem, b.fixedIn, a.fixedIn) ?? 0)
  return last && fixes.length === packages.length
    ? `Take ${last.fixedIn} or a later version.`
    : 'No version without it is known: look for another package, or say why it does not matter here.'
}

/** Where people wrote it, or else where their tool did. */
function placeOf({ files }: ReviewedChange, one: VulnerablePackage): Pick<BuiltInFinding, 'path' | 'line'> {
  const manifest = files.find(
    ({ path, status }) =>
      status !== 'removed' &&
      path !== one.path &&
      isDependencyManifest(path) &&
      !isAnyLock(path) &&
      directoryOf(path) === directoryOf(one.path)
  )
  const line = manifest && namingLine(manifest, one)
  if (manifest && line) return { path: manifest.path, line: line.after }
  const file = files.find(({ path }) => path === one.path)
  return { path: one.path, line: file ? lineOf(file, one) : null }
}

/** Names are compared without regard to case and to how their words are joined. */
const plainName = (text: string) => text.toLowerCase().replace(/[-_.]/g, '-')

function namingLine(file: ReviewedFile, { name }: VulnerablePackage): DiffLine | undefined {
  const short = plainName(name.slice(name.lastIndexOf(':') + 1))
  return addedLines(file).find(({ text }) => isNamedIn(plainName(text), short))
}

function isNamedIn(text: string, name: string): boolean {
  const at = text.indexOf(name)
  return at >= 0 && !/[\w@/-]/.test(text[at - 1] ?? '') && !/[\w/-]/.test(text[at + name.length] ?? '')
}

/** The added line that names the package, or the version at least. */
function lineOf(file: ReviewedFile, one: VulnerablePackage): number | null {
  const byVersion = addedLines(file).find(({ text }) => text.includes(one.version))
  return (namingLine(file, one) ?? byVersion)?.after ?? null
}

export const vulnerableDependency: ReviewRuleModule = {
  name: 'vulnerable_dependency',
  category: 'security',
  about:
    'Packages with a known vulnerability that the change adds or moves to, or that come from an odd place',
  find
}
