// Validates a configuration and previews its effect before it is saved.

import { invalidParameter } from '#errors/errors.js'
import type { ConfigCheck, ConfigCheckBody } from '#schemas/configuration/check.js'
import { type ParsedConfigFile, parseConfigFile } from './file.js'
import { checkLayer, type LayerKind } from './findings.js'
import { configFinding, configPowers } from './policy.js'
import { resolveConfig } from './resolve.js'

export function checkConfiguration(body: ConfigCheckBody, at: Date): ConfigCheck {
  const isOrganisation = body.of === 'organisation'
  const parsed = checkBody(body, { mayLock: isOrganisation })
  const { content, errors, warnings } = parsed
  const findings = {
    errors: errors.map((fault) => configFinding(fault, 'error')),
    warnings: warnings.map((fault) => configFinding(fault, 'warning')),
    parsed_at: at.toISOString()
  }
  if (content === undefined)
    return {
      valid: false,
      ...findings,
      enabled_pillars: [],
      dry_run: false,
      risky_settings: [],
      normalized_config: null
    }
  const { config: effective } = resolveConfig({
    org: isOrganisation ? content : {},
    repo: isOrganisation ? {} : content,
    db: {},
    isReadable: true
  })
  return { valid: true, ...findings, ...configPowers(effective), normalized_config: effective }
}

function checkBody({ yaml, config }: ConfigCheckBody, kind: LayerKind): ParsedConfigFile {
  if (yaml !== undefined && config === undefined) return parseConfigFile(yaml, kind)
  if (config !== undefined && yaml === undefined) return checkLayerBody(config, kind)
  throw invalidParameter(
    '/yaml',
    'must be provided if /config is not, and not together with it',
    'invalid_field'
  )
}

function checkLayerBody(config: NonNullable<ConfigCheckBody['config']>, kind: LayerKind): ParsedConfigFile {
  const { errors, warnings } = checkLayer(config, kind)
  return errors.length > 0 ? { errors, warnings } : { content: config, errors, warnings }
}
