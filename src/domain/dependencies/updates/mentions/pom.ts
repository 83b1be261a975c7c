// The artifacts that the pom.xml files of a project ask for, by a version or by a property of one of them.
import { interpolate } from '../../manifests/jvm/properties.js'
import { elementsOf, type PlacedElement } from '../formats/xml-spans.js'
import { type Mention, plainMention, refusedMention } from './mention.js'

interface Pom {
  path: string
  text: string
  elements: readonly PlacedElement[]
}

export function pomMentions(files: ReadonlyMap<string, string>): Mention[] {
  const poms = [...files].flatMap(([path, text]): Pom[] => {
    const elements = elementsOf(text)
    return elements ? [{ path, text, elements }] : []
  })
  const artifacts = poms.flatMap(artifactsIn)
  const properties = propertiesIn(poms)
  const project = { users: usersOf(artifacts), uses: usesIn(poms), properties }
  return artifacts.map((artifact) => mentionOf(artifact, project))
}

interface Artifact {
  path: string
  name: string
  group: string
  version: PlacedElement
}

const DEPENDENCY = /^project\/(?:profiles\/profile\/)?(?:dependencyManagement\/)?dependencies\/dependency$/

function artifactsIn({ path, elements }: Pom): Artifact[] {
  const coordinates = coordinatesOf(elements)
  return elements
    .filter((element) => DEPENDENCY.test(element.path))
    .flatMap((element): Artifact[] => {
      const [group, artifact] = ['groupId', 'artifactId'].map((name) =>
        interpolate(childOf(element, name)?.value ?? '', coordinates)
      )
      const version = childOf(element, 'version')
      return group && artifact && version ? [{ path, name: `${group}:${artifact}`, group, version }] : []
    })
}

const childOf = (element: PlacedElement, name: string) => element.children.find((one) => one.name === name)

/** What `${project.groupId}` and the like stand for, with the properties of the file itself. */
function coordinatesOf(elements: readonly PlacedElement[]): Map<string, string> {
  const all = new Map<string, string>()
  for (const { path, name, value } of elements) {
    if (value === null) continue
    if (/^project\/properties\/[^/]+$/.test(path)) all.set(name, value)
    if (/^project\/parent\/(?:groupId|version)$/.test(path) && !all.has(`project.${name}`))
      all.set(`project.${name}`, value)
    if (/^project\/(?:groupId|version)$/.test(path)) all.set(`project.${name}`, value)
  }
  return all
}

interface PomProperty {
  path: string
  element: PlacedElement
}

/** The properties by name; those that are set more than once are of nobody. */
function propertiesIn(poms: readonly Pom[]): Map<string, PomProperty[]> {
  const found = new Map<string, PomProperty[]>()
  for (const { path, elements } of poms)
    for (const element of elements)
      if (element.parent?.name === 'properties')
        found.set(element.name, [...(found.get(element.name) ?? []).slice(0, 1), { path, element }])
  return found
}

interface PomProject {
  /** The artifacts that follow a property, by the reference to it. */
  users: ReadonlyMap<string, readonly Artifact[]>
  /** How often a property is referred to, by whatever. */
  uses: ReadonlyMap<string, number>
  properties: ReadonlyMap<string, readonly PomProperty[]>
}

const PROPERTY = /^\$\{([^${}]{1,200})\}$/

function mentionOf({ path, name, version }: Artifact, project: PomProject): Mention {
  const parts = { path, package: name }
  const { value } = version
  if (value === null) return refusedMention(parts, 'Its version is no plain text')
  if (!value.includes('${')) return plainMention({ ...parts, requirement: value }, version.from, version.to)
  const property = PROPERTY.exec(value)?.[1]
  const [set, ...more] = project.properties.get(property ?? '') ?? []
  if (property === undefined || !set || more.length > 0)
    return refusedMention(
      parts,
      `\`${value}\` is not set at one place of the project; raise it where it is set`
    )
  if (set.element.value === null) return refusedMention(parts, `\`${value}\` is no plain text`)
  const others = otherUsers(`\${${property}}`, name, project)
  if (others !== null)
    return refusedMention(parts, `\`${value}\` is also the version of ${others}; raise it for all of them`)
  const { from, to } = set.element
  return plainMention({ ...parts, path: set.path, requirement: set.element.value }, from, to)
}

function usersOf(artifacts: readonly Artifact[]): Map<string, Artifact[]> {
  const users = new Map<string, Artifact[]>()
  for (const artifact of artifacts) {
    const { value } = artifact.version
    if (value === null) continue
    const known = users.get(value)
    if (known) known.push(artifact)
    else users.set(value, [artifact])
  }
  return users
}

const REFERENCE = /\$\{[^${}]{1,200}\}/g

function usesIn(poms: readonly Pom[]): Map<string, number> {
  const uses = new Map<string, number>()
  for (const { text } of poms)
    for (const [reference] of text.matchAll(REFERENCE)) uses.set(reference, (uses.get(reference) ?? 0) + 1)
  return uses
}

/** Who else follows a property; null if nobody does. */
function otherUsers(reference: string, name: string, { users, uses }: PomProject): string | null {
  const known = users.get(reference) ?? []
  const other = known.find((user) => user.name !== name)
  if (other) return `\`${other.name}\``
  return (uses.get(reference) ?? 0) > known.length ? 'something else' : null
}
