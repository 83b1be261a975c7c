// Texts of outsiders that are pasted into scripts before these run.
import { shortened } from '#domain/text/shown-text.js'
import type { ReviewSeverity } from '#schemas/review/enums.js'
import { plainExpression, type WorkflowDanger } from './danger.js'
import { privilegedTrigger, type WorkflowJobView, type WorkflowStepView, type WorkflowView } from './view.js'

const EXPRESSION = /\$\{\{([^}]{1,140})\}\}/g

/** What anybody may write who has no rights. */
const OF_OUTSIDERS =
  /github\.(?:head_ref\b|event\.(?:issue\.(?:title|body)|pull_request\.(?:title|body|head\.(?:ref|label|repo\.(?:default_branch|description|homepage))|milestone)|comment\.body|review\.body|review_comment\.body|discussion\.(?:title|body|category)|workflow_run\.(?:head_branch|display_title|head_commit\.(?:message|author)|pull_requests)|pages\b|sender\.name))/i
const OF_COMMITTERS =
  /github\.event\.(?:head_commit\.(?:message|author|committer)|commits\b)|github\.ref_name\b|github\.event\.ref\b/i
const OF_CALLERS = /(?<![\w.])inputs\.[\w-]|github\.event\.(?:inputs|client_payload)\b/i
const WHOLE_EVENT =
  /to_?json\(\s?github(?:\.event(?:\.(?:issue|pull_request|comment|review|commits|head_commit|discussion)(?:\.\w{1,20})?)?)?\s?\)/i

