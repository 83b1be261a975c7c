// The crates that a Cargo.toml asks for.
import { parseTomlRecord } from '../../manifests/formats/toml.js'
import { spansOfToml, type TomlSpan } from '../formats/toml-spans.js'
import { type Mention, plainMention, refusedMention } from './mention.js'

const SECTIONS = new Set(['dependencies', 'build-dependencies', 'dev-dependencies'])
/** One dependency by the names of its fields; the version alone has none. */
type CrateFields = Map<string, TomlSpan>

export function cargoTomlMentions(path: string, text: string): Mention[] {
  if (!parseTomlRecord(text)) return []
  const crates = new Map<string, { key: string; fields: CrateFields }>()
  for (const span of spansOfToml(text)) {
    const at = span.path.findIndex((key) => SECTIONS.has(key))
    const key = span.path[at + 1]
    if (key === undefined || !isSection(span.path.slice(0, at)) || span.path.length > at + 3) continue
    const id = JSON.stringify(span.path.slice(0, at + 2))
    const crate = crates.get(id) ?? { key, fields: new Map() }
    crate.fields.set(span.path[at + 2] ?? '', span)
    crates.set(id, crate)
  }
  return [...crates.values()].flatMap(({ key, fields }) => mentionOf(path, key, fields))
}

/** The project itself, what its workspace shares, or one platform. */
const isSection = ([first, ...more]: readonly string[]) =>
  first === undefined || (first === 'workspace' ? more.length === 0 : first === 'target' && more.length === 1)

function mentionOf(path: string, key: string, fields: CrateFields): Mention[] {
  const parts = { path, package: fields.get('package')?.value ?? key, key }
  const elsewhere = fields.get('git') ?? fields.get('path')
  if (elsewhere) {
    const kind = fields.has('git') ? 'git' : 'a folder'
    return [refusedMention(parts, `It comes from ${kind}, not from the registry; change it there`)]
  }
  if (fields.get('workspace')?.word === 'true') return []
  const version = fields.get('') ?? fields.get('version')
  if (!version) return [{ ...refusedMention(parts, ''), refusal: null }]
  if (version.value === null) return [refusedMention(parts, 'Its version is written with escapes')]
  return [plainMention({ ...parts, requirement: version.value }, version.from, version.to)]
}
