// What would become of a configuration, told before it holds.

import { invalidParameter } from '#errors/errors.js'
import type { ConfigCheck, ConfigCheckBody } from '#schemas/configuration/check.js'
import { type ParsedFile, parsedFile } from './file.js'
import { findingsIn, type Kind } from './findings.js'
import { powersOf, toldFault } from './policy.js'
import { resolved } from './resolve.js'

export function configCheck(body: ConfigCheckBody, at: Date): ConfigCheck {
  const isOrganisation = body.of === 'organisation'
  const parsed = checked(body, { mayLock: isOrganisation })
  const { content, errors, warnings } = parsed
  const found = {
    errors: errors.map((fault) => toldFault(fault, 'error')),
    warnings: warnings.map((fault) => toldFault(fault, 'warning')),
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
  const { config: whole } = resolved({
    org: isOrganisation ? content : {},
    repo: isOrganisation ? {} : content,
    db: {},
    isReadable: true
  })
  return { valid: true, ...found, ...powersOf(whole), normalized_config: whole }
}

function checked({ yaml, config }: ConfigCheckBody, kind: Kind): ParsedFile {
  if (yaml !== undefined && config === undefined) return parsedFile(yaml, kind)
  if (config !== undefined && yaml === undefined) return checkedLayer(config, kind)
  throw invalidParameter('/yaml', 'must be given, or /config, and not both', 'invalid_field')
}

function checkedLayer(config: NonNullable<ConfigCheckBody['config']>, kind: Kind): ParsedFile {
  const { errors, warnings } = findingsIn(config, kind)
  return errors.length > 0 ? { errors, warnings } : { content: config, errors, warnings }
}
