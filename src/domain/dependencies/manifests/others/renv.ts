// Reads renv.lock.
import { type ManifestReading, unreadable } from '../dependency.js'
import { isMisshapen, objectMember, parseJsonRecord, textMember } from '../formats/json.js'
import { jsonPath, memberLines } from '../formats/json-lines.js'
import { gather } from '../gathering.js'

const SECTION = 'Packages'
const REGISTRIES = new Set(['Repository', 'CRAN', 'Bioconductor'])

export function readRenvLock(text: string): ManifestReading {
  const lock = parseJsonRecord(text)
  if (!lock || isMisshapen(lock, SECTION)) return unreadable('The text is not a JSON object with packages')
  const lines = memberLines(text, new Set([SECTION]))
  const gathering = gather('cran', true)
  for (const [key, entry] of Object.entries(objectMember(lock, SECTION))) {
    const source = textMember(entry, 'Source') ?? 'Repository'
    gathering.add({
      name: textMember(entry, 'Package') ?? key,
      resolvedVersion: textMember(entry, 'Version'),
      source: REGISTRIES.has(source) ? null : (textMember(entry, 'RemoteSha') ?? source),
      line: lines.get(jsonPath(SECTION, key))
    })
  }
  return gathering.end()
}
