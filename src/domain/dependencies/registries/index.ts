// The registries that can be asked, by ecosystem.
import type { Ecosystem } from '#schemas/dependencies/enums.js'
import { CRATES_REGISTRY } from './crates.js'
import { GO_MODULES } from './go-modules.js'
import { NPM_REGISTRY } from './npm.js'
import type { RegistryProtocol } from './protocol.js'
import { PYPI_REGISTRY } from './pypi.js'
import { RUBYGEMS_REGISTRY } from './rubygems.js'

/** Those whose lock files need what only a registry knows, and can be written with it. */
export const REGISTRY_PROTOCOLS = {
  npm: NPM_REGISTRY,
  pip: PYPI_REGISTRY,
  go: GO_MODULES,
  cargo: CRATES_REGISTRY,
  rubygems: RUBYGEMS_REGISTRY
} as const satisfies Partial<Record<Ecosystem, RegistryProtocol>>

export type RegistryEcosystem = keyof typeof REGISTRY_PROTOCOLS

export const hasRegistry = (ecosystem: string): ecosystem is RegistryEcosystem =>
  Object.hasOwn(REGISTRY_PROTOCOLS, ecosystem)
