// What a lock file of npm repeats of a package, in the form in which npm writes it.
import {
  isJsonRecord,
  type JsonRecord,
  objectMember,
  ownMember,
  textMember
} from '../manifests/formats/json.js'
import { bareRecord, isShortText, textsIn } from './members.js'

const MOST_ENTRIES = 100

/** A member that has another form than it should is left out. */
export function versionFields(record: JsonRecord): Record<string, unknown> {
  const fields: [string, unknown][] = [
    ['bin', binIn(record)],
    ['cpu', listIn(record, 'cpu')],
    ['deprecated', shortText(ownMember(record, 'deprecated'))],
    ['engines', filled(textsIn(record, 'engines'))],
    ['funding', fundingIn(record)],
    ['hasInstallScript', hasInstallScript(record) || undefined],
    ['libc', listIn(record, 'libc')],
    ['license', licenseIn(record)],
    ['os', listIn(record, 'os')],
    ['peerDependenciesMeta', peerMetaIn(record)],
    ['bundleDependencies', bundles(record) || undefined],
    ['_hasShrinkwrap', ownMember(record, '_hasShrinkwrap') === true || undefined]
  ]
  return bareRecord(fields.filter(([, value]) => value !== undefined))
}

const shortText = (value: unknown) => (isShortText(value) && value !== '' ? value : undefined)

const filled = <Value>(record: Record<string, Value> | undefined) =>
  record && Object.keys(record).length > 0 ? record : undefined

/** A single command has the name of the package, without its scope. */
function binIn(record: JsonRecord): Record<string, string> | undefined {
  const command = shortText(ownMember(record, 'bin'))
  if (command === undefined) return filled(textsIn(record, 'bin'))
  const name = (textMember(record, 'name') ?? '').replace(/^@[^/]*\//, '')
  return bareRecord([[name, command]])
}

function listIn(record: JsonRecord, member: string): string[] | undefined {
  const value = ownMember(record, member)
  const list = Array.isArray(value) ? value : value === undefined ? [] : [value]
  return list.length > 0 && list.length <= MOST_ENTRIES && list.every(isShortText) ? list : undefined
}

function fundingIn(record: JsonRecord): unknown {
  const value = ownMember(record, 'funding')
  if (!Array.isArray(value)) return oneFunding(value)
  const all = value
    .slice(0, MOST_ENTRIES)
    .map(oneFunding)
    .filter((one) => one !== undefined)
  return all.length > 0 ? all : undefined
}

function oneFunding(value: unknown): Record<string, string> | undefined {
  const url = shortText(value)
  return url === undefined ? filled(textsIn({ value }, 'value')) : bareRecord([['url', url]])
}

const licenseIn = (record: JsonRecord) =>
  shortText(ownMember(record, 'license')) ?? shortText(ownMember(objectMember(record, 'license'), 'type'))

const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall']

const hasInstallScript = (record: JsonRecord) =>
  ownMember(record, 'hasInstallScript') === true ||
  INSTALL_SCRIPTS.some((name) => textMember(objectMember(record, 'scripts'), name))

function peerMetaIn(record: JsonRecord): Record<string, unknown> | undefined {
  const entries = Object.entries(objectMember(record, 'peerDependenciesMeta')).slice(0, MOST_ENTRIES)
  return filled(
    bareRecord(
      entries.flatMap(([name, value]) =>
        isShortText(name) && ownMember(value, 'optional') === true
          ? [[name, { optional: true }] as const]
          : []
      )
    )
  )
}

function bundles(record: JsonRecord): boolean {
  return ['bundleDependencies', 'bundledDependencies'].some((member) => {
    const value = ownMember(record, member)
    return value === true || (Array.isArray(value) ? value.length > 0 : isJsonRecord(value))
  })
}
