// Whether an issue is to be fixed: the guards in their order, then what the analysis and the patch come to.
import type { Json, JsonObject } from '../../../schemas/common.js'
import type { Condition, Verdict } from '../../../schemas/decisions.js'
import { COMPLEXITIES, type Complexity, type FixError } from '../../../schemas/fix-words.js'
import { isObject, textsAt, valueAt } from '../json-path.js'
import { blockerOf } from '../patch-guard/paths.js'
import { BEFORE, OF_ISSUE } from './before.js'
import { atMost, demand, type FixPlan, fixing, type Guard, isTrue, numberAt, type Stop } from './demand.js'
import { confidenceOf, riskWord } from './grades.js'

export const FIX_EVALUATOR = { name: 'issue_fix', version: 1 } as const

/** What is said of a file that the model would change and may not see. */
const UNLISTED: ReadonlyMap<Json | undefined, { error: FixError; says: string }> = new Map([
  ['not_there', { error: 'not_fixable', says: 'is not there' }],
  ['blocked', { error: 'blocked_path', says: 'is blocked by the configuration' }],
  ['too_large', { error: 'not_fixable', says: 'is too large' }],
  ['kept_back', { error: 'not_fixable', says: 'is of a kind that is kept from fixes' }]
] as const)

const isFixable: Guard = (inputs) => {
  const files = numberAt(inputs, 'analysis', 'files')
  const isMeant = isTrue(inputs, 'analysis', 'is_fixable')
  const unlisted = valueAt(inputs, 'analysis', 'unlisted')
  const [first] = isMeant && Array.isArray(unlisted) ? unlisted : []
  const why = UNLISTED.get(valueAt(first, 'why'))
  return demand({
    check: 'fixable',
    holds: isMeant && files > 0,
    detail: `${files} files`,
    error: why?.error ?? 'not_fixable',
    reason: why
      ? `${valueAt(first, 'path')} would have to change, and ${why.says}.`
      : 'No small change of files that are there answers the issue.'
  })
}

function complexityIn(inputs: JsonObject): Complexity {
  const said = valueAt(inputs, 'analysis', 'complexity')
  return COMPLEXITIES.find((one) => one === said) ?? 'complex'
}

const isSimpleEnough: Guard = (inputs) =>
  demand({
    check: `complexity(${complexityIn(inputs)})`,
    holds: complexityIn(inputs) !== 'complex',
    error: 'too_complex',
    reason: 'The change is too complex to be made without people.'
  })

const ORDER = ['low', 'medium', 'high']

const isSureEnough: Guard = (inputs, config) => {
  const confidence = confidenceOf(complexityIn(inputs))
  const threshold = String(fixing(config, 'min_confidence_to_submit') ?? 'high')
  return demand({
    check: `confidence(${confidence}) >= threshold(${threshold})`,
    holds: ORDER.indexOf(confidence) >= ORDER.indexOf(threshold) && ORDER.includes(threshold),
    error: 'low_confidence',
    reason: `The confidence is ${confidence}, and ${threshold} is asked for.`
  })
}

const ANALYZED: readonly Guard[] = [isFixable, isSimpleEnough, isSureEnough]

const hasPatch: Guard = (inputs) =>
  demand({
    check: 'patch',
    holds: textsAt(inputs, 'patch', 'paths').length > 0 || textsAt(inputs, 'patch', 'faults').length > 0,
    error: 'no_patch',
    reason: 'The model found no change that answers the issue.',
    decision: 'error',
    next: 'failed'
  })

const isOffered: Guard = (inputs) => {
  const offered = new Set(textsAt(inputs, 'patch', 'offered'))
  const strange = textsAt(inputs, 'patch', 'paths').filter((path) => !offered.has(path))
  return demand({
    check: 'offered_files',
    holds: strange.length === 0,
    error: 'not_offered',
    reason: `${strange[0]} was not among the files that may be changed.`
  })
}

const isNotBlocked: Guard = (inputs, config) => {
  const isBlocked = blockerOf(textsAt(fixing(config), 'blocked_paths'))
  const blocked = textsAt(inputs, 'patch', 'paths').find(isBlocked)
  return demand({
    check: 'blocked_paths',
    holds: blocked === undefined,
    error: 'blocked_path',
    reason: `${blocked} is blocked by the configuration.`
  })
}

