// What would correct a repository as a whole, as far as the service can.
import type { ActionIntent } from '#schemas/actions/arguments.js'
import type { RepositorySettings } from '#schemas/enforcement/repository-rules.js'
import type { Breach } from '#schemas/enforcement/violations.js'
import { MOST_LABELS_SET, REPOSITORY_SETTINGS } from '#schemas/host/settings.js'
import { labelsDue, type ObservedRepository, type RepositoryRules, settingsDue } from './repository-rules.js'

/** What is asked of a repository beyond its branches and what the service can write; what is empty is not asked for. */
export interface RepositoryWish {
  labels: { name: string; color: string }[]
  settings: RepositorySettings
  isTokenReadOnly: boolean
}

/** Of policies that contradict each other, nobody wins: people have to say which of them is right. */
export function repositoryWish(policies: readonly RepositoryRules[]): RepositoryWish {
  return {
    labels: agreedLabels(policies.map(({ requiredLabels }) => requiredLabels)),
    settings: agreedSettings(policies.map(({ repositorySettings }) => repositorySettings)),
    isTokenReadOnly: policies.some(({ readOnlyWorkflowToken }) => readOnlyWorkflowToken === true)
  }
}

/** The part of what these policies agree on that the repository does not have. */
export function missingOf(
  policies: readonly RepositoryRules[],
  observed: ObservedRepository
): RepositoryWish {
  const agreed = repositoryWish(policies)
  const requiredLabels = Object.fromEntries(agreed.labels.map(({ name, color }) => [name, color]))
  const rules = { ...NO_RULES, requiredLabels, repositorySettings: agreed.settings }
  return {
    labels: labelsDue(rules, observed)
      .slice(0, MOST_LABELS_SET)
      .map(({ name, color }) => ({ name, color })),
    settings: settingsDue(rules, observed),
    isTokenReadOnly: agreed.isTokenReadOnly && !observed.isTokenReadOnly
  }
}

const NO_RULES: RepositoryRules = {
  requiredFiles: [],
  forbidOutsideAdmins: null,
  forbidDangerousWorkflows: null,
  allowedActions: null,
  readOnlyWorkflowToken: null,
  requiredLabels: {},
  repositorySettings: {}
}

/** The host ignores the case of names and colors. */
function agreedLabels(wanted: readonly RepositoryRules['requiredLabels'][]): RepositoryWish['labels'] {
  const byName = new Map<string, { name: string; color: string } | null>()
  for (const [name, color] of wanted.flatMap((labels) => Object.entries(labels))) {
    const known = byName.get(name.toLowerCase())
    if (known === undefined) byName.set(name.toLowerCase(), { name, color })
    else if (known?.color.toLowerCase() !== color.toLowerCase()) byName.set(name.toLowerCase(), null)
  }
  return [...byName.values()].filter((label) => label !== null)
}

function agreedSettings(wanted: readonly RepositorySettings[]): RepositorySettings {
  const agreed = REPOSITORY_SETTINGS.flatMap((key) => {
    const values = new Set(wanted.flatMap((settings) => settings[key] ?? []))
    const [value] = values
    return values.size === 1 && value !== undefined ? [[key, value] as const] : []
  })
  return Object.fromEntries(agreed)
}

type SetupAction = 'set-labels' | 'set-repository-settings' | 'set-workflow-token'
export type SetupIntent = Extract<ActionIntent, { actionType: SetupAction }>

export const SETUP_ACTIONS: readonly SetupAction[] = [
  'set-labels',
  'set-repository-settings',
  'set-workflow-token'
]

/** The action that mends a rule; undefined if only people can. */
export function actionOfRule(field: Breach['field']): SetupAction | undefined {
  switch (field) {
    case 'required_labels':
      return 'set-labels'
    case 'repository_settings':
      return 'set-repository-settings'
    case 'read_only_workflow_token':
      return 'set-workflow-token'
    default:
      return undefined
  }
}

export const isSetupIntent = (intent: ActionIntent): intent is SetupIntent =>
  SETUP_ACTIONS.some((type) => type === intent.actionType)

/** Whether all that an action is to write is still asked for. */
export function isStillWished(intent: SetupIntent, wish: RepositoryWish): boolean {
  switch (intent.actionType) {
    case 'set-labels':
      return intent.arguments.labels.every((one) =>
        wish.labels.some(({ name, color }) => name === one.name && color === one.color)
      )
    case 'set-repository-settings':
      return REPOSITORY_SETTINGS.every((key) => {
        const value = intent.arguments.wish[key]
        return value === undefined || value === wish.settings[key]
      })
    case 'set-workflow-token':
      return wish.isTokenReadOnly
  }
}
