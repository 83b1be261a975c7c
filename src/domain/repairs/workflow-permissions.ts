// Permissions to read that a job lacks and the log names: they are given to that job, and to no other. Any program that
// the job runs can write such a line into the log, and so none of them may ask for more.
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
const ASKED = new RegExp(`\\b(${SCOPES})(?:: |=)(read|write)\\b`, 'g')
const SAYS_SO =
  /\brequires?\b|is requesting|missing (?:required )?permission|x-accepted-github-permissions|\bneeds?\b|must have/i
const TOKEN_OF_IDENTITY = /Unable to get ACTIONS_ID_TOKEN_REQUEST_URL/

type MissingPermissions = ReadonlyMap<string, string>

/** The host writes names of permissions in two ways. */
function missingPermissionsIn({ lines }: FailureLog): MissingPermissions {
  const wanted = new Map<string, string>()
  for (const line of lines) {
    if (TOKEN_OF_IDENTITY.test(line)) wanted.set('id-token', 'write')
    if (!SAYS_SO.test(line)) continue
    for (const [, scope = '', level = ''] of line.replaceAll('_', '-').matchAll(ASKED))
      if (wanted.get(scope) !== 'write') wanted.set(scope, level)
  }
  return wanted
}

/** A job of a matrix shows its values behind its name. */
function findFailedJob({ jobs }: WorkflowFile, shown: string): WorkflowJob | undefined {
  const plain = shown.replace(/ \(.{0,200}\)$/, '')
  const found = jobs.filter(({ id, name }) => (name ?? id) === plain)
  return found.length === 1 ? found[0] : undefined
}

const linesFor = (indent: string, end: string, scopes: Iterable<readonly [string, string]>) =>
  [...scopes].map(([scope, level]) => `${indent}${scope}: ${level}${end}`).join('')

/** Where the line begins on which something stands. */
const startOf = (text: string, at: number) => text.lastIndexOf('\n', at - 1) + 1
const indentAt = (text: string, at: number) => ' '.repeat(at - startOf(text, at))

function isFlowStyle(map: YAMLMap): boolean {
  return map.flow === true || map.items.length === 0
}

/** In the job's own list: what is none is raised, what is not there is added before it. */
function extendJobPermissions({ text }: WorkflowFile, own: YAMLMap, wanted: MissingPermissions): TextEdit[] {
  const at = nodeRange(own).from
  const added = [...wanted].filter(([scope]) => yamlNodeAt(own, scope) === undefined)
  const raised = [...wanted].flatMap(([scope, level]) =>
    scalarsUnder(yamlNodeAt(own, scope)).flatMap((there) =>
      there.value === 'none' ? [{ ...nodeRange(there), text: level }] : []
    )
  )
  if (added.length === 0) return raised
  const put = linesFor(indentAt(text, at), lineEnding(text), added)
  return [...raised, { from: startOf(text, at), to: startOf(text, at), text: put }]
}

/** A list of the job's own takes the place of that of the workflow, and so holds all of it. */
function addJobPermissions(
  { text, root }: WorkflowFile,
  job: WorkflowJob,
  wanted: MissingPermissions
): TextEdit[] {
  const shared = yamlNodeAt(root, 'permissions')
  const known = isMap(shared)
    ? shared.items.map(({ key, value }) => [String(key), String(value)] as const)
    : []
  const had = new Map(known)
  if ([...wanted.keys()].every((scope) => had.get(scope) === 'read')) return []
  const at = nodeRange(job.map).from
  const [indent, end] = [indentAt(text, at), lineEnding(text)]
  const put = `${indent}permissions:${end}${linesFor(`${indent}  `, end, new Map([...known, ...wanted]))}`
  return [{ from: startOf(text, at), to: startOf(text, at), text: put }]
}

function plan(ground: RepairContext, files: FileTexts): RepairPlan {
  const wanted = missingPermissionsIn(ground.failure)
  const more = linesOf(wanted).filter((one) => one.endsWith(': write'))
  if (more.length > 0)
    return refuseRepair(
      `The log asks for ${more.join(', ')}. A person has to decide whether the job may have it.`
    )
  const path = ground.workflow ?? ''
  const workflow = parseWorkflow(path, files.get(path) ?? '')
  const job = workflow && findFailedJob(workflow, ground.failure.job)
  if (!workflow || !job) return refuseRepair('It is unclear which job of the workflow lacks the permission.')
  const against = findPermissionObjection(workflow, job)
  return against === undefined ? grantPermissions(workflow, job, wanted) : refuseRepair(against)
}

/** A list of the job's own would have to write once more what the workflow lets all jobs write. */
function findPermissionObjection({ root }: WorkflowFile, { map }: WorkflowJob): string | undefined {
  const own = yamlNodeAt(map, 'permissions')
  const list = own ?? yamlNodeAt(root, 'permissions')
  if (list === undefined)
    return 'Neither the job nor the workflow lists permissions, and a new list would revoke all permissions that it does not name.'
  if (!isMap(list) || isFlowStyle(list) || isFlowStyle(map))
    return 'The workflow sets its permissions in a form that only a person should change.'
  const letsWrite = scalarsUnder(list).some(({ value }) => value !== 'read' && value !== 'none')
  return own === undefined && letsWrite
    ? 'The workflow grants write permissions to all of its jobs. Only a person should change that list.'
    : undefined
}

const linesOf = (wanted: MissingPermissions) => [...wanted].map(([scope, level]) => `${scope}: ${level}`)

function grantPermissions(workflow: WorkflowFile, job: WorkflowJob, wanted: MissingPermissions): RepairPlan {
  const own = yamlNodeAt(job.map, 'permissions')
  const edits = isMap(own)
    ? extendJobPermissions(workflow, own, wanted)
    : addJobPermissions(workflow, job, wanted)
  const names = linesOf(wanted)
    .map((one) => `\`${one}\``)
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
