// Reads gradle.lockfile and gradle/verification-metadata.xml.
import { type ManifestReading, unreadable } from '../dependency.js'
import { cut, eachLine } from '../formats/lines.js'
import { parseXml } from '../formats/xml.js'
import { type Gathering, gather } from '../gathering.js'

const EMPTY = 'empty='

/** Configurations that only tests use. */
const isForTests = (configuration: string) => /^(?:test|androidTest)/.test(configuration)

export function readGradleLock(text: string): ManifestReading {
  const gathering = gather('maven', true)
  eachLine(text, (raw, line) => {
    const entry = raw.trim()
    if (entry === '' || entry.startsWith('#') || entry.startsWith(EMPTY)) return undefined
    const [coordinates, configurations] = cut(entry, '=')
    const [group = '', rest = ''] = cut(coordinates, ':')
    const [artifact, version] = cut(rest, ':')
    if (!group || !artifact || !version || configurations === undefined)
      gathering.note(`Line ${line} locks no module`)
    else
      gathering.add({
        name: `${group}:${artifact}`,
        resolvedVersion: version,
        dev: configurations.split(',', 1_000).every(isForTests),
        line
      })
    return undefined
  })
  return gathering.end()
}

const COMPONENT = 'verification-metadata/components/component'

const COMPONENT_DEPTH = 3

/** What is missing stays so, because an incomplete component is still one that the build trusts. */
function gatherComponent(attributes: Record<string, string>, line: number, gathering: Gathering): void {
  const { group = '', name = '', version = '' } = attributes
  if (group === '' || name === '' || version === '')
    gathering.note(`The component of line ${line} is incomplete`)
  if (group !== '' || name !== '') gathering.add({ name: `${group}:${name}`, resolvedVersion: version, line })
}

export function readVerificationMetadata(text: string): ManifestReading {
  const gathering = gather('maven', true)
  const path: string[] = []
  const failure = parseXml(text, {
    open(name, line, attributes) {
      path.push(name)
      if (path.length === COMPONENT_DEPTH && path.join('/') === COMPONENT)
        gatherComponent(attributes, line, gathering)
    },
    text() {},
    close() {
      path.pop()
    }
  })
  return failure === undefined ? gathering.end() : unreadable(failure)
}
