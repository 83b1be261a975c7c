// The JSON API of PyPI: one document for each version, with the digests of its files.
import { normalisePackageName } from '../advisories/names.js'
import {
  isJsonRecord,
  type JsonRecord,
  listMember,
  objectMember,
  ownMember,
  parseJsonRecord,
  textMember
} from '../manifests/formats/json.js'
import { readRequirement } from '../manifests/python/requirement.js'
import { compareVersions } from '../versions/versions.js'
import { bareRecord, isShortText, MOST_MEMBERS } from './members.js'
import { emptyMetadata, type RegistryProtocol, type RegistryReply, UNLISTED, UNREADABLE } from './protocol.js'

const NAME = /^[A-Za-z0-9](?:[\w.-]{0,198}[A-Za-z0-9])?$/
const VERSION = /^v?\d[\w.+!-]{0,100}$/
const MOST_FILES = 2_000

const normal = (name: string) => normalisePackageName('pip', name)

export const PYPI_REGISTRY: RegistryProtocol = {
  packages: 'https://pypi.org/',
  sums: null,
  origins: ['https://pypi.org/', 'https://pypi.python.org/'],
  documentsOf({ name, version }) {
    if (!NAME.test(name) || version === null || !VERSION.test(version)) return undefined
    const path = `pypi/${normal(name)}/${encodeURIComponent(version)}/json`
    return [{ server: 'packages', path, accept: 'application/json', mostBytes: 8 * 2 ** 20 }]
  },
  read({ name, version }, [text = '']) {
    const record = parseJsonRecord(text)
    const info = objectMember(record, 'info')
    if (!record || version === null || normal(textMember(info, 'name') ?? '') !== normal(name))
      return UNREADABLE
    const isSame = compareVersions('pip', textMember(info, 'version') ?? '', version) === 0
    return isSame ? releaseOf(record, info, version) : UNLISTED
  }
}

/** Nobody should install what was yanked. */
function releaseOf(record: JsonRecord, info: JsonRecord, version: string): RegistryReply {
  const files = listMember(record, 'urls').filter(isJsonRecord)
  const whole = files.filter((file) => ownMember(file, 'yanked') !== true)
  if (ownMember(info, 'yanked') === true || whole.length === 0) return UNLISTED
  const digests = whole.map((file) => textMember(objectMember(file, 'digests'), 'sha256') ?? '')
  const needs = needsIn(info)
  const isWhole = digests.every((digest) => /^[0-9a-f]{64}$/.test(digest))
  if (!isWhole || digests.length > MOST_FILES || !needs) return UNREADABLE
  const metadata = emptyMetadata(version)
  metadata.hashes = [...new Set(digests)].sort().map((digest) => `sha256:${digest}`)
  metadata.dependencies = needs
  return { is: 'metadata', metadata }
}

/** What only an extra needs says so behind its versions. */
const isOfExtra = (stated: string) => /\bextra\s{0,9}==/.test(stated.split(';', 2)[1] ?? '')

/** Without what only extras need; with what is needed on some platforms alone. */
function needsIn(info: JsonRecord): Record<string, string> | undefined {
  const stated = listMember(info, 'requires_dist')
  if (!stated.every(isShortText)) return undefined
  const always = stated.filter((one) => !isOfExtra(one))
  if (always.length > MOST_MEMBERS) return undefined
  const needs = bareRecord<string>([])
  for (const text of always) {
    const read = readRequirement(text)
    if (!read) return undefined
    const key = normal(read.name)
    needs[key] = [needs[key], read.requirement].filter((one) => one).join(',')
  }
  return needs
}
