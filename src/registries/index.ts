// The registries of packages that the setting names, behind one interface.
import {
  hasRegistry,
  REGISTRY_PROTOCOLS,
  type RegistryEcosystem
} from '#domain/dependencies/registries/index.js'
import type { RegistryProtocol } from '#domain/dependencies/registries/protocol.js'
import type { PublishedAnswer } from '#domain/dependencies/updates/published.js'
import type { MetadataNeed } from '#domain/dependencies/updates/update.js'
import { OUTGOING } from '#runtime/outgoing.js'
import type { Ecosystem } from '#schemas/dependencies/enums.js'
import { openReplyCache } from './reply-cache.js'
import {
  askServer,
  cacheKeyOf,
  hostOf,
  type ServerParts,
  type ServerReply,
  type ServerSettings
} from './server.js'

export type { RegistryEcosystem } from '#domain/dependencies/registries/index.js'

/** A mirror of one's own; without an address, the public registry. */
export type RegistrySettings = Partial<Record<RegistryEcosystem, 'public' | OwnMirror>>

export interface OwnMirror {
  /** Ends with a slash, and has no credentials. */
  address: string
  /** The value of the header `Authorization`; null for none. */
  authorization: string | null
}

export interface RegistryAnswer {
  answer: PublishedAnswer
  /** Whether the registry may say it later. */
  isTemporary: boolean
}

export interface PackageRegistry {
  /** Its address, without credentials. */
  readonly address: string
  /** One answer for each need; what is not asked before the deadline, a moment of `performance.now()`, has failed. */
  ask(needs: readonly MetadataNeed[], deadline: number): Promise<RegistryAnswer[]>
  /** Whether a lock file that names this address means this registry. */
  serves(origin: string): boolean
}

/** Undefined where none is to be asked. */
export type PackageRegistries = (ecosystem: Ecosystem) => PackageRegistry | undefined

const PARTS: Omit<ServerParts, 'cache'> = {
  resolve: OUTGOING.resolve,
  routeTo: OUTGOING.routeTo,
  timeoutMs: 30_000,
  pauseMs: 500,
  now: () => Date.now()
}
const MOST_CACHED_CHARACTERS = 32 * 2 ** 20

/** Tests bring servers of their own. */
export function openPackageRegistries(
  settings: RegistrySettings,
  parts: Omit<ServerParts, 'cache'> = PARTS
): PackageRegistries {
  const cache = openReplyCache(MOST_CACHED_CHARACTERS)
  const open = new Map<Ecosystem, PackageRegistry>()
  for (const [ecosystem, registry] of Object.entries(settings))
    if (hasRegistry(ecosystem))
      open.set(
        ecosystem,
        openRegistry(REGISTRY_PROTOCOLS[ecosystem], registry, Object.assign({ cache }, parts))
      )
  return (ecosystem) => open.get(ecosystem)
}

const AT_ONCE = 6

function openRegistry(
  protocol: RegistryProtocol,
  settings: 'public' | OwnMirror,
  parts: ServerParts
): PackageRegistry {
  const servers = serversOf(protocol, settings)
  const { address } = servers.packages
  return {
    address,
    serves: (origin) => [address, ...protocol.origins].some((base) => isWithin(base, origin)),
    async ask(needs, deadline) {
      const answers: RegistryAnswer[] = []
      for (let from = 0; from < needs.length; from += AT_ONCE) {
        const some = needs.slice(from, from + AT_ONCE)
        answers.push(
          ...(await Promise.all(some.map((need) => askOne(need, { protocol, servers, parts, deadline }))))
        )
      }
      return answers
    }
  }
}

/** A lock file of Cargo says how the index is read as well. */
const isWithin = (base: string, origin: string) =>
  [origin, origin.replace(/^sparse\+/, '')].some((one) => `${one}/`.startsWith(base.replace(/\/?$/, '/')))

type Servers = Record<'packages' | 'sums', ServerSettings>

function serversOf({ packages, sums }: RegistryProtocol, settings: 'public' | OwnMirror): Servers {
  const serverAt = (address: string): ServerSettings => ({ address, authorization: null, isOwn: false })
  if (settings === 'public') return { packages: serverAt(packages), sums: serverAt(sums ?? packages) }
  const { address, authorization } = settings
  const own = { address, authorization, isOwn: true }
  // Mirrors of modules hand the database of sums on, below an address of its own.
  const below = sums === null ? address : `${address}sumdb/${new URL(sums).host}/`
  return { packages: own, sums: { address: below, authorization, isOwn: true } }
}

interface AskParts {
  protocol: RegistryProtocol
  servers: Servers
  parts: ServerParts
  deadline: number
}

async function askOne(
  need: MetadataNeed,
  { protocol, servers, parts, deadline }: AskParts
): Promise<RegistryAnswer> {
  const name = hostOf(servers.packages)
  const documents = protocol.documentsOf(need)
  if (!documents) return unknown(`${name} can have no such package`)
  const replies = await Promise.all(
    documents.map((document) => askServer(servers[document.server], document, parts, deadline))
  )
  const texts: string[] = []
  for (const reply of replies) {
    if (reply.is !== 'text') return silentAnswer(name, reply)
    texts.push(reply.text)
  }
  const read = protocol.read(need, texts)
  if (read.is === 'unlisted') return unknown(`${name} does not list it`)
  if (read.is === 'unreadable') {
    for (const document of documents) parts.cache.delete(cacheKeyOf(servers[document.server], document))
    return failed(`${name} answered with something else than a package`, true)
  }
  return { answer: read, isTemporary: false }
}

const unknown = (reason: string): RegistryAnswer => ({
  answer: { is: 'unknown', reason },
  isTemporary: false
})
const failed = (reason: string, isTemporary: boolean): RegistryAnswer => ({
  answer: { is: 'failed', reason },
  isTemporary
})

function silentAnswer(name: string, reply: Exclude<ServerReply, { is: 'text' }>): RegistryAnswer {
  if (reply.is === 'missing') return unknown(`${name} does not list it`)
  return failed(reply.reason, reply.is === 'unavailable')
}
