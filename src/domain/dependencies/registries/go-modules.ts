// The proxy of Go's modules, and the database of their sums.
import { createHash } from 'node:crypto'
import { directivesIn } from '../manifests/go/module-lines.js'
import { bareRecord, isShortText } from './members.js'
import { emptyMetadata, type RegistryProtocol, type RegistryReply, UNREADABLE } from './protocol.js'

const NAME = /^(?=.{1,300}$)[a-z0-9][a-z0-9.-]*\.[a-z]{2,}(?:\/[\w~-][\w.~-]*)*$/i
const VERSION = /^\d[\w.+-]{0,100}$/
const MOST_BYTES = 2 * 2 ** 20
const MOST_REQUIRED = 5_000

export const GO_MODULES: RegistryProtocol = {
  packages: 'https://proxy.golang.org/',
  sums: 'https://sum.golang.org/',
  // Nothing in go.mod or go.sum says where a module comes from.
  origins: [],
  documentsOf({ name, version }) {
    if (!NAME.test(name) || version === null || !VERSION.test(version)) return undefined
    const [module, release] = [escaped(name), `v${escaped(version)}`]
    return [
      { server: 'sums', path: `lookup/${module}@${release}`, accept: 'text/plain', mostBytes: 64 * 2 ** 10 },
      { server: 'packages', path: `${module}/@v/${release}.mod`, accept: 'text/plain', mostBytes: MOST_BYTES }
    ]
  },
  read({ name, version }, [sums = '', manifest = '']) {
    const lines = sums.split('\n')
    const sumOf = (stated: string) =>
      lines.find((line) => line.startsWith(`${name} ${stated} `))?.slice(name.length + stated.length + 2)
    const hashes = [sumOf(`v${version}`) ?? '', sumOf(`v${version}/go.mod`) ?? '']
    if (version === null || !hashes.every((hash) => DIGEST.test(hash))) return UNREADABLE
    // What the proxy says must be what the sums are of.
    return hashes[1] === sumOfManifest(manifest) ? moduleOf(manifest, version, hashes) : UNREADABLE
  }
}

const DIGEST = /^h1:[A-Za-z0-9+/]{43}=$/

/** Servers that do not tell upper from lower case are told by a mark. */
const escaped = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`)

function sumOfManifest(manifest: string): string {
  const digest = createHash('sha256').update(manifest).digest('hex')
  return `h1:${createHash('sha256').update(`${digest}  go.mod\n`).digest('base64')}`
}

function moduleOf(manifest: string, version: string, hashes: readonly string[]): RegistryReply {
  const directives = directivesIn(manifest)
  if (typeof directives === 'number') return UNREADABLE
  const required = directives.filter(({ verb }) => verb === 'require').map(({ words }) => words)
  const isShort = required.every(([name, stated]) => isShortText(name) && isShortText(stated))
  if (!isShort || required.length > MOST_REQUIRED) return UNREADABLE
  const metadata = emptyMetadata(version)
  metadata.hashes = hashes
  metadata.dependencies = bareRecord(required.map(([name = '', stated = '']) => [name, stated] as const))
  return { is: 'metadata', metadata }
}
