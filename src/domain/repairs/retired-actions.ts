// Versions of actions that the host no longer runs: the log names them, and their next version does the same.
import { changeOf, notReached, workflowPaths, workflowsReached } from './reach.js'
import { type Failure, type Files, type Ground, type Plan, type Repair, refused } from './repair.js'
import { clashOf } from './uploads.js'
import { exchanged, type Job, type Step, type Workflow } from './workflow.js'

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
const TOGETHER: readonly (readonly string[])[] = [
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
function namedIn({ lines }: Failure): string[] {
  const found = lines
    .filter((line) => SAYS_SO.test(line))
    .flatMap((line) => [...line.matchAll(NAMED)].map(([, name = '']) => name))
    .filter((name) => Object.hasOwn(NEXT, name))
  const others = found.flatMap((name) => TOGETHER.find((group) => group.includes(name)) ?? [])
  return [...new Set([...found, ...others])]
}

interface Use {
  step: Step
  job: Job
  action: string
  version: number | null
}

function usesIn({ jobs }: Workflow, named: readonly string[]): Use[] {
  return jobs.flatMap((job) =>
    job.steps.flatMap((step) => {
      const [, action = '', ref = ''] = USED.exec(step.uses?.value ?? '') ?? []
      if (!named.includes(action)) return []
      const version = TAG.exec(ref)?.[1]
      return [{ step, job, action, version: version === undefined ? null : Number(version) }]
    })
  )
}

const isOld = ({ action, version }: Use) => version !== null && version < (NEXT[action] ?? 0)

interface Found {
  workflow: Workflow
  uses: readonly Use[]
}

/** What is no tag stays as it is, and would no longer find what the next version of the other has left. */
function unmovedBeside(uses: readonly Use[]): string | undefined {
  const old = uses.filter(isOld)
  const pinned = uses.find(
    ({ action, version }) =>
      version === null &&
      TOGETHER.some((group) => group.includes(action) && old.some((one) => group.includes(one.action)))
  )
  return (
    pinned && `${pinned.action} is used by something else than its tag, and has to go along with the others.`
  )
}

/** What goes together may stand there as well. */
function unreadBeside(all: readonly Found[]): string | undefined {
  const isOfPair = all.some(({ uses }) =>
    uses.some((use) => isOld(use) && TOGETHER.flat().includes(use.action))
  )
  const unread = isOfPair ? notReached(all.map(({ workflow }) => workflow)) : undefined
  return unread === undefined
    ? undefined
    : `The workflow uses ./${unread}, which is not read here, and what it does cannot be told.`
}

function clash({ workflow: own }: Ground, all: readonly Found[]): string | undefined {
  const uploads = all.flatMap(({ workflow: { path }, uses }) =>
    uses.filter(({ action }) => action === UPLOAD).map((use) => ({ ...use, isBeside: path !== own }))
  )
  return uploads.some(isOld) ? clashOf(uploads) : undefined
}

function plan(ground: Ground, files: Files): Plan {
  const named = namedIn(ground.failure)
  const all = workflowsReached(ground, files).map((workflow) => ({ workflow, uses: usesIn(workflow, named) }))
  const old = all.flatMap(({ uses }) => uses).filter(isOld)
  const against = unmovedBeside(all.flatMap(({ uses }) => uses)) ?? unreadBeside(all) ?? clash(ground, all)
  if (against !== undefined) return refused(against)
  const edits = all.map(({ workflow, uses }) => ({
    workflow,
    edits: uses.filter(isOld).flatMap(({ step, action }) => {
      const { uses: used } = step
      return used ? [exchanged(workflow, used, `${action}@v${NEXT[action]}`)] : []
    })
  }))
  const told = [...new Set(old.map(({ action, version }) => `${action} v${version}`))]
  const explanation = told.map((one) => `${one} is no longer run by the host; its next version is used.`)
  return changeOf(edits, explanation, 'No step names a retired version by its tag.')
}

export const retiredActions: Repair = {
  name: 'retired_actions',
  isOfWorkflow: true,
  types: ['config_error'],
  knows: (failure) => namedIn(failure).length > 0,
  needs: workflowPaths,
  plan
}
