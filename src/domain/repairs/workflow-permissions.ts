// Permissions to read that a job lacks and the log names: they are given to that job, and to no other. Any program that
// the job runs can write such a line into the log, and so none of them may ask for more.
import { isMap, type YAMLMap } from 'yaml'
import { changeOf } from './reach.js'
import { type Failure, type Files, type Ground, type Plan, type Repair, refused } from './repair.js'
import {
  type Edit,
  endOfLines,
  type Job,
  nodeAt,
  placeOf,
  textsUnder,
  type Workflow,
  workflowIn
} from './workflow.js'

const SCOPES =
  'actions|attestations|checks|contents|deployments|discussions|id-token|issues|packages|pages|pull-requests|security-events|statuses'
const ASKED = new RegExp(`\\b(${SCOPES})(?:: |=)(read|write)\\b`, 'g')
const SAYS_SO =
  /\brequires?\b|is requesting|missing (?:required )?permission|x-accepted-github-permissions|\bneeds?\b|must have/i
const TOKEN_OF_IDENTITY = /Unable to get ACTIONS_ID_TOKEN_REQUEST_URL/

type Wanted = ReadonlyMap<string, string>

/** The host writes names of permissions in two ways. */
function wantedIn({ lines }: Failure): Wanted {
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
function jobCalled({ jobs }: Workflow, shown: string): Job | undefined {
  const plain = shown.replace(/ \(.{0,200}\)$/, '')
  const found = jobs.filter(({ id, name }) => (name ?? id) === plain)
  return found.length === 1 ? found[0] : undefined
}

const linesFor = (indent: string, end: string, scopes: Iterable<readonly [string, string]>) =>
  [...scopes].map(([scope, level]) => `${indent}${scope}: ${level}${end}`).join('')

/** Where the line begins on which something stands. */
const startOf = (text: string, at: number) => text.lastIndexOf('\n', at - 1) + 1
const indentAt = (text: string, at: number) => ' '.repeat(at - startOf(text, at))

function isInFlow(map: YAMLMap): boolean {
  return map.flow === true || map.items.length === 0
}

/** In the job's own list: what is none is raised, what is not there is added before it. */
function intoOwn({ text }: Workflow, own: YAMLMap, wanted: Wanted): Edit[] {
  const at = placeOf(own).from
  const added = [...wanted].filter(([scope]) => nodeAt(own, scope) === undefined)
  const raised = [...wanted].flatMap(([scope, level]) =>
    textsUnder(nodeAt(own, scope)).flatMap((there) =>
      there.value === 'none' ? [{ ...placeOf(there), text: level }] : []
    )
  )
  if (added.length === 0) return raised
  const put = linesFor(indentAt(text, at), endOfLines(text), added)
  return [...raised, { from: startOf(text, at), to: startOf(text, at), text: put }]
}

/** A list of the job's own takes the place of that of the workflow, and so holds all of it. */
function asOwn({ text, root }: Workflow, job: Job, wanted: Wanted): Edit[] {
  const shared = nodeAt(root, 'permissions')
  const known = isMap(shared)
    ? shared.items.map(({ key, value }) => [String(key), String(value)] as const)
    : []
  const had = new Map(known)
  if ([...wanted.keys()].every((scope) => had.get(scope) === 'read')) return []
  const at = placeOf(job.map).from
  const [indent, end] = [indentAt(text, at), endOfLines(text)]
  const put = `${indent}permissions:${end}${linesFor(`${indent}  `, end, new Map([...known, ...wanted]))}`
  return [{ from: startOf(text, at), to: startOf(text, at), text: put }]
}

function plan(ground: Ground, files: Files): Plan {
  const wanted = wantedIn(ground.failure)
  const more = linesOf(wanted).filter((one) => one.endsWith(': write'))
  if (more.length > 0)
    return refused(`The log asks for ${more.join(', ')}. Whether the job may have that is for people to say.`)
  const path = ground.workflow ?? ''
  const workflow = workflowIn(path, files.get(path) ?? '')
  const job = workflow && jobCalled(workflow, ground.failure.job)
  if (!workflow || !job) return refused('Which job of the workflow lacks the permission cannot be told.')
  const against = objection(workflow, job)
  return against === undefined ? given(workflow, job, wanted) : refused(against)
}

/** A list of the job's own would have to write once more what the workflow lets all jobs write. */
function objection({ root }: Workflow, { map }: Job): string | undefined {
  const own = nodeAt(map, 'permissions')
  const list = own ?? nodeAt(root, 'permissions')
  if (list === undefined)
    return 'Neither the job nor the workflow lists permissions: a list would take from the job what it does not name.'
  if (!isMap(list) || isInFlow(list) || isInFlow(map))
    return 'The workflow gives its permissions in a way that only a person should change.'
  const letsWrite = textsUnder(list).some(({ value }) => value !== 'read' && value !== 'none')
  return own === undefined && letsWrite
    ? 'The workflow lets all its jobs write, and only a person should change that list.'
    : undefined
}

const linesOf = (wanted: Wanted) => [...wanted].map(([scope, level]) => `${scope}: ${level}`)

function given(workflow: Workflow, job: Job, wanted: Wanted): Plan {
  const own = nodeAt(job.map, 'permissions')
  const edits = isMap(own) ? intoOwn(workflow, own, wanted) : asOwn(workflow, job, wanted)
  const names = linesOf(wanted)
    .map((one) => `\`${one}\``)
    .join(', ')
  const explanation = [`The job ${job.id} is given what its log says that it lacks: ${names}.`]
  return changeOf([{ workflow, edits }], explanation, 'The job has what its log asks for.')
}

export const workflowPermissions: Repair = {
  name: 'workflow_permissions',
  isOfWorkflow: true,
  types: ['auth_permission'],
  knows: (failure) => wantedIn(failure).size > 0,
  needs: ({ workflow, paths }) => (workflow !== null && paths.has(workflow) ? [workflow] : undefined),
  plan
}
