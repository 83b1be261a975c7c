// A summary of what a configuration allows the service to do.

import type { ConfigCheck, ConfigFinding, ConfigPolicy } from '#schemas/configuration/check.js'
import { PILLARS } from '#schemas/configuration/pillars.js'
import type { ServiceConfig } from '#schemas/configuration/service-config.js'
import type { LocatedConfigFault } from './file.js'
import type { ConfigResolution } from './resolve.js'
import { risksIn } from './risks.js'

export function configPowers(
  config: ServiceConfig
): Pick<ConfigCheck, 'enabled_pillars' | 'dry_run' | 'risky_settings'> {
  return {
    enabled_pillars: PILLARS.filter((pillar) => config.pillars[pillar].enabled),
    dry_run: config.settings.dry_run,
    risky_settings: risksIn(config)
  }
}

export function configFinding(fault: LocatedConfigFault, severity: ConfigFinding['severity']): ConfigFinding {
  return { ...fault, severity }
}

/** A resolved configuration, in force or previewed. */
export interface EffectiveConfig extends Pick<ConfigResolution, 'config'> {
  isReadable: boolean
  /** Warnings about the file. */
  warnings: readonly LocatedConfigFault[]
}

export function configPolicy({ config, isReadable, warnings }: EffectiveConfig): ConfigPolicy {
  return {
    ...configPowers(config),
    is_readable: isReadable,
    warnings: warnings.map((fault) => configFinding(fault, 'warning'))
  }
}
