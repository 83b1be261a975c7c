// The packages that projects of .NET, their central versions and packages.config ask for.
import { elementsOf, type PlacedElement } from '../formats/xml-spans.js'
import { type Mention, plainMention, refusedMention } from './mention.js'

const REFERENCES = new Set(['PackageReference', 'PackageVersion', 'GlobalPackageReference'])

export function nugetProjectMentions(path: string, text: string): Mention[] {
  return (elementsOf(text) ?? []).flatMap((element) => {
    const id = element.attributes.get('Include') ?? element.attributes.get('Update')
    return REFERENCES.has(element.name) && id ? versionsOf(path, id.value, element) : []
  })
}

const ATTRIBUTES = ['VersionOverride', 'Version'] as const

/** A reference without a version takes it from the central ones. */
function versionsOf(path: string, name: string, element: PlacedElement): Mention[] {
  const stated = ATTRIBUTES.map((attribute) => element.attributes.get(attribute))
  const nested = element.children.filter((child) => child.name === 'Version' && child.value !== null)
  return [...stated, ...nested].flatMap((one) =>
    one?.value ? [plainMention({ path, package: name, requirement: one.value }, one.from, one.to)] : []
  )
}

export function packagesConfigMentions(
  path: string,
  text: string,
  files: ReadonlyMap<string, string>
): Mention[] {
  return (elementsOf(text) ?? []).flatMap((element) => {
    const id = element.attributes.get('id')
    const version = element.attributes.get('version')
    if (element.name !== 'package' || !id || !version) return []
    const parts = { path, package: id.value, requirement: version.value }
    const folder = `${id.value}.${version.value}\\`.toLowerCase()
    const user = [...files].find(([other, content]) => other !== path && holds(content, folder))?.[0]
    return user === undefined
      ? [plainMention(parts, version.from, version.to)]
      : [refusedMention(parts, `${user} names the folder of this version; update it with NuGet`)]
  })
}

const LONGEST_PROJECT = 2_000_000

const holds = (content: string, folder: string) =>
  content.length > LONGEST_PROJECT || content.toLowerCase().includes(folder)
