// The maintainer settings of a repository, on top of its configuration.

import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { closed, nullable, oneOf, operation, RepoParams, ref, timestamp } from '../common.js'
import { CONFIG_LAYERS } from '../configuration/config.js'
import { enumeration } from '../enumeration.js'
import { GovernedHeaders } from './governance.js'

export const STALE_DAYS_RANGE = { minimum: 1, maximum: 3_650 }
export const WARN_DAYS_RANGE = { minimum: 0, maximum: 365 }
/** The configuration has no key for it. */
export const USUAL_WARN_DAYS = 7

const staleDays = (what: string, kind: string) =>
  Type.Integer({
    ...STALE_DAYS_RANGE,
    description: `Days without activity after which ${what} are stale. In the configuration: \`pillars.maintainer.stale.${kind}.warn_days\`.`
  })

const settings = {
  stale_issue_days: staleDays('issues', 'issues'),
  stale_pr_days: staleDays('pull requests', 'prs'),
  stale_warn_days: Type.Integer({
    ...WARN_DAYS_RANGE,
    description: `How many days earlier a warning is posted: less than both. The configuration has no key for it; default ${USUAL_WARN_DAYS}.`
  }),
  cleanup_branches: Type.Boolean({
    description:
      'Whether merged branches are deleted. In the configuration: `pillars.maintainer.branch_cleanup.enabled`.'
  }),
  enabled: Type.Boolean({
    description: 'Whether maintenance does anything. In the configuration: `pillars.maintainer.enabled`.'
  }),
  auto_close: Type.Boolean({
    description:
      'Whether what is stale is closed. In the configuration: `close_days` of issues or of pull requests is not null.'
  })
}
const SettingValues = Type.Object(settings)
export type SettingValues = Static<typeof SettingValues>
export type SettingKey = keyof SettingValues

const closeDays = (what: string, kind: string) =>
  nullable(Type.Integer(), {
    description: `Days without activity after which ${what} are closed, \`pillars.maintainer.stale.${kind}.close_days\` included; null: never.`
  })

export const EffectiveSettings = closed(
  {
    ...settings,
    close_issue_days: closeDays('issues', 'issues'),
    close_pr_days: closeDays('pull requests', 'prs')
  },
  { $id: 'EffectiveSettings', description: 'The values in force.' }
)
export type EffectiveSettings = Static<typeof EffectiveSettings>

export const SETTING_SOURCES = enumeration('SettingSource', [...CONFIG_LAYERS, 'settings'])
export type SettingSource = (typeof SETTING_SOURCES)[number]

const source = oneOf(SETTING_SOURCES, { description: 'The layer of the value in force.' })

export const SettingLayers = closed(
  {
    stale_issue_days: source,
    stale_pr_days: source,
    stale_warn_days: source,
    cleanup_branches: source,
    enabled: source,
    auto_close: source
  },
  {
    $id: 'SettingLayers',
    description:
      'Where each value in force comes from, lowest first: `defaults`, `org` (file of the organisation), `repo` (file of the repository), `db` (overrides of the configuration), `settings` (stored here). `safety`: a file cannot be read or is invalid, so nothing is done.'
  }
)
export type SettingLayers = Static<typeof SettingLayers>

export const MaintainerSettings = closed(
  {
    id: Type.Optional(Type.Integer({ description: 'Id of the stored settings; absent while none are.' })),
    repo_id: Type.Integer({ description: "The host's id of the repository." }),
    ...settings,
    updated_at: Type.Optional(timestamp('When they were last changed; absent while none are stored.')),
    effective: ref(EffectiveSettings),
    sources: ref(SettingLayers)
  },
  {
    $id: 'MaintainerSettings',
    description: 'The stored settings, with the default in place of each that is not stored.'
  }
)
export type MaintainerSettings = Static<typeof MaintainerSettings>

const changed = <T extends TSchema>(schema: T) => Type.Optional(nullable(schema))

export const SettingsPatch = closed(
  {
    stale_issue_days: changed(settings.stale_issue_days),
    stale_pr_days: changed(settings.stale_pr_days),
    stale_warn_days: changed(settings.stale_warn_days),
    cleanup_branches: changed(settings.cleanup_branches),
    enabled: changed(settings.enabled),
    auto_close: changed(settings.auto_close)
  },
  {
    $id: 'SettingsPatch',
    minProperties: 1,
    description: 'What to change; null: no longer stored, so that the configuration applies.'
  }
)
export type SettingsPatch = Static<typeof SettingsPatch>

export const getMaintainerSettings = operation({
  operationId: 'getMaintainerSettings',
  codes: ['repo_not_found'],
  summary: 'Get the maintainer settings of a repository',
  description:
    'Stored settings take precedence over the configuration, except where the organisation has locked a key.',
  params: RepoParams,
  response: { 200: ref(MaintainerSettings) }
})

export const updateMaintainerSettings = operation({
  operationId: 'updateMaintainerSettings',
  codes: ['repo_not_found'],
  summary: 'Change the maintainer settings of a repository',
  description:
    'Fields that are left out keep their values; null removes the stored value, so that the configuration decides.',
  params: RepoParams,
  headers: GovernedHeaders,
  body: ref(SettingsPatch),
  response: { 200: ref(MaintainerSettings) }
})

export const schemas = [EffectiveSettings, SettingLayers, MaintainerSettings, SettingsPatch]