/** What yields only true or false, or a number. */
const SAFE = /^\s{0,5}!?\s{0,5}(?:contains|startsWith|endsWith|hashFiles)\(/
const COMPARES = /[=!]=/
const CHOOSES = /&&|\|\|/

/** Inputs of actions that are scripts. */
const SCRIPT_INPUTS =
  /^(?:script|run|cmd|commands?|args?|arguments|inline-?script|shell|code|eval|exec|entrypoint)$/i

export const injectionDangers = (view: WorkflowView): WorkflowDanger[] =>
  view.jobs.flatMap((job) =>
    job.steps.flatMap((step) => [
      ...scriptsOf(step).flatMap(({ text, line }) => {
        const found = worstIn(text, view)
        return found ? [injectionDanger(job, line + lineWithin(text, found.expression), found)] : []
      }),
      ...taintedDanger(view, job, step)
    ])
  )

interface PlacedScript {
  text: string
  line: number
}

function scriptsOf({ run, runLine, inputs, uses, line }: WorkflowStepView): PlacedScript[] {
  const scripts = [...inputs].filter(([name]) => SCRIPT_INPUTS.test(name))
  return [
    ...(run === undefined ? [] : [{ text: run, line: runLine }]),
    ...(uses === undefined ? [] : scripts.map(([, text]) => ({ text, line })))
  ]
}

function lineWithin(script: string, expression: string): number {
  const at = script.indexOf(expression)
  return at < 0 ? 0 : script.slice(0, at).split('\n').length - 1
}

const RUNS_VARIABLE =
  /\beval\b[^\n]{0,80}\$|\b(?:ba|z)?sh -c ["']?[^\n]{0,60}\$|>>\s{0,3}["']?\$\{?GITHUB_(?:ENV|PATH)\b/

/** A variable is safe within quotes, and not where its text is run, or becomes the environment. */
function taintedDanger(
  view: WorkflowView,
  job: WorkflowJobView,
  { run, runLine, ownVariables }: WorkflowStepView
): WorkflowDanger[] {
  const names = [...ownVariables]
    .filter(([, text]) => OF_OUTSIDERS.test(plainExpression(text)))
    .map(([name]) => name)
  const lines = (run ?? '').split('\n')
  const at = lines.findIndex((line) => RUNS_VARIABLE.test(line) && names.some((name) => line.includes(name)))
  const line = lines[at]
  if (line === undefined) return []
  return [
    {
      key: `tainted ${job.id} ${line.trim()}`,
      line: runLine + at,
      severity: privilegedTrigger(view) ? 'critical' : 'high',
      confidence: 0.8,
      title: 'A text of others is run, or becomes the environment of later steps',
      description: `The script of the job ${job.id || 'of this action'} runs what an outsider wrote, or lets it set variables for all later steps.`,
      suggestion: 'Compare the text with what is allowed, and use only that.'
    }
  ]
}

interface Injection {
  expression: string
  severity: ReviewSeverity
  confidence: number
}

const ORDER: readonly ReviewSeverity[] = ['critical', 'high', 'medium', 'low', 'info']

function worstIn(script: string, view: WorkflowView): Injection | undefined {
  const found = [...plainExpression(script).matchAll(EXPRESSION)].flatMap(([, expression = '']) => {
    const one = judged(expression.trim(), view)
    return one ? [one] : []
  })
  return found.toSorted((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity))[0]
}

function judged(expression: string, view: WorkflowView): Injection | undefined {
  if (SAFE.test(expression) || (COMPARES.test(expression) && !CHOOSES.test(expression))) return undefined
  if (OF_OUTSIDERS.test(expression) || WHOLE_EVENT.test(expression))
    return { expression, severity: privilegedTrigger(view) ? 'critical' : 'high', confidence: 0.9 }
  if (OF_COMMITTERS.test(expression) && !/ref_name|event\.ref\b/.test(expression))
    return { expression, severity: 'medium', confidence: 0.7 }
  return OF_CALLERS.test(expression) ? { expression, severity: 'low', confidence: 0.4 } : undefined
}

function injectionDanger(
  job: WorkflowJobView,
  line: number,
  { expression, severity, confidence }: Injection
): WorkflowDanger {
  const who = severity === 'low' ? 'whoever starts it' : 'an outsider'
  return {
    key: `injection ${job.id} ${expression}`,
    line,
    severity,
    confidence,
    title: 'A text of others is pasted into a script',
    description: `\`\${{ ${shortened(expression, 120)} }}\` is replaced by what ${who} wrote before the script of the job ${job.id || 'of this action'} is run, so that a command within it runs too.`,
    suggestion:
      'Put the expression under `env` of the step, and use the variable within quotes in the script.'
  }
}

const ALL_SECRETS = /\$\{\{[^}]{0,60}toJSON\(\s?secrets\s?\)/i
const DUMPED =
  /\b(?:env|printenv|set)\b[^|\n]{0,60}\|[^\n]{0,80}\b(?:curl|wget|nc|base64)\b|\bcurl\b[^\n]{0,200}(?:\$\((?:env|printenv)|@\/proc\/self\/environ|-d\s{0,3}["']?\$\(env)/
const SHOWN_SECRET =
  /\$\{\{\s{0,5}secrets\.[\w-]{1,80}\s{0,5}\}\}[^\n]{0,80}\|\s{0,5}(?:base64|rev|xxd|od|tr|sed)\b(?![^\n]{0,10}(?:-d|--decode))/

/** Secrets that are shown, or sent somewhere. */
export const secretDangers = (view: WorkflowView): WorkflowDanger[] =>
  view.jobs.flatMap((job) => job.steps.flatMap((step) => secretDanger(job, step)))

function secretDanger({ id }: WorkflowJobView, step: WorkflowStepView): WorkflowDanger[] {
  const { run = '', inputs, variables, line, uses } = step
  const isAll = [run, ...inputs.values(), ...variables].some((text) => ALL_SECRETS.test(text))
  if (!isAll && !DUMPED.test(run) && !SHOWN_SECRET.test(run)) return []
  return [
    {
      key: `secrets ${id} ${uses ?? run}`,
      line,
      severity: 'high',
      confidence: 0.8,
      title: isAll ? 'A step gets all secrets at once' : 'A step gives secrets away',
      description: isAll
        ? `The job ${id} hands every secret of the repository to one step, whether it needs it or not.`
        : `A script of the job ${id} writes secrets in a form that the log does not hide, or sends the environment elsewhere.`,
      suggestion: 'Hand each step the secrets that it needs, by their names, and let none be shown.'
    }
  ]
}
