// Validation of a configuration before it takes effect.

import { type Static, Type } from '@sinclair/typebox'
import { closed, type Json, nullable, oneOf, operation, ref, timestamp } from '../common.js'
import { enumeration } from '../enumeration.js'
import { Pillar } from './pillars.js'
import { ServiceConfig } from './service-config.js'

export const LONGEST_FILE = 65_536
export const RISK_SEVERITIES = enumeration('ConfigRiskSeverity', ['low', 'medium', 'high'])

export const ConfigCheckBody = Type.Object(
  {
    yaml: Type.Optional(
      Type.String({ maxLength: LONGEST_FILE, description: 'The text of a file. This or `config`.' })
    ),
    config: Type.Optional(
      Type.Unsafe<{ [key: string]: Json }>(
        Type.Object(
          {},
          { additionalProperties: true, description: 'Any part of `ServiceConfig`. This or `yaml`.' }
        )
      )
    ),
    of: Type.Optional(
      oneOf(enumeration('ConfigScope', ['repository', 'organisation']), {
        description: "Whose file it is; default: a repository's. The organisation's file may also lock keys."
      })
    )
  },
  {
    $id: 'ConfigCheckBody',
    additionalProperties: false,
    minProperties: 1,
    description: 'What to validate: the text of a file, or API overrides. Provide exactly one.'
  }
)
export type ConfigCheckBody = Static<typeof ConfigCheckBody>

export const ConfigFinding = closed(
  {
    path: Type.String({ description: 'A JSON pointer; empty for the whole.' }),
    severity: oneOf(enumeration('ConfigFaultSeverity', ['error', 'warning']), {
      description: 'Whether it makes the configuration invalid.'
    }),
    message: Type.String({ description: 'What is wrong and what is expected.' }),
    line: Type.Optional(Type.Integer({ description: 'Line in the text, from 1.' })),
    column: Type.Optional(Type.Integer({ description: 'Column in that line, from 1.' }))
  },
  { description: 'An error or a warning.' }
)
export type ConfigFinding = Static<typeof ConfigFinding>

export const ConfigRisk = closed(
  {
    path: Type.String({ description: 'The key, as a JSON pointer.' }),
    reason: Type.String({ description: 'What it allows the service to do.' }),
    severity: oneOf(RISK_SEVERITIES, { description: 'How hard it is to undo.' }),
    mitigated_by_dry_run: Type.Boolean({ description: 'Whether `settings.dry_run` prevents it.' })
  },
  { $id: 'ConfigRisk', description: 'A setting with a risk.' }
)
export type ConfigRisk = Static<typeof ConfigRisk>

export const ConfigCheck = closed(
  {
    valid: Type.Boolean({ description: 'Whether it is valid.' }),
    errors: Type.Array(ConfigFinding, { description: 'Why it is not valid.' }),
    warnings: Type.Array(ConfigFinding, { description: 'Keys and values that would have no effect.' }),
    enabled_pillars: Type.Array(Pillar, {
      description: 'What would be enabled, applied to the defaults only.'
    }),
    dry_run: Type.Boolean({ description: 'Whether it would be a dry run.' }),
    risky_settings: Type.Array(ref(ConfigRisk), { description: 'Risks.' }),
    normalized_config: nullable(ref(ServiceConfig), {
      description: 'The configuration applied to the defaults; null if invalid.'
    }),
    parsed_at: timestamp('When it was checked.')
  },
  { $id: 'ConfigCheck', description: 'Result of the validation.' }
)
export type ConfigCheck = Static<typeof ConfigCheck>

export const validateConfig = operation({
  operationId: 'validateConfig',
  codes: ['invalid_config'],
  summary: 'Validate a configuration',
  description:
    'Stores nothing and does not call the host. An invalid configuration is not an error of the request; the reply lists its problems.',
  body: ref(ConfigCheckBody),
  response: { 200: ref(ConfigCheck) }
})

export const ConfigPolicy = closed(
  {
    enabled_pillars: Type.Array(Pillar, { description: 'What is enabled.' }),
    dry_run: Type.Boolean({ description: 'Whether it is a dry run.' }),
    is_readable: Type.Boolean({
      description: 'False while a file cannot be read or is invalid; the service then does nothing.'
    }),
    risky_settings: Type.Array(ref(ConfigRisk), { description: 'Risks.' }),
    warnings: Type.Array(ConfigFinding, {
      description:
        'Keys of the file, or of proposed overrides, without effect: unknown keys, keys locked by the organisation, and keys overridden through the API.'
    })
  },
  {
    $id: 'ConfigPolicy',
    description: 'What a configuration allows the service to do, with all layers and locks.'
  }
)
export type ConfigPolicy = Static<typeof ConfigPolicy>

export const schemas = [ConfigCheckBody, ConfigRisk, ConfigCheck]
