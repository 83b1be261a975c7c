// Remembers which conversations about findings people have ended.
import { fingerprintIn } from '#domain/review/texts.js'
import type { EventOf } from '#registry.js'
import { saveFindingResolved } from '#store/review/findings.js'
import type { DeliveryContext } from '../../deliveries/handle.js'

/** Whoever copies the mark of a finding into a comment of their own may as well resolve that of the service. */
export async function recordResolution(
  { tx, at }: DeliveryContext,
  { repository, number, isResolved, opening }: EventOf<'review-thread'>
): Promise<void> {
  const fingerprint = fingerprintIn(opening)
  if (fingerprint === undefined) return
  await saveFindingResolved(
    tx,
    { repoId: repository.hostId, prNumber: number, fingerprint },
    isResolved ? at : null
  )
}
