// A configuration that somebody wants to try before it holds anywhere.
import { type Static, Type } from '@sinclair/typebox'
import { closed, type Json, nullable, oneOf, operation, ref, timestamp } from './common.js'
import { Pillar } from './pillars.js'
import { ServiceConfig } from './service-config.js'

export const LONGEST_FILE = 65_536
export const RISK_SEVERITIES = ['low', 'medium', 'high'] as const

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
      oneOf(['repository', 'organisation'], {
        description:
          "Whose it is; a repository's unless given. The organisation's file may lock keys as well."
      })
    )
  },
  {
    $id: 'ConfigCheckBody',
    additionalProperties: false,
    minProperties: 1,
    description: 'What to check: the text of a file, or what would be set by the API; one of both.'
  }
)
export type ConfigCheckBody = Static<typeof ConfigCheckBody>

export const ConfigFinding = closed(
  {
    path: Type.String({ description: 'A JSON pointer; empty for the whole.' }),
    severity: oneOf(['error', 'warning'], {
      description: 'Whether it keeps the configuration from holding.'
    }),
    message: Type.String({ description: 'What is wrong there, and what is expected.' }),
    line: Type.Optional(Type.Integer({ description: 'Of the text, from 1.' })),
    column: Type.Optional(Type.Integer({ description: 'Of the line, from 1.' }))
  },
  { description: 'Something that is wrong, or remarkable.' }
)
export type ConfigFinding = Static<typeof ConfigFinding>

export const ConfigRisk = closed(
  {
    path: Type.String({ description: 'The key, as a JSON pointer.' }),
    reason: Type.String({ description: 'What it lets the service do.' }),
    severity: oneOf(RISK_SEVERITIES, { description: 'How hard that is to take back.' }),
    mitigated_by_dry_run: Type.Boolean({ description: 'Whether `settings.dry_run` keeps it from happening.' })
  },
  { $id: 'ConfigRisk', description: 'A setting to think about twice.' }
)
export type ConfigRisk = Static<typeof ConfigRisk>

export const ConfigCheck = closed(
  {
    valid: Type.Boolean({ description: 'Whether it would be taken.' }),
    errors: Type.Array(ConfigFinding, { description: 'Why not.' }),
    warnings: Type.Array(ConfigFinding, { description: 'What would have no effect.' }),
    enabled_pillars: Type.Array(Pillar, { description: 'What would work, over the defaults alone.' }),
    dry_run: Type.Boolean({ description: 'Whether it would only be noted what would be done.' }),
    risky_settings: Type.Array(ref(ConfigRisk), { description: 'What to think about twice.' }),
    normalized_config: nullable(ref(ServiceConfig), {
      description: 'It, laid over the defaults; null where it is not valid.'
    }),
    parsed_at: timestamp('When it was checked.')
  },
  { $id: 'ConfigCheck', description: 'What would become of a configuration.' }
)
export type ConfigCheck = Static<typeof ConfigCheck>

export const validateConfig = operation({
  operationId: 'validateConfig',
  summary: 'Check a configuration before it holds',
  description:
    'Nothing is stored, and nobody is asked. What is not valid is no fault of the request: the reply says it.',
  body: ref(ConfigCheckBody),
  response: { 200: ref(ConfigCheck) }
})

export const schemas = [ConfigCheckBody, ConfigRisk, ConfigCheck]
