// Applies the outcome of one rule: its decision, and an action for each of its steps.

import type { Deps, Tx } from '#deps.js'
import { mergeLayers } from '#domain/configuration/layers/layers.js'
import { customRuleV1, customRuleVerdict, ruleInputs, ruleSettings } from '#domain/rules/custom-rule.v1.js'
import type { RuleOutcome } from '#domain/rules/custom-rules.js'
import { ruleEffectKey, ruleStepIntent } from '#domain/rules/intents.js'
import type { ActionIntent } from '#schemas/actions/arguments.js'
import type { RuleStep } from '#schemas/configuration/service-config.js'
import { proposeAction } from '../actions/propose.js'
import type { GuardEvaluation } from '../decisions/guards.js'
import { recordDecision } from '../decisions/record.js'
import { savePriority } from '../mirror/mirror.js'
import type { RuleEventContext } from './context.js'

interface RuleApplication {
  context: RuleEventContext
  evaluation: GuardEvaluation
  outcome: RuleOutcome
  at: Date
}

/** A rule that does not match records nothing; a faulty rule records only its fault. */
export async function applyRuleOutcome(deps: Deps, tx: Tx, applied: RuleApplication): Promise<void> {
  const { outcome } = applied
  if (!outcome.holds && outcome.error === null) return
  const { decision, id } = await recordRuleDecision(tx, applied)
  if (decision !== 'acted' && decision !== 'dry_run') return
  for (const step of outcome.steps) await proposeStep(deps, tx, { ...applied, step, decisionId: id })
  if (decision === 'acted') await savePriorities(tx, applied)
}

async function recordRuleDecision(tx: Tx, { context, evaluation, outcome, at }: RuleApplication) {
  const { repository, ruleEvent, set, event, headSha } = context
  const verdict = customRuleVerdict(evaluation.verdict, outcome)
  const id = await recordDecision(tx, {
    ...verdict,
    repoId: repository.repoId,
    source: 'custom_rules',
    triggerEvent: event.name,
    targetType: ruleEvent.target,
    targetNumber: ruleEvent.number,
    pillar: 'custom_rules',
    inputs: { ...evaluation.inputs, ...ruleInputs(event, outcome.name) },
    configUsed: mergeLayers(evaluation.configUsed, ruleSettings(set, outcome.name)),
    configVersion: evaluation.configVersion,
    waiverId: evaluation.waiverId,
    commitSha: headSha,
    evaluator: customRuleV1,
    createdAt: at
  })
  return { decision: verdict.decision, id }
}

interface StepToPropose extends RuleApplication {
  step: RuleStep
  decisionId: number
}

/** In a dry run the action is cancelled at once and shows what would have been done. */
async function proposeStep(
  deps: Deps,
  tx: Tx,
  { context, outcome, step, decisionId }: StepToPropose
): Promise<void> {
  const { repository, ruleEvent, deliveryId, set, headSha } = context
  const intent = ruleStepIntent(step, { name: outcome.name, headSha })
  if (!intent) return
  const index = set.rules[outcome.name]?.run.indexOf(step) ?? 0
  const { event, target, number } = ruleEvent
  await proposeAction(deps, tx, {
    ...intent,
    actionKey: ruleEffectKey(step, { rule: outcome.name, index, event, deliveryId }),
    isOnce: true,
    repoId: repository.repoId,
    pillar: 'custom_rules',
    source: `custom_rule:${outcome.name}`,
    target: { type: target, number },
    decisionId,
    evidence: { rule: outcome.name, delivery_id: deliveryId, trigger_event: context.event.name }
  })
}

/** The mirror stores the priority of an issue; a pull request only has its label. */
async function savePriorities(tx: Tx, { context, outcome }: RuleApplication): Promise<void> {
  const { repository, ruleEvent, headSha } = context
  if (ruleEvent.target !== 'issue') return
  for (const step of outcome.steps) {
    const intent: ActionIntent | undefined = ruleStepIntent(step, { name: outcome.name, headSha })
    if (intent?.actionType !== 'set-priority') continue
    const { priority } = intent.arguments
    await savePriority(tx, { repoId: repository.repoId, number: ruleEvent.number, priority })
  }
}
