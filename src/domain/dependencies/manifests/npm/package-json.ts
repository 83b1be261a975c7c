// Reads package.json.
import { type ManifestReading, unreadable } from '../dependency.js'
import { isMisshapen, objectMember, parseJsonRecord } from '../formats/json.js'
import { jsonPath, memberLines } from '../formats/json-lines.js'
import { gather } from '../gathering.js'
import { exactVersion, readSpecifier } from './specifier.js'

const SECTIONS = ['dependencies', 'optionalDependencies', 'peerDependencies', 'devDependencies'] as const

export function readPackageJson(text: string): ManifestReading {
  const manifest = parseJsonRecord(text)
  if (!manifest) return unreadable('The text is not a JSON object')
  if (SECTIONS.some((section) => isMisshapen(manifest, section)))
    return unreadable('A list of dependencies is not an object')
  const lines = memberLines(text, new Set(SECTIONS))
  const gathering = gather('npm', false)
  for (const section of SECTIONS)
    for (const [key, stated] of Object.entries(objectMember(manifest, section))) {
      if (typeof stated !== 'string') gathering.reject(key)
      else
        gathering.add({
          ...statedAs(key, stated),
          dev: section === 'devDependencies',
          line: lines.get(jsonPath(section, key))
        })
    }
  return gathering.end()
}

function statedAs(key: string, stated: string) {
  const { name = key, requirement, source } = readSpecifier(stated.trim())
  return {
    name,
    requirement: requirement === '' ? '*' : requirement,
    resolvedVersion: exactVersion(requirement),
    source,
    direct: true
  }
}
