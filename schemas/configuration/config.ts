import { type Static, Type } from '@sinclair/typebox'
import {
  closed,
  count,
  type Json,
  nullable,
  oneOf,
  operation,
  pagingQuery,
  RepoParams,
  ref,
  timestamp
} from '../common.js'
import { enumeration } from '../enumeration.js'
import { ErrorBody, ErrorDetail } from '../errors.js'
import { ServiceConfig } from './service-config.js'

export const CONFIG_SOURCES = enumeration('ConfigSource', ['yaml_or_default', 'database'])
export const CONFIG_ACTIONS = enumeration('ConfigAction', ['set', 'patch', 'delete', 'restore'])
export type ConfigAction = (typeof CONFIG_ACTIONS)[number]

/** Lowest first. */
export const CONFIG_LAYERS = enumeration('ConfigLayer', ['defaults', 'org', 'repo', 'db', 'safety'])
export type ConfigLayer = (typeof CONFIG_LAYERS)[number]

const anyConfig = (description: string) =>
  Type.Unsafe<{ [key: string]: Json }>(Type.Object({}, { additionalProperties: true, description }))

const Source = oneOf(CONFIG_SOURCES, {
  description: '`database` if there are API overrides, otherwise `yaml_or_default`.'
})
const Version = count('Increases with every change of the overrides; send it as If-Match.')

export const ConfigFile = closed(
  {
    path: nullable(Type.String(), { description: 'Path of the file; null if there is none.' }),
    sha: nullable(Type.String(), { description: "The host's hash of it." }),
    fetched_at: nullable(timestamp('When it was last known to match the host; null: never read.')),
    error: Type.Optional(
      Type.String({ description: 'Why the file could not be read, or why it is invalid.' })
    )
  },
  {
    $id: 'ConfigFile',
    description: 'A configuration file. While it cannot be read or is invalid, the service does nothing.'
  }
)
export type ConfigFile = Static<typeof ConfigFile>

export const ConfigLock = closed(
  {
    path: Type.String({ description: 'The key, as a JSON pointer.', examples: ['/settings/dry_run'] }),
    tighter: Type.String({ description: 'What the layers above can still change.' })
  },
  { $id: 'ConfigLock', description: 'A key that the organisation has locked.' }
)

export const RepoConfig = closed(
  {
    source: Source,
    config: ref(ServiceConfig),
    overrides: anyConfig('Overrides set through the API.'),
    updated_at: nullable(timestamp('When that was last changed; null: never.')),
    updated_by: nullable(Type.String({ description: 'Who changed it; null: nobody.' })),
    version: Version,
    pillars: Type.Object(
      {},
      {
        additionalProperties: closed({
          enabled: Type.Boolean({ description: 'Whether the pillar is enabled.' }),
          has_override: Type.Boolean({ description: 'Whether it has API overrides.' })
        }),
        description: 'Summary of the pillars, by name.'
      }
    ),
    sources: Type.Object(
      {},
      {
        additionalProperties: oneOf(CONFIG_LAYERS, { description: 'The layer that the value comes from.' }),
        description:
          'Layer of each value, by JSON pointer. `safety`: a file cannot be read or is invalid, so the service does nothing.'
      }
    ),
    layers: closed(
      {
        defaults: Type.Boolean({ description: 'Always true.' }),
        org: Type.Boolean({ description: "Whether the organisation's file sets anything." }),
        repo: Type.Boolean({ description: "Whether the repository's file sets anything." }),
        db: Type.Boolean({ description: 'Whether there are API overrides.' }),
        file: ref(ConfigFile, { description: 'The file of the repository.' }),
        org_file: nullable(ref(ConfigFile), {
          description: 'The file of the organisation, in its repository `service-config`; null without one.'
        })
      },
      { description: 'Layers of the configuration, lowest first.' }
    ),
    locked: Type.Array(ref(ConfigLock), { description: 'What the organisation has locked.' }),
    is_readable: Type.Boolean({
      description:
        'False while a file cannot be read or is invalid; acting pillars are then off and `dry_run` is on.'
    })
  },
  { $id: 'RepoConfig', description: 'The configuration of a repository and its layers.' }
)
export type RepoConfig = Static<typeof RepoConfig>

export const ConfigChange = closed(
  {
    ok: Type.Boolean({ description: 'True.' }),
    message: Type.String({ description: 'What was done, in words.' }),
    source: Source,
    config: ref(ServiceConfig),
    version: Version,
    warnings: Type.Array(ErrorDetail, {
      description: 'Stored keys without effect: unknown and locked keys.'
    })
  },
  { $id: 'ConfigChange', description: 'The configuration after a change.' }
)
export type ConfigChange = Static<typeof ConfigChange>

const overtaken = ref(ErrorBody, { description: 'If-Match does not name the current version.' })

const IfMatch = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      maxLength: 40,
      description:
        'The version that the change is based on; without it, the change applies to the current version.'
    })
  )
})

export const getConfig = operation({
  operationId: 'getConfig',
  codes: ['repo_not_found'],
  summary: 'Get the configuration of a repository',
  description:
    'Layers, lowest first: defaults, the file of the organisation, the file of the repository, overrides set ' +
    'through the API. Objects merge; lists and single values replace.',
  params: RepoParams,
  response: { 200: ref(RepoConfig) }
})

