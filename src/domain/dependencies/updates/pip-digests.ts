// The digests of a new version for requirements that pin digests: pip then installs nothing that has none.
import { normalisePackageName } from '../advisories/names.js'
import { satisfies } from '../versions/requirements/satisfies.js'
import type { ProjectFiles } from './projects.js'
import type { PackageMetadata, PublishedPackages, WantedFix } from './update.js'

export interface PinnedProject {
  files: ProjectFiles
  published: PublishedPackages
  /** What the files state of a package by now. */
  requirementsOf(name: string): (string | null)[]
}

const SHA256 = /^sha256:[0-9a-f]{64}$/

/** A text says why there are none. */
export function newDigests(project: PinnedProject, { package: name, installed, to }: WantedFix) {
  const { files, published } = project
  if (![...files.values()].every((text) => indexesIn(text).every(published.serves)))
    return 'Its hashes forbid other versions, and it may come from elsewhere than the registry; compile the file anew'
  const next = published.metadata(name, to)
  const digests = next?.hashes.filter((one) => SHA256.test(one)) ?? []
  if (!next || digests.length === 0)
    return `Its hashes forbid other versions: those of ${to} are needed, and ${published.silence({ name, version: to })}; or compile the file anew`
  return whyUnpinned(project, next, () => published.metadata(name, installed)) ?? digests
}

const INDEX = /^[ \t]*(?:-i|--index-url|--extra-index-url|-f|--find-links)[ \t=]+(\S+)/gm

const indexesIn = (text: string) => [...text.matchAll(INDEX)].map(([, address = '']) => address)

/** What the new version needs has to be pinned, or was left out before: it may be for other platforms. */
function whyUnpinned(
  { requirementsOf }: PinnedProject,
  { dependencies }: PackageMetadata,
  before: () => PackageMetadata | undefined
): string | null {
  for (const [name, range] of Object.entries(dependencies)) {
    const pins = requirementsOf(normalisePackageName('pip', name))
    if (pins.length === 0 && before()?.dependencies[name] !== range)
      return `It needs \`${name}\` ${range}, which is not pinned; compile the file anew`
    const pinned = pins.flatMap((requirement) => PINNED.exec(requirement ?? '')?.[1] ?? [])
    if (range !== '' && pinned.some((one) => satisfies('pip', range, one) !== true))
      return `It needs \`${name}\` ${range}, and ${pinned.join(', ')} is pinned; compile the file anew`
  }
  return null
}

const PINNED = /^\s*===?\s*([^\s,;*]{1,100})\s*$/
