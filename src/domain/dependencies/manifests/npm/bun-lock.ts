// Reads bun.lock: JSON with comments and trailing commas, each package a list that begins with `name@version`.
import { type ManifestReading, unreadable } from '../dependency.js'
import { isMisshapen, objectMember, parseJsonRecord } from '../formats/json.js'
import { plainJson } from '../formats/json-comments.js'
import { jsonPath, memberLines } from '../formats/json-lines.js'
import { cut } from '../formats/lines.js'
import { gather } from '../gathering.js'
import { isElsewhere, splitDescriptor } from './specifier.js'

export function readBunLock(text: string): ManifestReading {
  const plain = plainJson(text)
  const lock = parseJsonRecord(plain)
  if (!lock) return unreadable('The text is not a JSON object')
  if (isMisshapen(lock, 'packages')) return unreadable('The list of packages is not an object')
  const lines = memberLines(plain, new Set(['packages']))
  const { needed, developed } = workspacesAsk(objectMember(lock, 'workspaces'))
  const gathering = gather('npm', true)
  for (const [key, entry] of Object.entries(objectMember(lock, 'packages'))) {
    const first: unknown = Array.isArray(entry) ? entry[0] : undefined
    if (typeof first !== 'string') {
      gathering.reject(key)
      continue
    }
    gathering.add({
      ...lockedAs(first),
      direct: needed.has(key) || developed.has(key),
      dev: developed.has(key) && !needed.has(key),
      line: lines.get(jsonPath('packages', key))
    })
  }
  return gathering.end()
}

function lockedAs(stated: string) {
  const { name, version = '' } = splitDescriptor(stated)
  const [plain, commit] = cut(version, '#')
  const isLocal = isElsewhere(version)
  return commit || isLocal ? { name, source: version } : { name, resolvedVersion: plain }
}

function workspacesAsk(workspaces: Record<string, unknown>) {
  const needed = new Set<string>()
  const developed = new Set<string>()
  for (const workspace of Object.values(workspaces))
    for (const section of ['dependencies', 'optionalDependencies', 'peerDependencies', 'devDependencies'])
      for (const name of Object.keys(objectMember(workspace, section)))
        (section === 'devDependencies' ? developed : needed).add(name)
  return { needed, developed }
}
