// Has the rules of a repository carried out where something happened that they may be about.
import { RULE_EVENTS } from '../domain/rules/custom-rules.js'
import { mayHaveRules } from '../store/configs.js'
import type { Receipt } from './deliveries.js'

/** Says whether they are: where there are no rules, nothing is to be done later. */
export async function requestRules({ deps, tx, delivery }: Receipt, repoId: number): Promise<boolean> {
  const isOfRules = RULE_EVENTS.some((event) => event === delivery.event)
  const orUnread = deps.host.client.isConfigured
  if (!isOfRules || !(await mayHaveRules(tx, { repoId, orUnread }))) return false
  await deps.queue.enqueue(tx, 'rules.apply', [{ payload: { delivery_row: delivery.row } }])
  return true
}
