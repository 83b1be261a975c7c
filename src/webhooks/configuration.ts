import type { HostEvent } from '../../schemas/events.js'
import { requestConfigCheck } from '../services/config-commits.js'
import { requestConfigFile } from '../services/config-files.js'
import type { Receipt } from '../services/deliveries.js'
import { recordMention } from './mention.js'

/** The file is read again, or checked; of what it says the event tells nothing. */
export async function onConfiguration(
  receipt: Receipt,
  event: Extract<HostEvent, { kind: 'configuration' }>
) {
  await recordMention(receipt, event)
  const { deps, tx } = receipt
  const { repository, isInForce, commit } = event
  if (isInForce) await requestConfigFile(deps, tx, repository.hostId)
  if (commit !== null) await requestConfigCheck(deps, tx, { repo_id: repository.hostId, head_sha: commit })
}
