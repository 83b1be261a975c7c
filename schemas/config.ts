import { type Static, Type } from '@sinclair/typebox'
import {
  closed,
  count,
  ErrorBody,
  ErrorDetail,
  type Json,
  noRepository,
  nullable,
  oneOf,
  operation,
  pagingQuery,
  RepoParams,
  ref,
  timestamp
} from './common.js'
import { ServiceConfig } from './service-config.js'

export const CONFIG_SOURCES = ['yaml_or_default', 'database'] as const
export const CONFIG_ACTIONS = ['set', 'patch', 'delete', 'restore'] as const
export type ConfigAction = (typeof CONFIG_ACTIONS)[number]

/** From the lowest on. */
export const CONFIG_LAYERS = ['defaults', 'org', 'repo', 'db', 'safety'] as const
export type ConfigLayer = (typeof CONFIG_LAYERS)[number]

const anyConfig = (description: string) =>
  Type.Unsafe<{ [key: string]: Json }>(Type.Object({}, { additionalProperties: true, description }))

const Source = oneOf(CONFIG_SOURCES, {
  description: '`database` where something was set by the API, `yaml_or_default` otherwise.'
})
const Version = count('Goes up with every change of the overrides; send it as If-Match.')

export const ConfigFile = closed(
  {
    path: nullable(Type.String(), { description: 'Where it is; null where the repository has none.' }),
    sha: nullable(Type.String(), { description: "The host's hash of it." }),
    fetched_at: nullable(
      timestamp('When it was last known to be what the host has; null: it was never read.')
    ),
    error: Type.Optional(
      Type.String({ description: 'Why the host could not be asked, or why what it has is of no use.' })
    )
  },
  {
    $id: 'ConfigFile',
    description: 'A configuration file. While it cannot be read, or is not valid, nothing is done.'
  }
)
export type ConfigFile = Static<typeof ConfigFile>

export const ConfigLock = closed(
  {
    path: Type.String({ description: 'The key, as a JSON pointer.', examples: ['/settings/dry_run'] }),
    tighter: Type.String({ description: 'What the layers above can still do with it.' })
  },
  { $id: 'ConfigLock', description: 'A key that the organisation has locked.' }
)

export const RepoConfig = closed(
  {
    source: Source,
    config: ref(ServiceConfig),
    overrides: anyConfig('What was set by the API.'),
    updated_at: nullable(timestamp('When that was last changed; null: never.')),
    updated_by: nullable(Type.String({ description: 'Who changed it; null: nobody.' })),
    version: Version,
    pillars: Type.Object(
      {},
      {
        additionalProperties: closed({
          enabled: Type.Boolean({ description: 'Whether it works on this repository.' }),
          has_override: Type.Boolean({ description: 'Whether the API has set something of it.' })
        }),
        description: 'The pillars in short, by name.'
      }
    ),
    sources: Type.Object(
      {},
      {
        additionalProperties: oneOf(CONFIG_LAYERS, { description: 'The layer that decided.' }),
        description:
          'Which layer each single value comes from, by JSON pointer. `safety`: a file cannot be read or is not valid, so nothing is done.'
      }
    ),
    layers: closed(
      {
        defaults: Type.Boolean({ description: 'Always true.' }),
        org: Type.Boolean({ description: "Whether the organisation's file says something." }),
        repo: Type.Boolean({ description: "Whether the repository's file says something." }),
        db: Type.Boolean({ description: 'Whether the API has set something.' }),
        file: ref(ConfigFile, { description: 'The file of the repository.' }),
        org_file: nullable(ref(ConfigFile), {
          description: 'The file of the organisation, in its repository `service-config`; null without one.'
        })
      },
      { description: 'What the configuration is made of, from the lowest on.' }
    ),
    locked: Type.Array(ref(ConfigLock), { description: 'What the organisation has locked.' }),
    is_readable: Type.Boolean({
      description:
        'False while a file cannot be read or is not valid: pillars that act are off and `dry_run` is on.'
    })
  },
  { $id: 'RepoConfig', description: 'The configuration of a repository, and where it comes from.' }
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
      description: 'What was stored and has no effect: keys that are not known, and what is locked.'
    })
  },
  { $id: 'ConfigChange', description: 'The configuration after a change.' }
)
export type ConfigChange = Static<typeof ConfigChange>

const overtaken = ref(ErrorBody, { description: 'If-Match names another version than the current one.' })

const IfMatch = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      maxLength: 40,
      description:
        'The version that the change is meant for; without it the change applies to whatever is there.'
    })
  )
})

