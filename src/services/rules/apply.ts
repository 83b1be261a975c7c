// Applies the rules of a repository to one delivery: their decisions and proposals, in one transaction.
import type { Deps, Tx } from '#deps.js'
import { isSkipOutcome, matchedRules, type RuleOutcome } from '#domain/rules/custom-rules.js'
import { ResourceLocked } from '#errors/locked.js'
import { deliveryByRow, markRulesApplied, tryLockDelivery } from '#store/deliveries/deliveries.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { evaluateGuards, type GuardInput } from '../decisions/guards.js'
import { workEventOf } from '../deliveries/work.js'
import { applyRuleOutcome } from './apply-outcome.js'
import { loadRuleEventContext, type RuleEventContext } from './context.js'
import { requestPillars } from './requests.js'

/** Once per delivery: a repeated job finds it marked. The pillars run afterwards unless a rule skips them. */
export async function applyRules(deps: Deps, row: number): Promise<void> {
  const delivery = await deliveryByRow(deps.db, row)
  if (!delivery || delivery.rulesAt !== null || delivery.repoId === null) return
  const { repoId } = delivery
  const context = await loadRuleEventContext(deps, delivery)
  // Evaluated before any lock is taken: rules are short, but there may be many of them.
  const outcomes = context ? matchedRules(context.set, context.event) : []
  await deps.transaction(async (tx) => {
    const held = await tryLockDelivery(tx, row)
    if (!held) throw new ResourceLocked('The delivery')
    const repository = await lockRepository(tx, repoId)
    if (held.rulesAt !== null || repository?.live !== true) return
    const skippedBy = context ? await applyMatchedRules(deps, tx, { context, outcomes }) : null
    await markRulesApplied(tx, row, { rulesAt: deps.now(), skippedBy })
    const event = workEventOf(deps, delivery)
    if (event && skippedBy === null) await requestPillars(deps, tx, event)
  })
}

interface MatchedRules {
  context: RuleEventContext
  outcomes: readonly RuleOutcome[]
}

/** Returns the name of the rule that skips the pillars, or null. */
async function applyMatchedRules(
  deps: Deps,
  tx: Tx,
  { context, outcomes }: MatchedRules
): Promise<string | null> {
  const at = deps.now()
  const evaluation = await evaluateGuards(deps, tx, ruleGuardInput(context), context.config)
  for (const outcome of outcomes) await applyRuleOutcome(deps, tx, { context, evaluation, outcome, at })
  const isLast = ['acted', 'dry_run'].includes(evaluation.verdict.decision)
  const last = isLast ? outcomes.find(isSkipOutcome) : undefined
  return last?.name ?? null
}

/** Triggers are compared with the head branch; waivers also apply by the base branch. */
function ruleGuardInput({ repository, ruleEvent, branches, files }: RuleEventContext): GuardInput {
  const { target, number, author } = ruleEvent
  const [head] = branches
  const ofIssue = { branch: null, files: null }
  const ofPull = { ...(head === undefined ? {} : { branch: head }), ...(files ? { files } : {}) }
  return {
    repoId: repository.repoId,
    pillar: 'custom_rules',
    ...(target === 'issue' ? { issue: number } : { pr: number }),
    branches,
    lease: 'free',
    event: { author, ...(target === 'issue' ? ofIssue : ofPull) }
  }
}
