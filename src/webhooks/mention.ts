import type { WithinRepository } from '../../schemas/events.js'
import type { Receipt } from '../services/deliveries.js'
import { recordRepository } from '../services/identities.js'

/** Whatever happens within a repository, its event tells what the repository is called now. */
export async function recordMention(
  { tx, at }: Receipt,
  { repository, installationId }: WithinRepository
): Promise<void> {
  await recordRepository(tx, { repository, installationId, at })
}
