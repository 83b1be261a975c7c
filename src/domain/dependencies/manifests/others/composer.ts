// Reads composer.json and composer.lock.
import { type ManifestReading, unreadable } from '../dependency.js'
import {
  isJsonRecord,
  listMember,
  objectMember,
  ownMember,
  parseJsonRecord,
  textMember
} from '../formats/json.js'
import { jsonPath, memberLines } from '../formats/json-lines.js'
import { gather } from '../gathering.js'

const LOCKED = ['packages', 'packages-dev'] as const
const LOCAL = new Set(['path', 'artifact'])

export function readComposerLock(text: string): ManifestReading {
  const lock = parseJsonRecord(text)
  if (!lock) return unreadable('The text is not a JSON object')
  if (LOCKED.some((section) => isJsonRecord(ownMember(lock, section))))
    return unreadable('The packages are no list')
  const lines = memberLines(text, new Set(LOCKED))
  const gathering = gather('composer', true)
  for (const section of LOCKED)
    for (const [index, entry] of listMember(lock, section).entries()) {
      const name = textMember(entry, 'name')
      const dev = section === 'packages-dev'
      if (name === undefined) gathering.reject(`${section} ${index + 1}`)
      else gathering.add({ name, ...lockedAs(entry), dev, line: lines.get(jsonPath(section, index)) })
    }
  return gathering.end()
}

function lockedAs(entry: unknown) {
  const place = objectMember(entry, 'dist')
  const isLocal = LOCAL.has(textMember(place, 'type') ?? '')
  return { resolvedVersion: textMember(entry, 'version'), source: isLocal ? textMember(place, 'url') : null }
}

const STATED = ['require', 'require-dev'] as const

export function readComposerJson(text: string): ManifestReading {
  const manifest = parseJsonRecord(text)
  if (!manifest) return unreadable('The text is not a JSON object')
  const lines = memberLines(text, new Set(STATED))
  const gathering = gather('composer', false)
  for (const section of STATED)
    for (const [name, requirement] of Object.entries(objectMember(manifest, section))) {
      // Without a vendor it is the language, one of its extensions, or Composer itself.
      if (!name.includes('/') || typeof requirement !== 'string') continue
      gathering.add({
        name,
        requirement,
        resolvedVersion: /^[=v]{0,2}(\d{1,9}(?:\.\d{1,9}){1,3}(?:-[\w.]{1,60})?)$/.exec(requirement)?.[1],
        direct: true,
        dev: section === 'require-dev',
        line: lines.get(jsonPath(section, name))
      })
    }
  return gathering.end()
}
