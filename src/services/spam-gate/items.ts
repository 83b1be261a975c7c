// Which events the spam gate looks at, and what it holds back.
import type { Tx } from '#deps.js'
import type { WorkEvent } from '#registry.js'
import { type GatedItemRef, isHeldBack } from '#store/spam-gate/items.js'

export function gatedItemOf(event: WorkEvent): GatedItemRef {
  const repoId = event.repository.hostId
  return event.kind === 'issue'
    ? { repoId, type: 'issue', number: event.issue.number }
    : { repoId, type: 'pr', number: event.pullRequest.number }
}

/** A person who reopens an item is heard. */
export const isGated = ({ changeKind }: WorkEvent): boolean => changeKind === 'opened'

/** Whether nothing is done about an event, because the gate has closed its item or is about to. */
export async function isEventHeldBack(tx: Tx, event: WorkEvent): Promise<boolean> {
  const hasEnded = event.kind === 'issue' && event.gone
  return event.changeKind !== 'reopened' && !hasEnded && isHeldBack(tx, gatedItemOf(event))
}