const isSane: Guard = (inputs) => {
  const [fault] = textsAt(inputs, 'patch', 'faults')
  return demand({
    check: 'patch_sanity',
    holds: fault === undefined,
    error: 'bad_patch',
    reason: fault ?? '',
    decision: 'error',
    next: 'failed'
  })
}

const filesAreFew: Guard = (inputs, config) =>
  demand({
    check: 'max_file_changes',
    ...atMost(config, 'max_file_changes', textsAt(inputs, 'patch', 'paths').length),
    error: 'too_many_files',
    reason: 'The change touches more files than it may.'
  })

const linesAreFew: Guard = (inputs, config) =>
  demand({
    check: 'max_line_changes',
    ...atMost(config, 'max_line_changes', numberAt(inputs, 'patch', 'lines')),
    error: 'too_many_lines',
    reason: 'The change touches more lines than it may.'
  })

const riskIsBearable: Guard = (inputs) => {
  const risk = numberAt(inputs, 'patch', 'risk')
  return demand({
    check: `risk_score(${risk})`,
    holds: riskWord(risk) !== 'high',
    error: 'high_risk',
    reason: `The risk of ${risk} is too high.`
  })
}

const guardPasses: Guard = (inputs) => {
  const [finding] = textsAt(inputs, 'patch', 'findings')
  return demand({
    check: 'patch_guard',
    holds: finding === undefined,
    error: 'guarded',
    reason: finding ?? ''
  })
}

const noDryRun: Guard = (inputs, config) => {
  const isDry = valueAt(config, 'settings', 'dry_run') !== false || isTrue(inputs, 'dry_run')
  const condition = { check: 'is_dry_run()', result: isDry }
  if (!isDry) return { condition }
  const plan = { next: 'rejected', error: 'dry_run' } as const
  return { condition, stop: { decision: 'dry_run', reason: 'Dry-run mode', plan } }
}

const GENERATED: readonly Guard[] = [
  hasPatch,
  isOffered,
  isNotBlocked,
  isSane,
  filesAreFew,
  linesAreFew,
  riskIsBearable,
  guardPasses,
  noDryRun
]

export interface FixJudgement extends Stop {
  conditions: readonly Condition[]
}

const goOn = (next: FixPlan['next'], reason: string): Stop => ({
  decision: 'acted',
  reason,
  plan: { next, error: null }
})

/** What is asked at each stage, together with all before it: the issue may have changed meanwhile. */
const STAGES: readonly { guards: readonly Guard[]; key: string; onward: Stop }[] = [
  { guards: BEFORE, key: 'analysis', onward: goOn('analyze', 'No guard stands in its way.') },
  { guards: ANALYZED, key: 'patch', onward: goOn('generate', 'A small change may answer the issue.') }
]

/** Takes any JSON and says the same of the same. Kept as it is for ever: a change of what it says is another version. */
export function fixJudgement(inputs: JsonObject, config: JsonObject): FixJudgement {
  const conditions: Condition[] = []
  const asked = { inputs, config, conditions }
  for (const { guards, key, onward } of STAGES) {
    const stop = firstStop(guards, asked)
    if (stop) return { ...stop, conditions }
    if (!isObject(inputs[key])) return { ...onward, conditions }
  }
  const stop = firstStop(GENERATED, asked)
  return { ...(stop ?? goOn('submit', 'The change has passed all guards.')), conditions }
}

interface Asked {
  inputs: JsonObject
  config: JsonObject
  conditions: Condition[]
}

function firstStop(guards: readonly Guard[], { inputs, config, conditions }: Asked): Stop | undefined {
  for (const guard of guards) {
    const { condition, stop } = guard(inputs, config)
    if (condition) conditions.push(condition)
    if (stop) return stop
  }
  return undefined
}

/** Asked once more where the change is to be proposed: what the issue itself says against it by then. */
export function issueObjection(inputs: JsonObject, config: JsonObject): Stop | undefined {
  return firstStop(OF_ISSUE, { inputs, config, conditions: [] })
}

/** As it is recorded, and made again. */
export function fixVerdict(inputs: JsonObject, config: JsonObject): Verdict {
  const { decision, reason, conditions, plan } = fixJudgement(inputs, config)
  return { decision, reason, conditions, plan: { ...plan } }
}
