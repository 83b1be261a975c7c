// The packages that a package.json asks for, and those that it forces.
import { objectMember, ownMember, parseJsonRecord } from '../../manifests/formats/json.js'
import { readSpecifier } from '../../manifests/npm/specifier.js'
import { type JsonMemberSpan, spansOfJson, unquotedJson } from '../formats/json-spans.js'
import { fromElsewhere, type Mention, plainMention, refusedMention } from './mention.js'

const SECTIONS = ['dependencies', 'optionalDependencies', 'peerDependencies', 'devDependencies'] as const

export function packageJsonMentions(path: string, text: string): Mention[] {
  if (!parseJsonRecord(text)) return []
  const root = spansOfJson(text, 2)
  return SECTIONS.flatMap((section) =>
    [...(root.members.get(section)?.members ?? [])].flatMap(([key, span]) => mentionAt(path, text, key, span))
  )
}

function mentionAt(path: string, text: string, key: string, span: JsonMemberSpan): Mention[] {
  const quoted = text.slice(span.from, span.to)
  if (!quoted.startsWith('"')) return []
  const stated = unquotedJson(quoted)
  const { name = key, requirement, source } = readSpecifier(stated.trim())
  const parts = { path, package: name, key }
  if (source !== null) return [refusedMention(parts, fromElsewhere(source))]
  if (stated !== quoted.slice(1, -1)) return [refusedMention(parts, 'Its range is written with escapes')]
  if (requirement === null || requirement === '' || requirement === '*')
    return [{ ...refusedMention(parts, ''), refusal: null }]
  const from = span.from + 1 + stated.lastIndexOf(requirement)
  return [plainMention({ ...parts, requirement }, from, from + requirement.length)]
}

/** Where versions are forced on what others ask for. */
const FORCING = ['overrides', 'resolutions'] as const

/** The names and selectors of what a package.json forces already, at whatever depth. */
export function forcedSelectors(text: string): string[] {
  const manifest = parseJsonRecord(text)
  const lists = FORCING.map((member) => ownMember(manifest, member))
  return [...lists, ownMember(objectMember(manifest, 'pnpm'), 'overrides')].flatMap(keysWithin)
}

/** Selectors such as `a@^1` or `b/a` hold the name as a word of their own. */
export const selectsPackage = (selector: string, name: string): boolean =>
  selector === name ||
  selector.startsWith(`${name}@`) ||
  selector.endsWith(`/${name}`) ||
  selector.includes(`/${name}@`)

const MOST_KEYS = 10_000

function keysWithin(list: unknown): string[] {
  const open: unknown[] = [list]
  const keys: string[] = []
  for (let next = open.pop(); next !== undefined && keys.length < MOST_KEYS; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue
    for (const [key, value] of Object.entries(next)) {
      keys.push(key)
      open.push(value)
    }
  }
  return keys
}
