// Workflows that give outsiders rights which they should not have. What was there before the change is not told.
import { addedLines, type ReviewedChange, type ReviewedFile, textAtHead, textBefore } from '../change.js'
import { isWorkflowPath } from '../places.js'
import type { BuiltInFinding, ReviewRuleModule } from './rule.js'
import { lineAfterGap } from './tests/removed.js'
import { actionDangers } from './workflows/actions.js'
import { artifactDangers, checkoutDangers, triggerDangers } from './workflows/checkout.js'
import type { WorkflowDanger } from './workflows/danger.js'
import { guardDangers } from './workflows/guards.js'
import { injectionDangers, secretDangers } from './workflows/injection.js'
import { permissionDangers } from './workflows/permissions.js'
import { loadedScript, runnerDangers, scriptDangers } from './workflows/scripts.js'
import { readWorkflow, type WorkflowView } from './workflows/view.js'

const MOST_IN_FILE = 10

function find(change: ReviewedChange): BuiltInFinding[] {
  return change.files
    .filter(({ path, status }) => status !== 'removed' && isWorkflowPath(path))
    .flatMap((file) => fileFindings(change, file))
}

function fileFindings(change: ReviewedChange, file: ReviewedFile): BuiltInFinding[] {
  const text = textAtHead(change, file)
  const after = text === undefined ? undefined : readWorkflow(text)
  const former = textBefore(change, file)
  const before = former === undefined ? undefined : readWorkflow(former)
  // A file that was not read before says nothing of what is new.
  const isComparable = after && (before !== undefined || file.status === 'added')
  const found = isComparable ? newDangers(change, after, before) : shownDangers(file)
  return found.slice(0, MOST_IN_FILE).map((danger) => findingFrom(file, danger))
}

function newDangers(
  change: ReviewedChange,
  after: WorkflowView,
  before: WorkflowView | undefined
): WorkflowDanger[] {
  const old = new Map<string, number>()
  for (const { key } of before ? dangersIn(change, before) : []) old.set(key, (old.get(key) ?? 0) + 1)
  const own = dangersIn(change, after).filter(({ key }) => {
    const left = old.get(key) ?? 0
    old.set(key, left - 1)
    return left <= 0
  })
  return [
    ...own,
    ...triggerDangers(after, before).filter(() => !own.some(({ key }) => key.startsWith('checkout'))),
    ...permissionDangers(after, before),
    ...guardDangers(after, before),
    ...actionDangers(after, before, change.owner)
  ]
}

const dangersIn = ({ isPublic }: ReviewedChange, view: WorkflowView): WorkflowDanger[] => [
  ...checkoutDangers(view),
  ...artifactDangers(view),
  ...injectionDangers(view),
  ...secretDangers(view),
  ...scriptDangers(view),
  ...runnerDangers(view, isPublic)
]

/** Without the whole file, only what an added line says by itself. */
function shownDangers(file: ReviewedFile): WorkflowDanger[] {
  return addedLines(file).flatMap(({ text, after }) => {
    const loaded = loadedScript(text)
    return loaded ? [{ ...loaded, line: after }] : []
  })
}

function findingFrom(file: ReviewedFile, danger: WorkflowDanger): BuiltInFinding {
  const { key, line, severity, confidence, title, description, suggestion } = danger
  const at = line ?? addedLines(file)[0]?.after ?? lineAfterGap(file)
  return { severity, title, description, suggestion, path: file.path, line: at, confidence, context: key }
}

export const workflowDanger: ReviewRuleModule = {
  name: 'workflow_danger',
  category: 'security',
  about:
    'Workflows that run what outsiders propose, paste their texts into scripts, widen permissions, or trust what others can change',
  find
}
