import type { WithinRepository } from '../../schemas/events.js'
import type { Receipt } from '../services/deliveries.js'
import { mentionRepository } from '../services/identities.js'

/** Whatever happens within a repository, its event tells what the repository is called now. */
export async function recordMention(
  { tx, at }: Receipt,
  { repository, installationId }: WithinRepository
): Promise<void> {
  await mentionRepository(tx, { repository, installationId, at })
}
