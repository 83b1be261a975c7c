// Which files of a repository a workflow is made of: itself, and the actions and workflows beside it that it uses.
import type { Change, Files, Ground, Refusal } from './repair.js'
import { refused } from './repair.js'
import { type Edit, edited, textAt, type Workflow, workflowIn } from './workflow.js'

const BESIDE = /^\.github\/(?:workflows\/[^/]{1,200}\.ya?ml|actions\/.{1,300}\/action\.ya?ml)$/
const MOST_BESIDE = 30

/** Nothing where it is not known which workflow has failed. */
export function workflowPaths({ workflow, paths }: Ground): readonly string[] | undefined {
  if (workflow === null || !paths.has(workflow)) return undefined
  const beside = [...paths].filter((path) => path !== workflow && BESIDE.test(path)).sort()
  return [workflow, ...beside.slice(0, MOST_BESIDE)]
}

/** The workflow and what it uses of the repository's own, also by way of another. */
export function workflowsReached({ workflow }: Ground, files: Files): Workflow[] {
  const reached = new Map<string, Workflow>()
  const waiting = workflow === null ? [] : [workflow]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const text = files.get(path)
    const read = reached.has(path) || text === undefined ? undefined : workflowIn(path, text)
    if (!read) continue
    reached.set(path, read)
    waiting.push(
      ...localIn(read)
        .flatMap(pathsOf)
        .filter((used) => files.has(used))
    )
  }
  return [...reached.values()]
}

/** The first thing of the repository's own that they use and that is not among them. */
export function notReached(workflows: readonly Workflow[]): string | undefined {
  const reached = new Set(workflows.map(({ path }) => path))
  return workflows.flatMap(localIn).find((used) => !pathsOf(used).some((path) => reached.has(path)))
}

/** By jobs and by steps; what a comment names is not used. */
function localIn({ jobs }: Workflow): string[] {
  const used = jobs.flatMap(({ map, steps }) => [
    textAt(map, 'uses'),
    ...steps.map(({ uses }) => uses?.value)
  ])
  return used.flatMap((one) => (one?.startsWith('./') ? [one.slice(2)] : []))
}

function pathsOf(path: string): string[] {
  const plain = path.replace(/\/$/, '')
  return /\.ya?ml$/.test(plain) ? [plain] : [`${plain}/action.yml`, `${plain}/action.yaml`]
}

/** What comes of edits in each of some workflows. With an alias among them, an edit would change more than it is for. */
export function changeOf(
  edits: readonly { workflow: Workflow; edits: readonly Edit[] }[],
  explanation: readonly string[],
  nothing: string
): Change | Refusal {
  const shared = edits.find(({ workflow }) => workflow.hasAliases)
  if (shared)
    return refused(`${shared.workflow.path} has aliases, and what they repeat only a person should change.`)
  const files = []
  for (const { workflow, edits: own } of edits) {
    if (own.length === 0) continue
    const after = edited(workflow, own)
    if (after === undefined) return refused(`${workflow.path} could not be changed and stay what it is.`)
    files.push({ path: workflow.path, before: workflow.text, after })
  }
  return files.length === 0 ? refused(nothing) : { is: 'change', files, explanation }
}
