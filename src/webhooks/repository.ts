import type { HostEvent } from '../../schemas/events.js'
import type { Receipt } from '../services/deliveries.js'
import { recordRepository } from '../services/identities.js'
import { requestRules } from '../services/rule-requests.js'
import { requestFirst } from '../services/sync/request.js'
import { recordMention } from './mention.js'

/** Every event that names a repository tells what it is called now; comments on pull requests are among them. */
export async function onRepository(receipt: Receipt, event: Extract<HostEvent, { kind: 'repository' }>) {
  const { deps, tx, at } = receipt
  const { repository, installationId, change } = event
  if (change === null) await recordMention(receipt, event)
  else await recordRepository(tx, { repository, installationId, change, at })
  if (change === null || change === 'present') await requestFirst(deps, tx, repository.hostId)
  await requestRules(receipt, repository.hostId)
}
