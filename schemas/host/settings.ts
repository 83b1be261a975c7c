// Settings and labels of repositories that the service may change.
import { type Static, Type } from '@sinclair/typebox'
import { closed } from '../common.js'

/** By their names on the host. */
export const REPOSITORY_SETTINGS = [
  'has_issues',
  'has_projects',
  'has_wiki',
  'allow_squash_merge',
  'allow_merge_commit',
  'allow_rebase_merge',
  'delete_branch_on_merge'
] as const
export type RepositorySetting = (typeof REPOSITORY_SETTINGS)[number]

/** The host allows no longer names. */
export const LONGEST_LABEL_NAME = 50
/** That one action sets, and a baseline names. */
export const MOST_LABELS_SET = 100

const settingNamed = (key: string) =>
  Type.Optional(Type.Boolean({ description: `The value of \`${key}\` of the repository.` }))

/** Each may be left out. */
export const settingProperties = Object.fromEntries(
  REPOSITORY_SETTINGS.map((key) => [key, settingNamed(key)])
  // Cast: the keys of the list are those of the object.
) as Record<RepositorySetting, ReturnType<typeof settingNamed>>

/** What is left out stays as it is. */
export const SettingsWish = closed(settingProperties, {
  minProperties: 1,
  description: 'The settings that are to change; all others keep their value.'
})
export type SettingsWish = Static<typeof SettingsWish>
