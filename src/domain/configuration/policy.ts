// What a configuration lets the service do, in short.

import type { ConfigCheck, ConfigFinding, ConfigPolicy } from '#schemas/configuration/check.js'
import { PILLARS } from '#schemas/configuration/pillars.js'
import type { ServiceConfig } from '#schemas/configuration/service-config.js'
import type { PlacedFault } from './file.js'
import type { Resolution } from './resolve.js'
import { risksIn } from './risks.js'

export function powersOf(
  config: ServiceConfig
): Pick<ConfigCheck, 'enabled_pillars' | 'dry_run' | 'risky_settings'> {
  return {
    enabled_pillars: PILLARS.filter((pillar) => config.pillars[pillar].enabled),
    dry_run: config.settings.dry_run,
    risky_settings: risksIn(config)
  }
}

export function toldFault(fault: PlacedFault, severity: ConfigFinding['severity']): ConfigFinding {
  return { ...fault, severity }
}

/** A configuration as it holds, or would hold. */
export interface Standing extends Pick<Resolution, 'config'> {
  isReadable: boolean
  /** Of the file. */
  warnings: readonly PlacedFault[]
}

export function policyOf({ config, isReadable, warnings }: Standing): ConfigPolicy {
  return {
    ...powersOf(config),
    is_readable: isReadable,
    warnings: warnings.map((fault) => toldFault(fault, 'warning'))
  }
}
