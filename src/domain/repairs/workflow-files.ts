// The files that make up a workflow: itself, and the local actions and workflows that it uses.
import type { FileTexts, RepairChange, RepairContext, RepairRefusal } from './repair.js'
import { refuseRepair } from './repair.js'
import { applyTextEdits, parseWorkflow, scalarText, type TextEdit, type WorkflowFile } from './workflow.js'

const WORKFLOW_OR_ACTION = /^\.github\/(?:workflows\/[^/]{1,200}\.ya?ml|actions\/.{1,300}\/action\.ya?ml)$/
const MOST_OTHER_FILES = 30

/** Undefined if the failed workflow is unknown. */
export function workflowPaths({ workflow, paths }: RepairContext): readonly string[] | undefined {
  if (workflow === null || !paths.has(workflow)) return undefined
  const others = [...paths].filter((path) => path !== workflow && WORKFLOW_OR_ACTION.test(path)).sort()
  return [workflow, ...others.slice(0, MOST_OTHER_FILES)]
}

/** The workflow and the local files that it uses, directly or indirectly. */
export function readUsedWorkflows({ workflow }: RepairContext, files: FileTexts): WorkflowFile[] {
  const reached = new Map<string, WorkflowFile>()
  const waiting = workflow === null ? [] : [workflow]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const text = files.get(path)
    const parsed = reached.has(path) || text === undefined ? undefined : parseWorkflow(path, text)
    if (!parsed) continue
    reached.set(path, parsed)
    waiting.push(
      ...localIn(parsed)
        .flatMap(actionPaths)
        .filter((used) => files.has(used))
    )
  }
  return [...reached.values()]
}

/** The first local action or workflow that is used but was not read. */
export function findUnreadUse(workflows: readonly WorkflowFile[]): string | undefined {
  const reached = new Set(workflows.map(({ path }) => path))
  return workflows.flatMap(localIn).find((used) => !actionPaths(used).some((path) => reached.has(path)))
}

/** Local references of jobs and steps; comments do not count. */
function localIn({ jobs }: WorkflowFile): string[] {
  const used = jobs.flatMap(({ map, steps }) => [
    scalarText(map, 'uses'),
    ...steps.map(({ uses }) => uses?.value)
  ])
  return used.flatMap((reference) => (reference?.startsWith('./') ? [reference.slice(2)] : []))
}

function actionPaths(path: string): string[] {
  const plain = path.replace(/\/$/, '')
  return /\.ya?ml$/.test(plain) ? [plain] : [`${plain}/action.yml`, `${plain}/action.yaml`]
}

/**
 * Combines the edits of several workflows into one repair. Refuses aliases, because an edit would apply wherever the
 * alias is used.
 */
export function workflowChange(
  edits: readonly { workflow: WorkflowFile; edits: readonly TextEdit[] }[],
  explanation: readonly string[],
  nothing: string
): RepairChange | RepairRefusal {
  const shared = edits.find(({ workflow }) => workflow.hasAliases)
  if (shared)
    return refuseRepair(`${shared.workflow.path} uses YAML aliases. A person has to change what they share.`)
  const files = []
  for (const { workflow, edits: own } of edits) {
    if (own.length === 0) continue
    const after = applyTextEdits(workflow, own)
    if (after === undefined)
      return refuseRepair(`${workflow.path} could not be changed without side effects.`)
    files.push({ path: workflow.path, before: workflow.text, after })
  }
  return files.length === 0 ? refuseRepair(nothing) : { is: 'change', files, explanation }
}