export const replaceConfig = operation({
  operationId: 'replaceConfig',
  codes: ['invalid_config', 'repo_not_found', 'stale_version'],
  summary: 'Replace the API overrides',
  description: 'Keys that are omitted fall back to the files and defaults. `{}` removes all overrides.',
  params: RepoParams,
  headers: IfMatch,
  body: anyConfig('Any part of `ServiceConfig`.'),
  response: { 200: ref(ConfigChange), 409: overtaken }
})

export const patchConfig = operation({
  operationId: 'patchConfig',
  codes: ['invalid_config', 'repo_not_found', 'stale_version'],
  summary: 'Update the API overrides',
  description:
    'Objects merge into the overrides, lists and single values replace them, and null removes a key so that it ' +
    'falls back. A request that changes nothing leaves no history entry.',
  params: RepoParams,
  headers: IfMatch,
  body: anyConfig('What to change, in the form of `ServiceConfig`.'),
  response: { 200: ref(ConfigChange), 409: overtaken }
})

export const deleteConfig = operation({
  operationId: 'deleteConfig',
  codes: ['invalid_config', 'repo_not_found', 'stale_version'],
  summary: 'Remove all API overrides',
  description: 'The files and the defaults decide again. The change is part of the history.',
  params: RepoParams,
  headers: IfMatch,
  response: { 200: ref(ConfigChange), 409: overtaken }
})

export const ConfigEntry = closed(
  {
    id: Type.Integer({ description: 'Id of the entry; use it to restore the state after it.' }),
    action: oneOf(CONFIG_ACTIONS, { description: 'What was done.' }),
    before: anyConfig('Overrides before the change.'),
    after: anyConfig('Overrides after the change.'),
    version: count('Version after the change.'),
    restored_from: nullable(Type.Integer(), { description: 'The entry that was restored; null otherwise.' }),
    updated_by: Type.String({ description: 'Label of the API key that made the change.' }),
    created_at: timestamp('When.')
  },
  { $id: 'ConfigEntry', description: 'A change made through the API.' }
)
export type ConfigEntry = Static<typeof ConfigEntry>

const ConfigHistoryQuery = closed({
  ...pagingQuery(),
  action: Type.Optional(oneOf(CONFIG_ACTIONS, { description: 'Only changes of this kind.' }))
})
export type ConfigHistoryQuery = Static<typeof ConfigHistoryQuery>

export const ConfigHistory = closed(
  {
    history: Type.Array(ref(ConfigEntry), { description: 'The changes of the page, the newest first.' }),
    total: count('Total number of changes.')
  },
  { $id: 'ConfigHistory', description: 'A page of the changes.' }
)
export type ConfigHistory = Static<typeof ConfigHistory>

export const listConfigHistory = operation({
  operationId: 'listConfigHistory',
  codes: ['repo_not_found'],
  summary: 'List changes made through the API',
  description: 'Every change with the overrides after it; `restore` brings an entry back.',
  params: RepoParams,
  querystring: ConfigHistoryQuery,
  response: { 200: ref(ConfigHistory) }
})

const EntryParams = Type.Object({
  ...RepoParams.properties,
  id: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'An entry of the history.',
    examples: [17]
  })
})

export const restoreConfig = operation({
  operationId: 'restoreConfig',
  codes: [
    'invalid_config',
    'nothing_to_restore',
    'repo_not_found',
    'config_entry_not_found',
    'stale_version'
  ],
  summary: 'Restore the overrides of an earlier change',
  description:
    'Restores the overrides as they were after that change. Returns 400 if the change was a deletion, or if its overrides are no longer valid.',
  params: EntryParams,
  headers: IfMatch,
  response: {
    200: ref(ConfigChange),
    404: ref(ErrorBody, { description: 'Repository or entry not found.' }),
    409: overtaken
  }
})

export const ConfigRule = closed(
  {
    name: Type.String({ description: 'Name of the rule.' }),
    condition: Type.String({ description: 'Condition of the rule.' }),
    actions: Type.Array(Type.String(), { description: 'Actions of its steps, in order.' }),
    valid: Type.Boolean({ description: 'Whether the rule can run.' }),
    error: Type.Optional(Type.String({ description: 'Why it cannot run.' }))
  },
  { $id: 'ConfigRule', description: 'A rule of the repository.' }
)

export const ConfigRules = closed(
  {
    rules: Type.Array(ref(ConfigRule), { description: 'In order of evaluation.' }),
    expressions: anyConfig('Conditions by name, single or in groups.'),
    total: count('How many rules there are.')
  },
  { $id: 'ConfigRules', description: 'The custom rules of a repository.' }
)
export type ConfigRules = Static<typeof ConfigRules>

export const listCustomRules = operation({
  operationId: 'listCustomRules',
  codes: ['repo_not_found'],
  summary: 'List the custom rules of a repository',
  description: 'The rules in force, in the order in which they are tried.',
  params: RepoParams,
  response: { 200: ref(ConfigRules) }
})

export const schemas = [
  ServiceConfig,
  ConfigFile,
  ConfigLock,
  RepoConfig,
  ConfigChange,
  ConfigEntry,
  ConfigHistory,
  ConfigRule,
  ConfigRules
]
