// Decides about a review: whether the change is read, whether the language model is asked, and what comes of it.
import type { Json, JsonObject } from '#schemas/common.js'
import {
  BLOCKING_VERDICTS,
  CORRECTNESS,
  REVIEW_CONFIDENCES,
  REVIEW_RULES,
  REVIEW_SEVERITIES,
  type ReviewConfidence,
  type ReviewVerdict
} from '#schemas/review/enums.js'
import { decide, type GuardChain } from '../decisions/chain.js'
import type { Guard, GuardResult, GuardStop, PlannedVerdict } from '../decisions/guard.js'
import { sharedGuards } from '../decisions/shared-guards.js'
import type { Evaluator } from '../decisions/versions.js'
import { isTrue, textsAt, valueAt } from '../json/path.js'
import {
  asFarAsRead,
  type JudgedFinding,
  type Judgement,
  judge,
  type ModelOpinion,
  type ReadFiles,
  reviewConclusion
} from './model/verdict.js'

/** What happens next: the change is read, the model is asked, or the review ends. */
export interface ReviewPlan {
  next: 'read' | 'ask' | 'skip' | 'publish'
  verdict: ReviewVerdict | null
  confidence: ReviewConfidence | null
  blocks: boolean
}

export type ReviewDecision = PlannedVerdict<ReviewPlan>

const withoutVerdict = (next: ReviewPlan['next']): ReviewPlan => ({
  next,
  verdict: null,
  confidence: null,
  blocks: false
})

const SHARED = sharedGuards<ReviewPlan>({
  pillar: () => 'ai_review',
  event(inputs) {
    const [branch, author] = [valueAt(inputs, 'pull', 'base_branch'), valueAt(inputs, 'pull', 'author')]
    const files = valueAt(inputs, 'pull', 'files')
    return {
      branch: typeof branch === 'string' ? branch : undefined,
      author: typeof author === 'string' ? author : undefined,
      // They are not known before the change is read.
      files: Array.isArray(files) ? textsAt(inputs, 'pull', 'files') : null
    }
  },
  isDryRun: () => false,
  plan: () => withoutVerdict('skip')
})

/** A guard that skips the review unless something holds. */
const requires =
  (check: string, reason: string, holds: (inputs: JsonObject) => boolean): Guard<ReviewPlan> =>
  (inputs): GuardResult<ReviewPlan> => {
    const result = holds(inputs)
    const condition = { check, result }
    return result ? { condition } : { condition, stop: skip(reason) }
  }

const skip = (reason: string): GuardStop<ReviewPlan> => ({
  decision: 'skipped',
  reason,
  plan: withoutVerdict('skip')
})

const PRECONDITIONS = [
  requires('review_enabled', 'Reviews are off in this repository.', (inputs) =>
    isTrue(inputs, 'review_enabled')
  ),
  requires('pull_request_open', 'The pull request is not open.', (inputs) =>
    isTrue(inputs, 'pull', 'is_open')
  ),
  requires(
    'head_current',
    'The pull request has another head by now, or goes into another branch.',
    (inputs) => isTrue(inputs, 'pull', 'is_current')
  ),
  requires(
    'author_is_person',
    'Changes of bots, and of the service itself, are not reviewed.',
    (inputs) => !isTrue(inputs, 'pull', 'is_bot')
  )
]

const CHAIN: GuardChain<ReviewPlan> = {
  shared: SHARED,
  afterPillar: PRECONDITIONS,
  // Nothing is read that could not be said.
  afterWaiver: [SHARED.noDryRun],
  stages: [
    {
      isKnown: (inputs) => isTrue(inputs, 'is_read'),
      findOut: { decision: 'acted', reason: 'The change is read.', plan: withoutVerdict('read') },
      guards: []
    },
    {
      isKnown: (inputs) => !isTrue(inputs, 'wants_model') || valueAt(inputs, 'model') !== null,
      findOut: { decision: 'acted', reason: 'The language model is asked.', plan: withoutVerdict('ask') },
      guards: []
    }
  ],
  // The verdict needs the settings, which this does not get: it is judged in `decideReview`.
  act: () => ({ decision: 'acted', reason: '', plan: withoutVerdict('publish') })
}

