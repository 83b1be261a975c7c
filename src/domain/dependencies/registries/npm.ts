// The registry of npm: one document for each version, and a short list of all versions of a package.
import {
  isJsonRecord,
  type JsonRecord,
  objectMember,
  ownMember,
  parseJsonRecord,
  textMember
} from '../manifests/formats/json.js'
import { compareVersions, readVersion } from '../versions/versions.js'
import { isShortText, textsIn } from './members.js'
import { versionFields } from './npm-fields.js'
import { emptyMetadata, type RegistryProtocol, type RegistryReply, UNLISTED, UNREADABLE } from './protocol.js'

const NAME = /^(?=.{1,214}$)(?:@[\w~-][\w.~-]*\/)?[\w~!'()*-][\w.~!'()*-]*$/
const VERSION = /^\d[\w.+-]{0,100}$/
const MOST_VERSIONS = 50_000
const SHORT_LIST = 'application/vnd.npm.install-v1+json, application/json;q=0.5'

export const NPM_REGISTRY: RegistryProtocol = {
  packages: 'https://registry.npmjs.org/',
  sums: null,
  origins: ['https://registry.npmjs.org/', 'https://registry.yarnpkg.com/'],
  documentsOf({ name, version }) {
    if (!NAME.test(name) || (version !== null && !VERSION.test(version))) return undefined
    const path = name.replace('/', '%2f')
    return version === null
      ? [{ server: 'packages', path, accept: SHORT_LIST, mostBytes: 24 * 2 ** 20 }]
      : [
          {
            server: 'packages',
            path: `${path}/${encodeURIComponent(version)}`,
            accept: 'application/json',
            mostBytes: 2 * 2 ** 20
          }
        ]
  },
  read({ name, version }, [text = '']) {
    const record = parseJsonRecord(text)
    if (!record || textMember(record, 'name') !== name) return UNREADABLE
    return version === null ? versionsIn(record) : versionOf(record, version)
  }
}

/** Those that npm itself would choose: not deprecated, and not above the one that is called the latest. */
function versionsIn(record: JsonRecord): RegistryReply {
  const all = ownMember(record, 'versions')
  if (!isJsonRecord(all) || Object.keys(all).length > MOST_VERSIONS) return UNREADABLE
  const latest = textMember(objectMember(record, 'dist-tags'), 'latest')
  const versions = Object.keys(all).filter(
    (version) =>
      readVersion('npm', version) !== null &&
      !textMember(all[version], 'deprecated') &&
      (latest === undefined || (compareVersions('npm', version, latest) ?? 0) <= 0)
  )
  return { is: 'versions', versions }
}

function versionOf(record: JsonRecord, version: string): RegistryReply {
  if (textMember(record, 'version') !== version) return UNLISTED
  const [dependencies, optionalDependencies, peerDependencies] = [
    textsIn(record, 'dependencies'),
    textsIn(record, 'optionalDependencies'),
    textsIn(record, 'peerDependencies')
  ]
  if (!dependencies || !optionalDependencies || !peerDependencies) return UNREADABLE
  const dist = objectMember(record, 'dist')
  const metadata = emptyMetadata(version)
  metadata.resolved = archiveIn(dist)
  metadata.integrity = digestIn(dist)
  metadata.dependencies = dependencies
  metadata.optionalDependencies = optionalDependencies
  metadata.peerDependencies = peerDependencies
  metadata.fields = versionFields(record)
  return { is: 'metadata', metadata }
}

function archiveIn(dist: JsonRecord): string | null {
  const address = textMember(dist, 'tarball')
  if (!isShortText(address) || !URL.canParse(address)) return null
  const { protocol, username, password, hash, href } = new URL(address)
  return protocol === 'https:' && `${username}${password}${hash}` === '' ? href : null
}

const SHA512 = /(?:^|\s)(sha512-[A-Za-z0-9+/]{86}==)(?:\s|$)/

/** Old packages have no other digest than a SHA-1. */
function digestIn(dist: JsonRecord): string | null {
  const integrity = ownMember(dist, 'integrity')
  if (integrity !== undefined) return isShortText(integrity) ? (SHA512.exec(integrity)?.[1] ?? null) : null
  const sum = textMember(dist, 'shasum') ?? ''
  return /^[0-9a-f]{40}$/.test(sum) ? `sha1-${Buffer.from(sum, 'hex').toString('base64')}` : null
}
