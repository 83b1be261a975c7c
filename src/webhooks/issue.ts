import type { HostEvent } from '../../schemas/events.js'
import type { Tx } from '../deps.js'
import { recordRepository } from '../services/identities.js'
import { mirrorIssues } from '../services/mirror.js'

export async function onIssue(tx: Tx, event: Extract<HostEvent, { kind: 'issue' }>, at: Date) {
  await recordRepository(tx, { ...event, at })
  await mirrorIssues(
    tx,
    { repoId: event.repository.hostId, source: 'event', ...(event.gone ? { goneAt: at } : {}) },
    [event.issue]
  )
}
