// Versions of actions that the host no longer runs: the log names them, and their next version does the same.

import {
  type FailureLog,
  type FileTexts,
  type Repair,
  type RepairContext,
  type RepairPlan,
  refuseRepair
} from './repair.js'
import { uploadClash } from './uploads.js'
import { replaceScalar, type WorkflowFile, type WorkflowJob, type WorkflowStep } from './workflow.js'
import { findUnreadUse, readUsedWorkflows, workflowChange, workflowPaths } from './workflow-files.js'

/** The version to go to, and the first that need not go. Artifacts of version 4 are read by version 4 alone. */
const NEXT: Readonly<Record<string, number>> = {
  'actions/upload-artifact': 4,
  'actions/download-artifact': 4,
  'actions/cache': 4,
  'actions/cache/save': 4,
  'actions/cache/restore': 4,
  'actions/checkout': 4,
  'actions/setup-node': 4,
  'actions/setup-python': 5,
  'actions/setup-java': 4,
  'actions/setup-go': 5,
  'actions/setup-dotnet': 4
}
const UPLOAD = 'actions/upload-artifact'
const COUPLED_ACTIONS: readonly (readonly string[])[] = [
  [UPLOAD, 'actions/download-artifact'],
  ['actions/cache', 'actions/cache/save', 'actions/cache/restore']
]

/** What is only announced still runs, and is no reason for a failure. */
const SAYS_SO =
  /failed because it uses a deprecated version of|has been (?:removed|retired|sunset)|in a brownout|scheduled .{1,60} brownout/i
const NAMED = /(actions\/[a-z][a-z-]{1,40}(?:\/(?:save|restore))?)(?=[:@ `'",.]|$)/g
const USED = /^(actions\/[a-z-]{1,40}(?:\/[a-z]{1,20})?)@([^\s]{1,100})$/
const TAG = /^v(\d{1,3})(?:\.\d{1,5}){0,2}$/

/** As the log names them, with those that only work together. */
function retiredActionsIn({ lines }: FailureLog): string[] {
  const found = lines
    .filter((line) => SAYS_SO.test(line))
    .flatMap((line) => [...line.matchAll(NAMED)].map(([, name = '']) => name))
    .filter((name) => Object.hasOwn(NEXT, name))
  const others = found.flatMap((name) => COUPLED_ACTIONS.find((group) => group.includes(name)) ?? [])
  return [...new Set([...found, ...others])]
}

interface ActionUse {
  step: WorkflowStep
  job: WorkflowJob
  action: string
  version: number | null
}

function usesIn({ jobs }: WorkflowFile, named: readonly string[]): ActionUse[] {
  return jobs.flatMap((job) =>
    job.steps.flatMap((step) => {
      const [, action = '', ref = ''] = USED.exec(step.uses?.value ?? '') ?? []
      if (!named.includes(action)) return []
      const version = TAG.exec(ref)?.[1]
      return [{ step, job, action, version: version === undefined ? null : Number(version) }]
    })
  )
}

const isRetired = ({ action, version }: ActionUse) => version !== null && version < (NEXT[action] ?? 0)

interface WorkflowUses {
  workflow: WorkflowFile
  uses: readonly ActionUse[]
}

/** What is no tag stays as it is, and would no longer find what the next version of the other has left. */
function findPinnedCouple(uses: readonly ActionUse[]): string | undefined {
  const old = uses.filter(isRetired)
  const pinned = uses.find(
    ({ action, version }) =>
      version === null &&
      COUPLED_ACTIONS.some((group) => group.includes(action) && old.some((one) => group.includes(one.action)))
  )
  return (
    pinned &&
    `${pinned.action} is not pinned to a version tag, but must be upgraded together with the others. Upgrade them by hand.`
  )
}

/** What goes together may stand there as well. */
function findUnreadCouple(all: readonly WorkflowUses[]): string | undefined {
  const isOfPair = all.some(({ uses }) =>
    uses.some((use) => isRetired(use) && COUPLED_ACTIONS.flat().includes(use.action))
  )
  const unread = isOfPair ? findUnreadUse(all.map(({ workflow }) => workflow)) : undefined
  return unread === undefined
    ? undefined
    : `The workflow uses ./${unread}, which could not be read, so it is unclear what it does.`
}

function findUploadClash({ workflow: own }: RepairContext, all: readonly WorkflowUses[]): string | undefined {
  const uploads = all.flatMap(({ workflow: { path }, uses }) =>
    uses.filter(({ action }) => action === UPLOAD).map((use) => ({ ...use, isBeside: path !== own }))
  )
  return uploads.some(isRetired) ? uploadClash(uploads) : undefined
}

function plan(ground: RepairContext, files: FileTexts): RepairPlan {
  const named = retiredActionsIn(ground.failure)
  const all = readUsedWorkflows(ground, files).map((workflow) => ({
    workflow,
    uses: usesIn(workflow, named)
  }))
  const old = all.flatMap(({ uses }) => uses).filter(isRetired)
  const against =
    findPinnedCouple(all.flatMap(({ uses }) => uses)) ?? findUnreadCouple(all) ?? findUploadClash(ground, all)
  if (against !== undefined) return refuseRepair(against)
  const edits = all.map(({ workflow, uses }) => ({
    workflow,
    edits: uses.filter(isRetired).flatMap(({ step, action }) => {
      const { uses: used } = step
      return used ? [replaceScalar(workflow, used, `${action}@v${NEXT[action]}`)] : []
    })
  }))
  const told = [...new Set(old.map(({ action, version }) => `${action} v${version}`))]
  const explanation = told.map(
    (one) => `GitHub no longer runs ${one}. The workflow now uses the next supported version.`
  )
  return workflowChange(edits, explanation, 'No step refers to a retired version by its tag.')
}

export const retiredActions: Repair = {
  name: 'retired_actions',
  isOfWorkflow: true,
  types: ['config_error'],
  knows: (failure) => retiredActionsIn(failure).length > 0,
  needs: workflowPaths,
  plan
}
