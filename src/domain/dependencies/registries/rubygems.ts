// The compact index of RubyGems: a line for each version of a gem, with what it needs and its checksum.
import { bareRecord, isShortText, MOST_MEMBERS } from './members.js'
import { emptyMetadata, type RegistryProtocol, type RegistryReply, UNLISTED, UNREADABLE } from './protocol.js'

const NAME = /^[A-Za-z0-9_-][\w.-]{0,127}$/
const HEADER = '---\n'

export const RUBYGEMS_REGISTRY: RegistryProtocol = {
  packages: 'https://rubygems.org/',
  sums: null,
  origins: ['https://rubygems.org', 'https://index.rubygems.org'],
  documentsOf({ name, version }) {
    if (!NAME.test(name) || version === null) return undefined
    return [{ server: 'packages', path: `info/${name}`, accept: 'text/plain', mostBytes: 8 * 2 ** 20 }]
  },
  read({ version }, [text = '']) {
    if (version === null || !text.startsWith(HEADER)) return UNREADABLE
    const line = text.split('\n').find((one) => one.startsWith(`${version} `))
    return line === undefined ? UNLISTED : gemOf(line, version)
  }
}

function gemOf(line: string, version: string): RegistryReply {
  const [needs = '', marks = ''] = line.slice(version.length + 1).split('|', 2)
  const stated = needs.split(',').filter((need) => need.trim() !== '')
  const dependencies = stated.flatMap((need) => {
    const at = need.indexOf(':')
    const name = need.slice(0, Math.max(0, at)).trim()
    return NAME.test(name) && isShortText(need) ? [[name, requirementOf(need.slice(at + 1))] as const] : []
  })
  const digest = /(?:^|,)checksum:([0-9a-f]{64})(?:,|$)/.exec(marks)?.[1]
  const isWhole = dependencies.length === stated.length && stated.length <= MOST_MEMBERS
  if (!isWhole || digest === undefined) return UNREADABLE
  const metadata = emptyMetadata(version)
  metadata.dependencies = bareRecord(dependencies)
  metadata.hashes = [`sha256:${digest}`]
  return { is: 'metadata', metadata }
}

/** As a lock file writes it: the bounds in falling order, and nothing for any version. */
function requirementOf(stated: string): string {
  const bounds = stated.split('&').map((bound) => bound.trim())
  return bounds.length === 1 && bounds[0] === '>= 0' ? '' : bounds.sort().reverse().join(', ')
}
