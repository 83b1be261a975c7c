// The sparse index of crates.io: a line of JSON for each version of a crate.
import {
  isJsonRecord,
  type JsonRecord,
  listMember,
  objectMember,
  ownMember,
  parseJsonRecord,
  textMember
} from '../manifests/formats/json.js'
import { bareRecord, isShortText, MOST_MEMBERS } from './members.js'
import { emptyMetadata, type RegistryProtocol, type RegistryReply, UNLISTED, UNREADABLE } from './protocol.js'

const NAME = /^[A-Za-z0-9][\w-]{0,63}$/

export const CRATES_REGISTRY: RegistryProtocol = {
  packages: 'https://index.crates.io/',
  sums: null,
  origins: ['registry+https://github.com/rust-lang/crates.io-index', 'sparse+https://index.crates.io/'],
  documentsOf({ name, version }) {
    if (!NAME.test(name) || version === null) return undefined
    return [{ server: 'packages', path: pathOf(name.toLowerCase()), accept: '*/*', mostBytes: 8 * 2 ** 20 }]
  },
  read({ name, version }, [text = '']) {
    if (version === null || !text.startsWith('{')) return UNREADABLE
    const lines = text.split('\n').filter((line) => line.includes(JSON.stringify(version)))
    const record = lines.map(parseJsonRecord).find((one) => textMember(one, 'vers') === version)
    if (!record) return UNLISTED
    return textMember(record, 'name') === name ? crateOf(record, version) : UNREADABLE
  }
}

function pathOf(name: string): string {
  if (name.length < 3) return `${name.length}/${name}`
  return name.length === 3
    ? `3/${name.slice(0, 1)}/${name}`
    : `${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`
}

interface CrateNeed {
  name: string
  range: string
  isOptional: boolean
  /** What is switched on in the other crate. */
  features: string
}

function crateOf(record: JsonRecord, version: string): RegistryReply {
  const stated = listMember(record, 'deps')
  const needs = stated
    .filter(isJsonRecord)
    .filter((one) => textMember(one, 'kind') !== 'dev')
    .map(needOf)
  const known = needs.filter((need) => need !== undefined)
  const own = [objectMember(record, 'features'), objectMember(record, 'features2')].flatMap(Object.entries)
  const isWhole = known.length === needs.length && own.every(([, switched]) => areTexts(switched))
  if (!isWhole || needs.length > MOST_MEMBERS) return UNREADABLE
  const metadata = emptyMetadata(version)
  metadata.integrity = textMember(record, 'cksum') ?? null
  metadata.dependencies = rangesOf(known.filter(({ isOptional }) => !isOptional))
  metadata.optionalDependencies = rangesOf(known.filter(({ isOptional }) => isOptional))
  metadata.fields = bareRecord<unknown>([
    // In an order of their own, so that they can be compared.
    ['features', [...own.map((one) => JSON.stringify(one)), ...known.map(({ features }) => features)].sort()],
    ['yanked', ownMember(record, 'yanked') === true]
  ])
  return { is: 'metadata', metadata }
}

/** Anything else could be nested deeper than can be written. */
const areTexts = (value: unknown) => Array.isArray(value) && value.every(isShortText)

/** A crate may be known under another name to the one that needs it. */
function needOf(stated: JsonRecord): CrateNeed | undefined {
  const name = textMember(stated, 'package') ?? textMember(stated, 'name')
  const range = textMember(stated, 'req')
  const switched = listMember(stated, 'features')
  if (!isShortText(name) || !isShortText(range) || !areTexts(switched)) return undefined
  const isOptional = ownMember(stated, 'optional') === true
  const isDefault = ownMember(stated, 'default_features') !== false
  const features = JSON.stringify([name, isOptional, isDefault, switched])
  return { name, range, isOptional, features }
}

/** What is asked for several times, as on several platforms, has to suit each time. */
function rangesOf(needs: readonly CrateNeed[]): Record<string, string> {
  const ranges = bareRecord<string>([])
  for (const { name, range } of needs) {
    const known = ranges[name]
    ranges[name] = known === undefined || known === range ? range : `${known}, ${range}`
  }
  return ranges
}
