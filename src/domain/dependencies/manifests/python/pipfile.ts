// Reads Pipfile and Pipfile.lock.
import { type ManifestReading, unreadable } from '../dependency.js'
import { isMisshapen, type JsonRecord, objectMember, parseJsonRecord, textMember } from '../formats/json.js'
import { jsonPath, memberLines } from '../formats/json-lines.js'
import { isBlank } from '../formats/lines.js'
import { parseTomlRecord } from '../formats/toml.js'
import { tomlLines } from '../formats/toml-lines.js'
import { gather } from '../gathering.js'
import { readConstraint } from './constraint.js'

const LOCKED_SECTIONS = ['default', 'develop'] as const
const PIN = '=='

export function readPipfileLock(text: string): ManifestReading {
  const gathering = gather('pip', true)
  if (isBlank(text)) return gathering.end()
  const lock = parseJsonRecord(text)
  if (!lock) return unreadable('The text is not a JSON object')
  if (LOCKED_SECTIONS.some((section) => isMisshapen(lock, section)))
    return unreadable('A list of packages is not an object')
  const lines = memberLines(text, new Set(LOCKED_SECTIONS))
  for (const section of LOCKED_SECTIONS)
    for (const [name, entry] of Object.entries(objectMember(lock, section))) {
      const version = textMember(entry, 'version') ?? ''
      gathering.add({
        name,
        resolvedVersion: version.startsWith(PIN) ? version.slice(PIN.length) : null,
        source: placeOf(entry),
        dev: section === 'develop',
        line: lines.get(jsonPath(section, name))
      })
    }
  return gathering.end()
}

const PLACES = ['ref', 'git', 'file', 'path']

const placeOf = (entry: unknown) =>
  PLACES.map((place) => textMember(entry, place)).find((one) => one !== undefined) ?? null

const STATED_SECTIONS = ['packages', 'dev-packages'] as const

export function readPipfile(text: string): ManifestReading {
  const manifest = parseTomlRecord(text)
  if (!manifest) return unreadable('The text is not TOML')
  const lines = tomlLines(text)
  const gathering = gather('pip', false)
  for (const section of STATED_SECTIONS) {
    const stated: JsonRecord = objectMember(manifest, section)
    for (const [name, constraint] of Object.entries(stated))
      gathering.add({
        name,
        ...readConstraint(constraint),
        direct: true,
        dev: section === 'dev-packages',
        line: lines.get(`${section}.${name}`)
      })
  }
  return gathering.end()
}
