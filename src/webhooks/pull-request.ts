import type { HostEvent } from '../../schemas/events.js'
import type { Tx } from '../deps.js'
import { recordRepository } from '../services/identities.js'
import { mirrorPullRequests } from '../services/mirror.js'

export async function onPullRequest(tx: Tx, event: Extract<HostEvent, { kind: 'pull-request' }>, at: Date) {
  await recordRepository(tx, { ...event, at })
  await mirrorPullRequests(tx, { repoId: event.repository.hostId, source: 'event' }, [event.pullRequest])
}