export const getConfig = operation({
  operationId: 'getConfig',
  summary: 'The configuration of a repository',
  description:
    'Defaults, then the file of the organisation, then the file of the repository, then what was set by the API: ' +
    'objects merge, lists and single values replace.',
  params: RepoParams,
  response: { 200: ref(RepoConfig), 404: noRepository }
})

export const replaceConfig = operation({
  operationId: 'replaceConfig',
  summary: 'Replace what is set by the API',
  description: 'What is left out falls back to the files and defaults. `{}` takes everything out.',
  params: RepoParams,
  headers: IfMatch,
  body: anyConfig('Any part of `ServiceConfig`.'),
  response: { 200: ref(ConfigChange), 404: noRepository, 409: overtaken }
})

export const patchConfig = operation({
  operationId: 'patchConfig',
  summary: 'Change some of what is set by the API',
  description:
    'Objects merge into what is set, lists and single values replace, and null takes a key out, so that it falls ' +
    'back. What changes nothing leaves no entry in the history.',
  params: RepoParams,
  headers: IfMatch,
  body: anyConfig('What to change, in the form of `ServiceConfig`.'),
  response: { 200: ref(ConfigChange), 404: noRepository, 409: overtaken }
})

export const deleteConfig = operation({
  operationId: 'deleteConfig',
  summary: 'Take out all that is set by the API',
  params: RepoParams,
  headers: IfMatch,
  response: { 200: ref(ConfigChange), 404: noRepository, 409: overtaken }
})

export const ConfigEntry = closed(
  {
    id: Type.Integer({ description: 'Of the entry; by it the state after it is restored.' }),
    action: oneOf(CONFIG_ACTIONS, { description: 'What was done.' }),
    before: anyConfig('What was set before.'),
    after: anyConfig('What was set afterwards.'),
    version: count('The version that came of it.'),
    restored_from: nullable(Type.Integer(), { description: 'The entry that was restored; null otherwise.' }),
    updated_by: Type.String({ description: 'Label of the key that did it.' }),
    created_at: timestamp('When.')
  },
  { $id: 'ConfigEntry', description: 'One change of what is set by the API.' }
)
export type ConfigEntry = Static<typeof ConfigEntry>

const HistoryQuery = Type.Object({
  ...pagingQuery(),
  action: Type.Optional(oneOf(CONFIG_ACTIONS, { description: 'Only changes of this kind.' }))
})
export type HistoryQuery = Static<typeof HistoryQuery>

export const ConfigHistory = closed(
  {
    history: Type.Array(ref(ConfigEntry), { description: 'The changes of the page, the newest first.' }),
    total: count('How many there are in all.')
  },
  { $id: 'ConfigHistory', description: 'A page of the changes.' }
)
export type ConfigHistory = Static<typeof ConfigHistory>

export const listConfigHistory = operation({
  operationId: 'listConfigHistory',
  summary: 'What was changed by the API, and by whom',
  params: RepoParams,
  querystring: HistoryQuery,
  response: { 200: ref(ConfigHistory), 404: noRepository }
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
  summary: 'Bring back what was set after an earlier change',
  description: '400 where that change was a deletion, or where what was set then is no longer valid.',
  params: EntryParams,
  headers: IfMatch,
  response: {
    200: ref(ConfigChange),
    404: ref(ErrorBody, { description: 'No such repository, or no such entry of it.' }),
    409: overtaken
  }
})

export const ConfigRule = closed(
  {
    name: Type.String({ description: 'Of the rule.' }),
    condition: Type.String({ description: 'When it applies.' }),
    actions: Type.Array(Type.String(), { description: 'What it does then, in this order.' }),
    valid: Type.Boolean({ description: 'Whether it can be carried out.' }),
    error: Type.Optional(Type.String({ description: 'Why not.' }))
  },
  { $id: 'ConfigRule', description: 'A rule of the repository.' }
)

export const ConfigRules = closed(
  {
    rules: Type.Array(ref(ConfigRule), { description: 'In the order in which they are tried.' }),
    expressions: anyConfig('Conditions by name, single or in groups.'),
    total: count('How many rules there are.')
  },
  { $id: 'ConfigRules', description: 'The rules that hold for a repository.' }
)
export type ConfigRules = Static<typeof ConfigRules>

export const listCustomRules = operation({
  operationId: 'listCustomRules',
  summary: 'The rules of a repository',
  params: RepoParams,
  response: { 200: ref(ConfigRules), 404: noRepository }
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
