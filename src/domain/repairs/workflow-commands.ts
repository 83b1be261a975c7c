// Rewrites commands that steps print, which the host no longer accepts, to writes into its files.
import type { YAMLMap } from 'yaml'
import {
  type FailureLog,
  type FileTexts,
  type Repair,
  type RepairContext,
  type RepairPlan,
  refuseRepair
} from './repair.js'
import {
  defaultShell,
  nodeRange,
  scalarsUnder,
  type TextEdit,
  type WorkflowFile,
  type WorkflowStep,
  yamlNodeAt
} from './workflow.js'
import { readUsedWorkflows, workflowChange, workflowPaths } from './workflow-files.js'

const FILE_VARIABLES: Readonly<Record<string, string>> = {
  'set-output': 'GITHUB_OUTPUT',
  'save-state': 'GITHUB_STATE',
  'set-env': 'GITHUB_ENV',
  'add-path': 'GITHUB_PATH'
}

const DISABLED_COMMAND = /`?(set-output|save-state|set-env|add-path)`? command is disabled/i

const disabledCommandsIn = ({ lines }: FailureLog): string[] => [
  ...new Set(lines.flatMap((line) => DISABLED_COMMAND.exec(line)?.[1]?.toLowerCase() ?? []))
]

/** Matches lines that print one of the disabled commands. */
const commandPattern = (failure: FailureLog) =>
  new RegExp(`::(?:${disabledCommandsIn(failure).join('|')})[ :]`)

/** Escaped line breaks work in commands but not in files, and whatever writes them may be far from the command. */
const ESCAPES = /%0A|%0D|%25/i

/** A script line that only prints a command. */
const ECHO_LINE =
  /^(\s{0,200}(?:- {1,9})?(?:run: {1,9})?)echo( -e)? (["']?)::(set-output|save-state|set-env) name=([\w-]{1,100})::(.{0,2000}?)\3(\s{0,20})$/
const ECHO_PATH_LINE =
  /^(\s{0,200}(?:- {1,9})?(?:run: {1,9})?)echo (["']?)::(add-path)::(.{0,2000}?)\2(\s{0,20})$/

const POSIX_RUNNER = /^(?:(?:ubuntu|macos)-[\w.-]{1,40}|linux|macos)$/i

/** Whether the shell supports `>> "$FILE"`. The default shell of the runner is bash, except on Windows. */
function isPosix(workflow: WorkflowFile, { shell }: WorkflowStep, job: YAMLMap): boolean {
  const named = shell ?? defaultShell(workflow)
  if (named !== null) return /^(?:bash|sh)\b/.test(named)
  // The runner is known only if all of its labels are.
  const words = scalarsUnder(yamlNodeAt(job, 'runs-on'))
  return words.length > 0 && words.every(({ value }) => POSIX_RUNNER.test(value))
}

/** Undefined if the line cannot be rewritten safely. */
function rewriteLine(line: string): string | undefined {
  const [, lead, escapes, quote, command = '', name, value = '', end] = ECHO_LINE.exec(line) ?? []
  // A variable or the output of a program may contain an escape too.
  if (escapes !== undefined && /[$`]/.test(value)) return undefined
  if (lead !== undefined)
    return isPlain(value, quote)
      ? appendToFile(lead, `${quote}${name}=${value}${quote}`, command) + end
      : undefined
  const [, before, mark, add = '', path = '', after] = ECHO_PATH_LINE.exec(line) ?? []
  if (before === undefined || !isPlain(path, mark)) return undefined
  return appendToFile(before, `${mark}${path}${mark}`, add) + after
}

const appendToFile = (lead: string, text: string, command: string) =>
  `${lead}echo ${text} >> "$${FILE_VARIABLES[command]}"`

/**
 * Free of escapes, which files do not have and shells treat differently, of the closing quote, and of anything after
 * the value.
 */
function isPlain(value: string, quote: string | undefined): boolean {
  // The output of a program may have several lines, of which a command used the first.
  if (/\$\(|`/.test(value)) return false
  if (/%0[AD]|%25|\\(?!["$])/i.test(value)) return false
  return quote === ''
    ? !/["'|&;<>()`]|(?:^|\s)#/.test(value)
    : !value.replaceAll('\\"', '').includes(quote ?? '')
}

/** A line that cannot be rewritten safely. */
interface UnclearCommand {
  why: string
}

const WITH_ESCAPES = /\becho -|\bprintf\b|\\|%0[AD]|%25/i
const ESCAPES_REFUSAL =
  'A step prints such a command with escapes, and only a person can tell what they should become in a file.'
const UNCLEAR_REFUSAL = 'A step prints such a command in a way that only a person can rewrite.'

const explainUnclear = (line: string): UnclearCommand => ({
  why: WITH_ESCAPES.test(line) ? ESCAPES_REFUSAL : UNCLEAR_REFUSAL
})

interface CommandEdits {
  edits: TextEdit[]
  unclear: UnclearCommand[]
}

function editsIn(workflow: WorkflowFile, command: RegExp): CommandEdits {
  const rewritten = workflow.jobs.flatMap(({ map, steps }) =>
    steps
      .filter(({ run }) => run !== undefined && command.test(run.value))
      .map((step) =>
        isPosix(workflow, step, map) ? rewriteStep(workflow, step, command) : { why: UNCLEAR_REFUSAL }
      )
  )
  return {
    edits: rewritten.flatMap((edit) => ('why' in edit ? [] : [edit])),
    unclear: rewritten.filter((edit) => 'why' in edit)
  }
}

/** A quoted YAML scalar is escaped, so only plain and literal blocks are edited. */
function rewriteStep(
  { text }: WorkflowFile,
  { run }: WorkflowStep,
  command: RegExp
): TextEdit | UnclearCommand {
  if (!run || !['PLAIN', 'BLOCK_LITERAL'].includes(run.type ?? '')) return { why: UNCLEAR_REFUSAL }
  const place = nodeRange(run)
  const lines = text.slice(place.from, place.to).split('\n')
  const after = lines.map((line) => (command.test(line) ? rewriteLine(line) : line))
  const odd = lines.find((_, at) => after[at] === undefined)
  return odd === undefined ? { ...place, text: after.join('\n') } : explainUnclear(odd)
}

function plan(context: RepairContext, files: FileTexts): RepairPlan {
  const command = commandPattern(context.failure)
  const edited = readUsedWorkflows(context, files).map((workflow) => ({
    workflow,
    ...editsIn(workflow, command)
  }))
  const [odd] = edited.flatMap((file) => file.unclear)
  if (odd) return refuseRepair(odd.why)
  if (edited.some(({ workflow }) => ESCAPES.test(workflow.text)))
    return refuseRepair(
      'The workflow escapes line ends as commands required it; in a file they would stay escaped.'
    )
  const explanation = [
    'GitHub no longer accepts commands that steps print. The steps now write to the files that replaced them.'
  ]
  return workflowChange(
    edited,
    explanation,
    'No step of the workflow prints such a command; an action that it uses does.'
  )
}

export const workflowCommands: Repair = {
  name: 'workflow_commands',
  isOfWorkflow: true,
  types: ['config_error'],
  knows: (failure) => disabledCommandsIn(failure).length > 0,
  needs: workflowPaths,
  plan
}
