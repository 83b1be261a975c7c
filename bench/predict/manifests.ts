// Manifests and lock files: of each the packages, or that it cannot be read.
import type { ManifestDependency } from '#domain/dependencies/manifests/dependency.js'
import { readManifest } from '#domain/dependencies/manifests/index.js'
import type { BenchOptions } from '../index.js'
import { readLines, writeLines } from '../json-lines.js'

interface Case {
  id: string
  format: string
  file: string
  content: string
}

/** The name under which a file of a format is found; the cases have names of their own. */
const USUAL_NAMES: Readonly<Record<string, string>> = {
  bunlock: 'bun.lock',
  cargolock: 'Cargo.lock',
  composerlock: 'composer.lock',
  gemfilelock: 'Gemfile.lock',
  gomod: 'go.mod',
  gradlelockfile: 'gradle.lockfile',
  gradleverificationmetadataxml: 'verification-metadata.xml',
  packagelockjson: 'package-lock.json',
  pdmlock: 'pdm.lock',
  pipfilelock: 'Pipfile.lock',
  pnpmlock: 'pnpm-lock.yaml',
  poetrylock: 'poetry.lock',
  pomxml: 'pom.xml',
  pylock: 'pylock.toml',
  requirements: 'requirements.txt',
  uvlock: 'uv.lock',
  yarnlock: 'yarn.lock'
}

export function predictManifests(options: BenchOptions): void {
  writeLines(options.out, readLines<Case>(options.in).map(predictionOf))
}

function predictionOf({ id, format, file, content }: Case) {
  const name = file.endsWith('.sum') ? 'go.sum' : (USUAL_NAMES[format] ?? file)
  const reading = readManifest(name, content)
  if (reading.kind === 'unreadable') return { id, error: reading.reason }
  const packages = reading.dependencies
    .filter((one) => isCounted(format, one))
    .map((one) => ({
      name: one.name,
      version: one.resolvedVersion ?? placeShown(format, one.source) ?? statedVersion(one.requirement)
    }))
  return { id, packages }
}

/** The labels leave out what has no version in some formats: what is not from a registry, and unknown properties. */
function isCounted(format: string, { source, resolvedVersion, requirement }: ManifestDependency): boolean {
  if (format === 'pipfilelock') return resolvedVersion !== null
  if (format === 'pomxml') return requirement?.includes('${') !== true
  return format !== 'requirements' || source === null
}

/** The labels of one format show where a workspace or an archive is in place of its version. */
function placeShown(format: string, source: string | null): string | undefined {
  return format === 'bunlock' && source !== null && !source.startsWith('file:') && !source.includes('#')
    ? source
    : undefined
}

/** The labels show the lowest version of a range where it is the first; none where several conditions are set. */
function statedVersion(requirement: string | null): string {
  if (requirement === null || /[*!]|<[^=]/.test(requirement)) return ''
  if (/^[[(]/.test(requirement)) return requirement.slice(1).split(/[,)\]]/, 1)[0] ?? ''
  return requirement.includes(',') ? '' : requirement.replace(/^[=<>~]{2,3}/, '').trim()
}
