// How the registry of one ecosystem is asked, and what its replies mean. They come from outside: nothing in them is trusted
// to be of the right shape, small or about what was asked.
import type { MetadataNeed, PackageMetadata } from '../updates/update.js'

export interface RegistryDocument {
  /** Go keeps the sums of modules on a server of their own. */
  server: 'packages' | 'sums'
  /** Within the address of the server. */
  path: string
  accept: string
  mostBytes: number
}

/** `unlisted`: the registry does not have it. `unreadable`: this is no reply of such a registry. */
export type RegistryReply =
  | { is: 'metadata'; metadata: PackageMetadata }
  | { is: 'versions'; versions: readonly string[] }
  | { is: 'unlisted' }
  | { is: 'unreadable' }

export interface RegistryProtocol {
  /** The addresses of the public servers. */
  packages: string
  sums: string | null
  /** Where lock files say that packages of the public registry come from; the beginning of an address each. */
  origins: readonly string[]
  /** Undefined where nothing of this name can be there. */
  documentsOf(need: MetadataNeed): RegistryDocument[] | undefined
  /** One text for each document. */
  read(need: MetadataNeed, texts: readonly string[]): RegistryReply
}

export const UNLISTED: RegistryReply = { is: 'unlisted' }
export const UNREADABLE: RegistryReply = { is: 'unreadable' }

/** To be filled in by what the registry says. */
export const emptyMetadata = (version: string): PackageMetadata => ({
  version,
  resolved: null,
  integrity: null,
  dependencies: {},
  optionalDependencies: {},
  peerDependencies: {},
  fields: {},
  hashes: []
})
