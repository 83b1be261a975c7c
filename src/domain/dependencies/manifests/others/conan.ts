// Reads conan.lock of both generations: a graph of nodes, or lists of references.
import { type ManifestReading, unreadable } from '../dependency.js'
import { listMember, objectMember, parseJsonRecord, textMember } from '../formats/json.js'
import { type Gathering, gather } from '../gathering.js'

const LISTS = ['requires', 'build_requires', 'python_requires'] as const

export function readConanLock(text: string): ManifestReading {
  const lock = parseJsonRecord(text)
  if (!lock) return unreadable('The text is not a JSON object')
  const gathering = gather('conan', true)
  for (const node of Object.values(objectMember(objectMember(lock, 'graph_lock'), 'nodes')))
    addReference(nodeReference(node), false, gathering)
  for (const list of LISTS)
    for (const reference of listMember(lock, list))
      addReference(reference, list === 'build_requires', gathering)
  return gathering.end()
}

/** A node with a path is the project itself. */
const nodeReference = (node: unknown) =>
  textMember(node, 'path') === undefined ? (textMember(node, 'ref') ?? textMember(node, 'pref')) : undefined

/** `name/version@user/channel#revision:package%time`; of the project itself, only the name is sure. */
function addReference(reference: unknown, dev: boolean, gathering: Gathering): void {
  if (typeof reference !== 'string') return
  const [, name, version] = /^([^/@#:%]{1,200})\/([^/@#:%]{1,200})/.exec(reference) ?? []
  if (name === undefined || version === undefined) gathering.note(`No version is stated by ${reference}`)
  else gathering.add({ name, resolvedVersion: version, dev })
}
