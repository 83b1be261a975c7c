// The actions of the spam gate: it closes the item, and then says why. If it cannot be closed, the item passes.
import type { Deps, Tx } from '#deps.js'
import { isObject, valueAt } from '#domain/json/path.js'
import type { ActionHooks, PendingAction } from '#registry.js'
import type { ActionIntent } from '#schemas/actions/arguments.js'
import type { JsonObject } from '#schemas/common.js'
import { SPAM_GATE_SOURCE } from '#schemas/spam-gate/enums.js'
import type { TriageTarget } from '#schemas/triage/enums.js'
import type { ActionRow } from '#store/actions/actions.js'
import { wasFoundLate } from '#store/actions/outcomes.js'
import { CLOSING_KEY, type GatedItemRef, gatedItem } from '#store/spam-gate/items.js'
import { mayHaveRun } from '../actions/action-row.js'
import type { ActionStop } from '../actions/policy-check.js'
import { proposeAction } from '../actions/propose.js'

export interface Closing {
  item: GatedItemRef
  decisionId: number
  deliveryRow: number
  isDryRun: boolean
  /** Null if the repository has no such label. */
  label: string | null
  comment: string
}

type Step = ActionIntent & { actionKey: string }

const closingStep = ({ type }: GatedItemRef): Step =>
  type === 'pr'
    ? { actionType: 'close-pr', arguments: {}, actionKey: CLOSING_KEY }
    : { actionType: 'close-issue', arguments: { reason: 'not_planned' }, actionKey: CLOSING_KEY }

function explainingSteps({ label, comment }: Pick<Closing, 'label' | 'comment'>): Step[] {
  const labelling: Step[] =
    label === null ? [] : [{ actionType: 'add-label', arguments: { label }, actionKey: 'spam-gate:label' }]
  return [
    ...labelling,
    { actionType: 'add-comment', arguments: { body: comment }, actionKey: 'spam-gate:comment' }
  ]
}

/** In a dry run the actions are cancelled at once and show what would have been done. */
export async function proposeClosing(deps: Deps, tx: Tx, closing: Closing): Promise<void> {
  const { item, decisionId, deliveryRow, isDryRun, label, comment } = closing
  const evidence = { spam_gate: { delivery_row: deliveryRow, label, comment } }
  const steps = isDryRun ? [closingStep(item), ...explainingSteps(closing)] : [closingStep(item)]
  for (const step of steps)
    await proposeStep(deps, tx, { item, decisionId, step, evidence: isDryRun ? {} : evidence })
}

interface StepToPropose {
  item: GatedItemRef
  decisionId: number | null
  step: Step
  evidence: JsonObject
}

async function proposeStep(
  deps: Deps,
  tx: Tx,
  { item, decisionId, step, evidence }: StepToPropose
): Promise<void> {
  await proposeAction(deps, tx, {
    ...step,
    isOnce: true,
    repoId: item.repoId,
    pillar: 'spam_gate',
    source: SPAM_GATE_SOURCE,
    target: { type: item.type, number: item.number },
    decisionId,
    evidence
  })
}

/** Undefined for the actions of others, and for what was only shown. */
function closingOf(
  row: ActionRow
): (Omit<Closing, 'decisionId' | 'isDryRun'> & { row: ActionRow }) | undefined {
  if (row.source !== SPAM_GATE_SOURCE || row.actionKey !== CLOSING_KEY || row.targetNumber === null)
    return undefined
  // Casts at the database boundary: the row was written by the gate.
  const facts = valueAt(row.evidence as JsonObject, 'spam_gate')
  if (!isObject(facts)) return undefined
  const item = { repoId: row.repoId, type: row.targetType as TriageTarget, number: row.targetNumber }
  const label = facts['label']
  return {
    row,
    item,
    deliveryRow: Number(facts['delivery_row']),
    label: typeof label === 'string' ? label : null,
    comment: String(facts['comment'])
  }
}

/** Called in the transaction that ends the action, or that learns later how it ended. */
async function followClosing(deps: Deps, tx: Tx, row: ActionRow): Promise<void> {
  const closing = closingOf(row)
  if (!closing) return
  const { item, deliveryRow } = closing
  if (row.status === 'succeeded' || row.status === 'reconciled' || wasFoundLate(row)) {
    for (const step of explainingSteps(closing))
      await proposeStep(deps, tx, { item, decisionId: row.decisionId, step, evidence: {} })
    return
  }
  // The item stays open, so everything else is done about it.
  await deps.queue.enqueue(tx, 'spam.gate', [{ payload: { delivery_row: deliveryRow } }])
}

/** Right before it is closed: what people have done about it since the decision is heard. */
async function checkClosing(
  deps: Deps,
  { row, place, config }: PendingAction
): Promise<ActionStop | undefined> {
  const closing = closingOf(row)
  if (!closing) return undefined
  const { item } = closing
  const label = await exemptLabelOf(deps, item, config.config.pillars.spam_gate.exempt_labels)
  if (label !== undefined) return stopFor(`The label ${label} exempts it.`)
  const { type, number } = item
  if (!mayHaveRun(row)) {
    const state = await deps.host.effects.targetState(place, { type, number, branch: '' })
    return state?.['state'] === 'open' ? undefined : stopFor('It is closed already, or it no longer exists.')
  }
  // An earlier attempt may have closed it, and a person reopened it.
  const [since, ownLogin] = [row.proposedAt, await deps.host.ownLogin()]
  const live = await deps.host.itemState(place, { type, number, since, ownLogin })
  return live && live.humanAt > since ? stopFor('A person has been active since it was decided.') : undefined
}

async function exemptLabelOf(
  { db }: Deps,
  item: GatedItemRef,
  exempt: readonly string[]
): Promise<string | undefined> {
  const names = new Set(exempt.map((name) => name.toLowerCase()))
  const found = await gatedItem(db, item, 1)
  return found?.labels.find((name) => names.has(name.toLowerCase()))
}

const stopFor = (detail: string): ActionStop => ({
  to: 'blocked',
  reason: 'target_drifted',
  detail,
  evidence: {}
})

export const spamGateActionHooks: ActionHooks = { stopOf: checkClosing, ended: followClosing }
