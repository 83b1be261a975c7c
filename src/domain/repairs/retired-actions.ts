// Updates action versions that the host no longer runs to the next version with the same behaviour.

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

/** The first version that still runs. Artifacts of version 4 can only be read by version 4. */
const SUPPORTED_MAJORS: Readonly<Record<string, number>> = {
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

/** An action whose retirement is only announced still runs, so it caused no failure. */
const RETIRED_ACTION =
  /failed because it uses a deprecated version of|has been (?:removed|retired|sunset)|in a brownout|scheduled .{1,60} brownout/i
const ACTION_NAME = /(actions\/[a-z][a-z-]{1,40}(?:\/(?:save|restore))?)(?=[:@ `'",.]|$)/g
const ACTION_USE = /^(actions\/[a-z-]{1,40}(?:\/[a-z]{1,20})?)@([^\s]{1,100})$/
const TAG = /^v(\d{1,3})(?:\.\d{1,5}){0,2}$/

/** The actions named by the log, and those that must be updated together with them. */
function retiredActionsIn({ lines }: FailureLog): string[] {
  const named = lines
    .filter((line) => RETIRED_ACTION.test(line))
    .flatMap((line) => [...line.matchAll(ACTION_NAME)].map(([, name = '']) => name))
    .filter((name) => Object.hasOwn(SUPPORTED_MAJORS, name))
  const others = named.flatMap((name) => COUPLED_ACTIONS.find((group) => group.includes(name)) ?? [])
  return [...new Set([...named, ...others])]
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
      const [, action = '', ref = ''] = ACTION_USE.exec(step.uses?.value ?? '') ?? []
      if (!named.includes(action)) return []
      const version = TAG.exec(ref)?.[1]
      return [{ step, job, action, version: version === undefined ? null : Number(version) }]
    })
  )
}

const isRetired = ({ action, version }: ActionUse) =>
  version !== null && version < (SUPPORTED_MAJORS[action] ?? 0)

interface WorkflowUses {
  workflow: WorkflowFile
  uses: readonly ActionUse[]
}

/** An action pinned to a commit stays, and could no longer exchange data with the updated ones. */
function findPinnedCouple(uses: readonly ActionUse[]): string | undefined {
  const old = uses.filter(isRetired)
  const pinned = uses.find(
    ({ action, version }) =>
      version === null &&
      COUPLED_ACTIONS.some((group) => group.includes(action) && old.some((use) => group.includes(use.action)))
  )
  return (
    pinned &&
    `${pinned.action} is not pinned to a version tag, but must be upgraded together with the others. Upgrade them by hand.`
  )
}

/** A file that was not read may use an action of the same group. */
function findUnreadCouple(all: readonly WorkflowUses[]): string | undefined {
  const isOfPair = all.some(({ uses }) =>
    uses.some((use) => isRetired(use) && COUPLED_ACTIONS.flat().includes(use.action))
  )
  const unread = isOfPair ? findUnreadUse(all.map(({ workflow }) => workflow)) : undefined
  return unread === undefined
    ? undefined
    : `The workflow uses ./${unread}, which could not be read, so it is unclear what it does.`
}

function findUploadClash(
  { workflow: runWorkflow }: RepairContext,
  all: readonly WorkflowUses[]
): string | undefined {
  const uploads = all.flatMap(({ workflow: { path }, uses }) =>
    uses
      .filter(({ action }) => action === UPLOAD)
      .map((use) => ({ ...use, isInOtherFile: path !== runWorkflow }))
  )
  return uploads.some(isRetired) ? uploadClash(uploads) : undefined
}

function plan(context: RepairContext, files: FileTexts): RepairPlan {
  const named = retiredActionsIn(context.failure)
  const all = readUsedWorkflows(context, files).map((workflow) => ({
    workflow,
    uses: usesIn(workflow, named)
  }))
  const old = all.flatMap(({ uses }) => uses).filter(isRetired)
  const objection =
    findPinnedCouple(all.flatMap(({ uses }) => uses)) ??
    findUnreadCouple(all) ??
    findUploadClash(context, all)
  if (objection !== undefined) return refuseRepair(objection)
  const edits = all.map(({ workflow, uses }) => ({
    workflow,
    edits: uses.filter(isRetired).flatMap(({ step, action }) => {
      const { uses: used } = step
      return used ? [replaceScalar(workflow, used, `${action}@v${SUPPORTED_MAJORS[action]}`)] : []
    })
  }))
  const names = [...new Set(old.map(({ action, version }) => `${action} v${version}`))]
  const explanation = names.map(
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