/** Accepts any JSON; the same input always gives the same verdict. Frozen: a change of its results is a new version. */
export function decideReview(inputs: JsonObject, config: JsonObject): ReviewDecision {
  const decided = decide(CHAIN, inputs, config)
  if (decided.plan.next !== 'publish') return decided
  const judgement = judge(findingsIn(inputs), opinionIn(inputs))
  const { verdict, confidence } = asFarAsRead(judgement, filesIn(inputs))
  const blocks = reviewConclusion({ verdict, confidence }, blockingIn(config)) === 'failure'
  const isError = verdict === 'error'
  return {
    decision: isError ? 'error' : blocks ? 'blocked' : 'acted',
    reason: isError ? errorOf(judgement) : reasonOf(verdict, blocks),
    plan: { next: 'publish', verdict, confidence, blocks },
    conditions: [
      ...decided.conditions,
      { check: 'findings', result: findingsIn(inputs).length },
      { check: 'verdict', result: verdict, detail: `${confidence ?? 'no'} confidence` },
      { check: 'blocks', result: blocks }
    ]
  }
}

const errorOf = ({ verdict }: Judgement): string =>
  verdict === 'error' ? 'The language model gave no answer that can be used.' : 'No changed file was read.'

const SAYS: Readonly<Record<ReviewVerdict, string>> = {
  approved: 'Nothing stands against the change.',
  needs_discussion: 'The change needs to be discussed.',
  request_changes: 'The change needs to be changed.',
  error: ''
}

const reasonOf = (verdict: ReviewVerdict, blocks: boolean): string =>
  blocks ? `${SAYS[verdict]} Its check fails.` : SAYS[verdict]

const wordOf = <Word extends string>(words: readonly Word[], value: Json | undefined): Word | undefined =>
  words.find((word) => word === value)

function findingsIn(inputs: JsonObject): JudgedFinding[] {
  const items = valueAt(inputs, 'findings')
  if (!Array.isArray(items)) return []
  return items.flatMap((item) => {
    const severity = wordOf(REVIEW_SEVERITIES, valueAt(item, 'severity'))
    const confidence = valueAt(item, 'confidence')
    if (severity === undefined || typeof confidence !== 'number') return []
    return [{ severity, confidence, rule: wordOf(REVIEW_RULES, valueAt(item, 'rule')) ?? null }]
  })
}

function filesIn(inputs: JsonObject): ReadFiles {
  const count = (key: string) => {
    const value = valueAt(inputs, 'files', key)
    return typeof value === 'number' ? value : 0
  }
  return { reviewed: count('reviewed'), unread: count('unread'), ignored: count('ignored') }
}

function opinionIn(inputs: JsonObject): ModelOpinion {
  const model = valueAt(inputs, 'model')
  if (!isTrue(inputs, 'wants_model') || model === null) return { is: 'absent' }
  if (valueAt(model, 'failed') !== false) return { is: 'failed' }
  const confidence = valueAt(model, 'confidence')
  return {
    is: 'answered',
    correctness: wordOf(CORRECTNESS, valueAt(model, 'correctness')) ?? null,
    confidence: typeof confidence === 'number' ? confidence : null,
    isChallenged: valueAt(model, 'is_challenged') === true,
    isUnsettled: valueAt(model, 'is_unsettled') === true
  }
}

/** Settings that are missing block nothing. */
function blockingIn(config: JsonObject) {
  const verdicts = textsAt(config, 'review', 'block_on_verdict')
  return {
    block_on_verdict: BLOCKING_VERDICTS.filter((verdict) => verdicts.includes(verdict)),
    min_confidence_to_block:
      wordOf(REVIEW_CONFIDENCES, valueAt(config, 'review', 'min_confidence_to_block')) ?? 'high'
  }
}

export const reviewV1 = {
  name: 'review',
  version: 1,
  evaluate(inputs, config) {
    const { plan, ...verdict } = decideReview(inputs, config)
    return { ...verdict, plan: { ...plan } }
  }
} satisfies Evaluator
