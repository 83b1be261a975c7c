// What the key of a package in pnpm-lock.yaml says: how it is written changed with each version of the file.
import { cut } from '../formats/lines.js'
import { splitDescriptor } from './specifier.js'

export interface PnpmPackage {
  name: string
  version: string
}

/** From this version on the key is `name@version`. */
const PLAIN_KEYS = 9

/** Undefined if the key is none of a package; empty names and versions if it comes from elsewhere. */
export function readPnpmPath(key: string, lockVersion: number): PnpmPackage | undefined {
  if (key.startsWith('file:') || key.startsWith('link:')) return NOWHERE
  return lockVersion >= PLAIN_KEYS ? readPlainKey(key) : readSlashedKey(key)
}

const NOWHERE: PnpmPackage = { name: '', version: '' }

function readPlainKey(key: string): PnpmPackage {
  const { name, version = '' } = splitDescriptor(key)
  return { name, version: withoutPeers(version) }
}

/** `/name/1.0.0_peer@2.0.0` until version 5, `/name@1.0.0(peer@2.0.0)` in version 6; before the slash, a registry. */
function readSlashedKey(key: string): PnpmPackage | undefined {
  const [path] = cut(key, '(')
  const slash = path.indexOf('/')
  if (slash < 0) return undefined
  const parts = path.slice(slash + 1).split('/')
  const isScoped = parts[0]?.startsWith('@') === true
  const own = isScoped ? parts.slice(0, 2).join('/') : (parts[0] ?? '')
  const version = parts[isScoped ? 2 : 1] ?? ''
  return version === '' ? readAtKey(own) : registered(own, version)
}

function readAtKey(own: string): PnpmPackage {
  const { name, version = '' } = splitDescriptor(own)
  return registered(name, version)
}

const registered = (name: string, version: string): PnpmPackage =>
  /^\d/.test(version) ? { name, version: withoutPeers(version) } : NOWHERE

export function withoutPeers(version: string): string {
  return cut(cut(version, '(')[0], '_')[0]
}
