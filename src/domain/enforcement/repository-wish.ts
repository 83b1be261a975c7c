// What policies ask of a repository as a whole and the service can write, and what would correct it.
import { MOST_LABELS_SET, REPOSITORY_SETTINGS, type SettingsWish } from '#schemas/host/settings.js'
import { repositoryMatcher } from '../text/repository-filter.js'
import { asksOfRepository, type ObservedRepository, type RepositoryRules } from './repository-rules.js'
import { labelsDue, type SetupWish, settingsDue } from './setup.js'

/** A policy, with where it holds. */
interface RepositoryPolicy extends RepositoryRules {
  id: number
  mode: string
  repoFilter: string | null
}

/** Those that ask anything of this repository and whose violations the service may correct. */
export const correctedPolicies = <Policy extends RepositoryPolicy>(
  policies: readonly Policy[],
  fullName: string,
  isAccepted: (policyId: number) => boolean
): Policy[] =>
  policies.filter(
    (policy) =>
      policy.mode === 'enforce' &&
      asksOfRepository(policy) &&
      repositoryMatcher(policy.repoFilter)(fullName) &&
      !isAccepted(policy.id)
  )

/** Of policies that contradict each other, nobody wins: people have to say which of them is right. */
export function repositoryWish(policies: readonly RepositoryRules[]): SetupWish {
  return {
    labels: agreedLabels(policies.map(({ requiredLabels }) => requiredLabels)),
    settings: agreedSettings(policies.map(({ repositorySettings }) => repositorySettings)),
    isTokenReadOnly: policies.some(({ readOnlyWorkflowToken }) => readOnlyWorkflowToken === true)
  }
}

/** What is to be written. */
export interface RepositoryCorrection {
  labels: { name: string; color: string }[]
  settings: SettingsWish
  isTokenReadOnly: boolean
}

/** The part of what these policies agree on that the repository does not have. */
export function missingOf(
  policies: readonly RepositoryRules[],
  observed: ObservedRepository
): RepositoryCorrection {
  const { labels, settings, isTokenReadOnly } = repositoryWish(policies)
  return {
    labels: labelsDue(labels, observed.labels)
      .slice(0, MOST_LABELS_SET)
      .map(({ name, color }) => ({ name, color })),
    settings: settingsDue(settings, observed.settings),
    isTokenReadOnly: isTokenReadOnly && !observed.isTokenReadOnly
  }
}

/** The host ignores the case of names and colors. */
function agreedLabels(wanted: readonly RepositoryRules['requiredLabels'][]): SetupWish['labels'] {
  const byName = new Map<string, [name: string, color: string] | null>()
  for (const [name, color] of wanted.flatMap((labels) => Object.entries(labels))) {
    const known = byName.get(name.toLowerCase())
    if (known === undefined) byName.set(name.toLowerCase(), [name, color])
    else if (known?.[1].toLowerCase() !== color.toLowerCase()) byName.set(name.toLowerCase(), null)
  }
  return Object.fromEntries([...byName.values()].filter((label) => label !== null))
}

function agreedSettings(wanted: readonly SettingsWish[]): SettingsWish {
  const agreed = REPOSITORY_SETTINGS.flatMap((key) => {
    const values = new Set(wanted.flatMap((settings) => settings[key] ?? []))
    const [value] = values
    return values.size === 1 && value !== undefined ? [[key, value] as const] : []
  })
  return Object.fromEntries(agreed)
}
