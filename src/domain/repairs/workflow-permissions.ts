// Grants missing read permissions to the failed job. Any program in the job can write such a log line, so a repair
// never grants more.
import { isMap, type YAMLMap } from 'yaml'
import {
  type FailureLog,
  type FileTexts,
  type Repair,
  type RepairContext,
  type RepairPlan,
  refuseRepair
} from './repair.js'
import {
  lineEnding,
  nodeRange,
  parseWorkflow,
  scalarsUnder,
  type TextEdit,
  type WorkflowFile,
  type WorkflowJob,
  yamlNodeAt
} from './workflow.js'
import { workflowChange } from './workflow-files.js'

const SCOPES =
  'actions|attestations|checks|contents|deployments|discussions|id-token|issues|packages|pages|pull-requests|security-events|statuses'
const REQUESTED_PERMISSION = new RegExp(`\\b(${SCOPES})(?:: |=)(read|write)\\b`, 'g')
const MISSING_PERMISSION =
  /\brequires?\b|is requesting|missing (?:required )?permission|x-accepted-github-permissions|\bneeds?\b|must have/i
const TOKEN_OF_IDENTITY = /Unable to get ACTIONS_ID_TOKEN_REQUEST_URL/

type MissingPermissions = ReadonlyMap<string, string>

/** The host writes permission names with dashes or underscores. */
function missingPermissionsIn({ lines }: FailureLog): MissingPermissions {
  const missing = new Map<string, string>()
  for (const line of lines) {
    if (TOKEN_OF_IDENTITY.test(line)) missing.set('id-token', 'write')
    if (!MISSING_PERMISSION.test(line)) continue
    for (const [, scope = '', level = ''] of line.replaceAll('_', '-').matchAll(REQUESTED_PERMISSION))
      if (missing.get(scope) !== 'write') missing.set(scope, level)
  }
  return missing
}

/** The log shows a matrix job with its values in parentheses. */
function findFailedJob({ jobs }: WorkflowFile, shown: string): WorkflowJob | undefined {
  const plain = shown.replace(/ \(.{0,200}\)$/, '')
  const found = jobs.filter(({ id, name }) => (name ?? id) === plain)
  return found.length === 1 ? found[0] : undefined
}

const linesFor = (indent: string, end: string, scopes: Iterable<readonly [string, string]>) =>
  [...scopes].map(([scope, level]) => `${indent}${scope}: ${level}${end}`).join('')

/** The beginning of the line at a position. */
const startOf = (text: string, at: number) => text.lastIndexOf('\n', at - 1) + 1
const indentAt = (text: string, at: number) => ' '.repeat(at - startOf(text, at))

function isFlowStyle(map: YAMLMap): boolean {
  return map.flow === true || map.items.length === 0
}

/** Extends the permissions of the job: `none` is raised, missing scopes are added at the top. */
function extendJobPermissions(
  { text }: WorkflowFile,
  permissions: YAMLMap,
  missing: MissingPermissions
): TextEdit[] {
  const at = nodeRange(permissions).from
  const added = [...missing].filter(([scope]) => yamlNodeAt(permissions, scope) === undefined)
  const raised = [...missing].flatMap(([scope, level]) =>
    scalarsUnder(yamlNodeAt(permissions, scope)).flatMap((scalar) =>
      scalar.value === 'none' ? [{ ...nodeRange(scalar), text: level }] : []
    )
  )
  if (added.length === 0) return raised
  const inserted = linesFor(indentAt(text, at), lineEnding(text), added)
  return [...raised, { from: startOf(text, at), to: startOf(text, at), text: inserted }]
}

/** Permissions of a job replace those of the workflow, so the new list repeats them. */
function addJobPermissions(
  { text, root }: WorkflowFile,
  job: WorkflowJob,
  missing: MissingPermissions
): TextEdit[] {
  const shared = yamlNodeAt(root, 'permissions')
  const known = isMap(shared)
    ? shared.items.map(({ key, value }) => [String(key), String(value)] as const)
    : []
  const had = new Map(known)
  if ([...missing.keys()].every((scope) => had.get(scope) === 'read')) return []
  const at = nodeRange(job.map).from
  const [indent, end] = [indentAt(text, at), lineEnding(text)]
  const inserted = `${indent}permissions:${end}${linesFor(`${indent}  `, end, new Map([...known, ...missing]))}`
  return [{ from: startOf(text, at), to: startOf(text, at), text: inserted }]
}

function plan(context: RepairContext, files: FileTexts): RepairPlan {
  const missing = missingPermissionsIn(context.failure)
  const writes = linesOf(missing).filter((line) => line.endsWith(': write'))
  if (writes.length > 0)
    return refuseRepair(
      `The log asks for ${writes.join(', ')}. A person has to decide whether the job may have it.`
    )
  const path = context.workflow ?? ''
  const workflow = parseWorkflow(path, files.get(path) ?? '')
  const job = workflow && findFailedJob(workflow, context.failure.job)
  if (!workflow || !job) return refuseRepair('It is unclear which job of the workflow lacks the permission.')
  const against = findPermissionObjection(workflow, job)
  return against === undefined ? grantPermissions(workflow, job, missing) : refuseRepair(against)
}

/** A list for the job would have to repeat the write permissions of the workflow. */
function findPermissionObjection({ root }: WorkflowFile, { map }: WorkflowJob): string | undefined {
  const jobPermissions = yamlNodeAt(map, 'permissions')
  const list = jobPermissions ?? yamlNodeAt(root, 'permissions')
  if (list === undefined)
    return 'Neither the job nor the workflow lists permissions, and a new list would revoke all permissions that it does not name.'
  if (!isMap(list) || isFlowStyle(list) || isFlowStyle(map))
    return 'The workflow sets its permissions in a form that only a person should change.'
  const letsWrite = scalarsUnder(list).some(({ value }) => value !== 'read' && value !== 'none')
  return jobPermissions === undefined && letsWrite
    ? 'The workflow grants write permissions to all of its jobs. Only a person should change that list.'
    : undefined
}

const linesOf = (missing: MissingPermissions) => [...missing].map(([scope, level]) => `${scope}: ${level}`)

function grantPermissions(workflow: WorkflowFile, job: WorkflowJob, missing: MissingPermissions): RepairPlan {
  const jobPermissions = yamlNodeAt(job.map, 'permissions')
  const edits = isMap(jobPermissions)
    ? extendJobPermissions(workflow, jobPermissions, missing)
    : addJobPermissions(workflow, job, missing)
  const names = linesOf(missing)
    .map((line) => `\`${line}\``)
    .join(', ')
  const explanation = [
    `The log says that the job ${job.id} lacks permissions. The workflow now grants it ${names}.`
  ]
  return workflowChange(
    [{ workflow, edits }],
    explanation,
    'The job already has the permissions that its log asks for.'
  )
}

export const workflowPermissions: Repair = {
  name: 'workflow_permissions',
  isOfWorkflow: true,
  types: ['auth_permission'],
  knows: (failure) => missingPermissionsIn(failure).size > 0,
  needs: ({ workflow, paths }) => (workflow !== null && paths.has(workflow) ? [workflow] : undefined),
  plan
}
