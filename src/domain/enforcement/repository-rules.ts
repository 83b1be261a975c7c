// What policies ask of a repository as a whole, and what it lacks.

import type { ActionType } from '#schemas/actions/enums.js'
import { REPOSITORY_RULES, type RepositoryRule } from '#schemas/enforcement/enums.js'
import type { Breach } from '#schemas/enforcement/violations.js'
import type { SettingsWish } from '#schemas/host/settings.js'
import { type LabelOfRepository, labelsDue, type SetupAction, settingsDue } from './setup.js'
import { foreignActions, type WorkflowFacts, type WorkflowFault } from './workflow-rules.js'

/** The rules of a policy; null and what is empty are no opinion. */
export interface RepositoryRules {
  requiredFiles: readonly string[]
  forbidOutsideAdmins: boolean | null
  forbidDangerousWorkflows: boolean | null
  allowedActions: readonly string[] | null
  readOnlyWorkflowToken: boolean | null
  requiredLabels: Readonly<Record<string, string>>
  repositorySettings: SettingsWish
}

/** What has to be known of a repository before it can be compared. */
export type RepositoryPart = 'files' | 'workflows' | 'admins' | 'token' | 'labels' | 'settings'

/** A part that no rule asks about need not be read. */
export interface ObservedRepository {
  /** Paths of the files of the default branch. */
  files: ReadonlySet<string>
  workflows: readonly WorkflowFacts[]
  /** Logins of people who administer it without being members of the organisation. */
  outsideAdmins: readonly string[]
  isTokenReadOnly: boolean
  labels: readonly LabelOfRepository[]
  settings: SettingsWish
}

const MOST_FAULTS = 50

/** Whether a policy asks for anything by this rule. */
export const asksByRule = (rules: RepositoryRules, rule: RepositoryRule): boolean =>
  ({
    required_files: rules.requiredFiles.length > 0,
    forbid_outside_admins: rules.forbidOutsideAdmins === true,
    forbid_dangerous_workflows: rules.forbidDangerousWorkflows === true,
    allowed_actions: rules.allowedActions !== null,
    read_only_workflow_token: rules.readOnlyWorkflowToken === true,
    required_labels: Object.keys(rules.requiredLabels).length > 0,
    repository_settings: Object.keys(rules.repositorySettings).length > 0
  })[rule]

const PART_OF_RULE = {
  required_files: 'files',
  forbid_outside_admins: 'admins',
  forbid_dangerous_workflows: 'workflows',
  allowed_actions: 'workflows',
  read_only_workflow_token: 'token',
  required_labels: 'labels',
  repository_settings: 'settings'
} as const satisfies Record<RepositoryRule, RepositoryPart>

export const partsAskedFor = (rules: RepositoryRules): RepositoryPart[] =>
  REPOSITORY_RULES.filter((rule) => asksByRule(rules, rule)).map((rule) => PART_OF_RULE[rule])

export const asksOfRepository = (rules: RepositoryRules): boolean => partsAskedFor(rules).length > 0

/** The actions that mend rules; the other ones only people can mend. */
const ACTION_OF_RULE: { readonly [Rule in RepositoryRule]?: SetupAction } = {
  required_labels: 'set-labels',
  repository_settings: 'set-repository-settings',
  read_only_workflow_token: 'set-workflow-token'
}

const ruleOf = ({ field }: Breach): RepositoryRule | undefined =>
  REPOSITORY_RULES.find((rule) => rule === field)

/** Whether only people can mend it. */
export function isReportedOnly(breach: Breach): boolean {
  const rule = ruleOf(breach)
  return rule !== undefined && ACTION_OF_RULE[rule] === undefined
}

/** Whether an action of this type mends it. */
export function isMendedBy(breach: Breach, actionType: ActionType): boolean {
  const rule = ruleOf(breach)
  return rule !== undefined && ACTION_OF_RULE[rule] === actionType
}

/** The rules that a repository breaks: of each, what is missing and what is there instead. */
export function brokenRepositoryRules(rules: RepositoryRules, observed: ObservedRepository): Breach[] {
  const missing = rules.requiredFiles.filter((path) => !isThere(path, observed.files))
  const unread = observed.workflows.flatMap((workflow) => workflow.unread)
  const dangers =
    rules.forbidDangerousWorkflows === true
      ? [...unread, ...observed.workflows.flatMap((workflow) => workflow.dangers)]
      : []
  const { allowedActions } = rules
  const used = observed.workflows.flatMap((workflow) => workflow.used)
  const foreign = allowedActions === null ? [] : [...unread, ...foreignActions(used, allowedActions)]
  const admins = rules.forbidOutsideAdmins === true ? observed.outsideAdmins : []
  return [
    ...breachIf(missing.length > 0, 'required_files', [missing, []]),
    ...breachIf(admins.length > 0, 'forbid_outside_admins', [[], [...admins]]),
    ...breachIf(dangers.length > 0, 'forbid_dangerous_workflows', [[], linesOf(dangers)]),
    ...breachIf(foreign.length > 0, 'allowed_actions', [[...(allowedActions ?? [])], linesOf(foreign)]),
    ...breachIf(
      rules.readOnlyWorkflowToken === true && !observed.isTokenReadOnly,
      'read_only_workflow_token',
      [true, false]
    ),
    ...labelBreach(rules, observed),
    ...settingBreach(rules, observed)
  ]
}

type Sides = [expected: Breach['expected'], actual: Breach['actual']]

const breachIf = (isBroken: boolean, field: RepositoryRule, [expected, actual]: Sides): Breach[] =>
  isBroken ? [{ field, expected, actual }] : []

/** Where the host itself looks for files about a project. */
const FOLDERS = ['', '.github/', 'docs/']

/** A path with a folder is meant as it is. */
const isThere = (path: string, files: ReadonlySet<string>): boolean =>
  path.includes('/') ? files.has(path) : FOLDERS.some((folder) => files.has(folder + path))

const linesOf = (faults: readonly WorkflowFault[]): string[] =>
  faults.slice(0, MOST_FAULTS).map(({ path, line, what }) => `${path}:${line} ${what}`)

function labelBreach({ requiredLabels }: RepositoryRules, { labels }: ObservedRepository): Breach[] {
  const due = labelsDue(requiredLabels, labels)
  const expected = due.map(({ name, color }) => `${name} #${color}`)
  const actual = due.flatMap(({ name, known }) => (known === undefined ? [] : [`${name} #${known}`]))
  return breachIf(due.length > 0, 'required_labels', [expected, actual])
}

function settingBreach({ repositorySettings }: RepositoryRules, { settings }: ObservedRepository): Breach[] {
  const due = Object.entries(settingsDue(repositorySettings, settings))
  const expected = due.map(([key, value]) => `${key}: ${value}`)
  const actual = due.map(([key, value]) => `${key}: ${!value}`)
  return breachIf(due.length > 0, 'repository_settings', [expected, actual])
}
