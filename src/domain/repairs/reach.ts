// Which files of a repository a workflow is made of: itself, and the actions and workflows beside it that it uses.
import type { Change, Files, Ground, Refusal } from './repair.js'
import { refused } from './repair.js'
import { type Edit, edited, type Workflow, workflowIn } from './workflow.js'

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
    waiting.push(...usedBy(read).filter((used) => files.has(used)))
  }
  return [...reached.values()]
}

function usedBy({ jobs, text }: Workflow): string[] {
  const local = [...text.matchAll(/uses: {1,9}['"]?\.\/([\w./-]{1,300})/g)].map(([, path = '']) => path)
  return jobs.length === 0 ? [] : local.flatMap(pathsOf)
}

function pathsOf(path: string): string[] {
  const plain = path.replace(/\/$/, '')
  return /\.ya?ml$/.test(plain) ? [plain] : [`${plain}/action.yml`, `${plain}/action.yaml`]
}

/** What comes of edits in each of some workflows. */
export function changeOf(
  edits: readonly { workflow: Workflow; edits: readonly Edit[] }[],
  explanation: readonly string[],
  nothing: string
): Change | Refusal {
  const files = []
  for (const { workflow, edits: own } of edits) {
    if (own.length === 0) continue
    const after = edited(workflow, own)
    if (after === undefined) return refused(`${workflow.path} could not be changed and stay what it is.`)
    files.push({ path: workflow.path, before: workflow.text, after })
  }
  return files.length === 0 ? refused(nothing) : { is: 'change', files, explanation }
}
