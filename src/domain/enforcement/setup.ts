// Labels and settings of a repository against what is asked of them, and the actions that set them up.
import type { ActionIntent } from '#schemas/actions/arguments.js'
import { REPOSITORY_SETTINGS, type SettingsWish } from '#schemas/host/settings.js'

/** The host ignores case in names and colors. */
export interface LabelOfRepository {
  name: string
  color: string | null
}

/** The labels that are missing or have another color, with the one that they have. */
export function labelsDue(
  wanted: Readonly<Record<string, string>>,
  labels: readonly LabelOfRepository[]
): { name: string; color: string; known: string | undefined }[] {
  const colors = new Map(labels.map(({ name, color }) => [name.toLowerCase(), color ?? '']))
  return Object.entries(wanted).flatMap(([name, color]) => {
    const known = colors.get(name.toLowerCase())
    return known?.toLowerCase() === color.toLowerCase() ? [] : [{ name, color, known }]
  })
}

/** The settings that have another value. */
export function settingsDue(wanted: SettingsWish, settings: SettingsWish): SettingsWish {
  const keys = REPOSITORY_SETTINGS.filter((key) => wanted[key] !== undefined && wanted[key] !== settings[key])
  return Object.fromEntries(keys.map((key) => [key, wanted[key]]))
}

export const SETUP_ACTIONS = ['set-labels', 'set-repository-settings', 'set-workflow-token'] as const
export type SetupAction = (typeof SETUP_ACTIONS)[number]
export type SetupIntent = Extract<ActionIntent, { actionType: SetupAction }>

export const isSetupIntent = (intent: ActionIntent): intent is SetupIntent =>
  SETUP_ACTIONS.some((type) => type === intent.actionType)

/** What is asked of a repository beyond its branches, and the service can write. What is empty is not asked for. */
export interface SetupWish {
  labels: Readonly<Record<string, string>>
  settings: SettingsWish
  isTokenReadOnly: boolean
}

/** Whether all that an action is to write is still asked for. */
export function isStillWished(intent: SetupIntent, wish: SetupWish): boolean {
  switch (intent.actionType) {
    case 'set-labels':
      return intent.arguments.labels.every(({ name, color }) => wish.labels[name] === color)
    case 'set-repository-settings':
      return Object.keys(settingsDue(intent.arguments.wish, wish.settings)).length === 0
    case 'set-workflow-token':
      return wish.isTokenReadOnly
  }
}
