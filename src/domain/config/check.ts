// What would become of a configuration, told before it holds.
import type { ConfigCheck, ConfigCheckBody, ConfigFinding } from '../../../schemas/config-check.js'
import { PILLARS } from '../../../schemas/pillars.js'
import { type ParsedFile, type PlacedFault, parsedFile } from './file.js'
import { findingsIn } from './findings.js'
import { resolved } from './resolve.js'
import { risksIn } from './risks.js'

const OF_REPOSITORY = { mayLock: false }

export function configCheck({ yaml, config }: ConfigCheckBody, at: Date): ConfigCheck {
  const parsed: ParsedFile = yaml === undefined ? checkedLayer(config ?? {}) : parsedFile(yaml, OF_REPOSITORY)
  const { content, errors, warnings } = parsed
  const found = {
    errors: errors.map((fault) => told(fault, 'error')),
    warnings: warnings.map((fault) => told(fault, 'warning')),
    parsed_at: at.toISOString()
  }
  if (content === undefined)
    return {
      valid: false,
      ...found,
      enabled_pillars: [],
      dry_run: false,
      risky_settings: [],
      normalized_config: null
    }
  const { config: whole } = resolved({ org: {}, repo: content, db: {}, isReadable: true })
  return {
    valid: true,
    ...found,
    enabled_pillars: PILLARS.filter((pillar) => whole.pillars[pillar].enabled),
    dry_run: whole.settings.dry_run,
    risky_settings: risksIn(whole),
    normalized_config: whole
  }
}

function checkedLayer(config: NonNullable<ConfigCheckBody['config']>): ParsedFile {
  const { errors, warnings } = findingsIn(config, OF_REPOSITORY)
  return errors.length > 0 ? { errors, warnings } : { content: config, errors, warnings }
}

const told = (fault: PlacedFault, severity: ConfigFinding['severity']): ConfigFinding => ({
  ...fault,
  severity
})
