// Which registries of packages may be asked. Without the setting none is: a question tells the name of a package.
import { hasRegistry, REGISTRY_PROTOCOLS } from '#domain/dependencies/registries/index.js'
import type { OwnMirror, RegistryEcosystem, RegistrySettings } from '#registries/index.js'
import { SettingsError } from './error.js'

/** `public`, or `ecosystem=https://…` for a mirror, with commas between; what is named counts more than `public`. */
export function registrySettingsOf({
  PACKAGE_REGISTRIES: list = 'off'
}: {
  PACKAGE_REGISTRIES?: string
}): RegistrySettings {
  if (list.trim() === 'off') return {}
  const words = list.split(',').map((word) => word.trim())
  const named = words.filter((word) => word !== 'public').map(namedRegistry)
  const all = words.length > named.length ? Object.keys(REGISTRY_PROTOCOLS) : []
  return Object.fromEntries([...all.map((ecosystem) => [ecosystem, 'public']), ...named])
}

function namedRegistry(word: string): [RegistryEcosystem, 'public' | OwnMirror] {
  const [ecosystem = '', ...address] = word.split('=')
  const text = address.join('=')
  if (!hasRegistry(ecosystem)) throw wrong()
  return [ecosystem, text === 'public' ? text : mirrorAt(text)]
}

function mirrorAt(text: string): OwnMirror {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isFit = url?.protocol === 'https:' && `${url.search}${url.hash}` === ''
  if (!isFit || /%(?![0-9a-f]{2})/i.test(`${url.username}${url.password}`)) throw wrong()
  const credentials = [url.username, url.password].map(decodeURIComponent).join(':')
  const authorization = credentials === ':' ? null : `Basic ${Buffer.from(credentials).toString('base64')}`
  return { address: `${url.origin}${url.pathname.replace(/\/*$/, '/')}`, authorization }
}

/** The message does not quote the value, because it may have a password. */
const wrong = () =>
  new SettingsError(
    `PACKAGE_REGISTRIES is wrong: expected off, public, or a comma-separated list of public and mirrors such as npm=https://mirror.example/npm; the ecosystems are ${Object.keys(REGISTRY_PROTOCOLS).join(', ')}.`
  )
