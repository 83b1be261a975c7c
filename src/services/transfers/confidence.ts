// How certain it is that a repository was left behind. A failed check proves nothing.

import type { Deps } from '#deps.js'
import { splitFullName } from '#domain/mirror/full-name.js'
import { HostError } from '#errors/host.js'
import { TimeoutExceeded, withTimeout } from '#runtime/timeout.js'
import type { MatchConfidence } from '#schemas/transfers/transfers.js'
import type { TransferCandidate } from '#store/transfers/orphans.js'

export interface OrphanConfidence {
  confidence: MatchConfidence
  reason: string
}

const LONGEST_WAIT_MS = 5_000

const high = (reason: string): OrphanConfidence => ({ confidence: 'high', reason })
const low = (reason: string): OrphanConfidence => ({ confidence: 'low', reason })

/** The confidence without asking the host; undefined if only the host can tell. */
export function knownConfidence(
  { host }: Deps,
  { isUninstalled }: TransferCandidate
): OrphanConfidence | undefined {
  if (isUninstalled) return high('Its installation has been removed.')
  if (!host.client.isConfigured) return low('No credential for the host is configured.')
  return undefined
}

export const notAskedConfidence = low(
  'The host was not asked, because too many others come before it on this page.'
)

/** Asks the host without its cache: a cached response may be older than the transfer. */
export async function rateOrphan(deps: Deps, candidate: TransferCandidate): Promise<OrphanConfidence> {
  const known = knownConfidence(deps, candidate)
  if (known) return known
  try {
    return await withTimeout(LONGEST_WAIT_MS, askHost(deps, candidate))
  } catch (error) {
    if (!(error instanceof HostError || error instanceof TimeoutExceeded)) throw error
    const why = error instanceof HostError ? error.message : 'The host did not respond in time.'
    return low(`The host could not be asked. ${why}`)
  }
}

async function askHost({ host }: Deps, candidate: TransferCandidate): Promise<OrphanConfidence> {
  const { repoId, fullName, installationId } = candidate
  const found = await host.fetchRepository(splitFullName(fullName), {
    installationId,
    priority: 'interactive',
    fresh: true
  })
  if (!found) return high('The host has no repository of this name.')
  const nameNow = `${found.owner}/${found.name}`
  if (found.hostId !== repoId)
    return high(`On the host, its name now leads to another repository, ${nameNow}.`)
  return low(`It still exists on the host, as ${nameNow}.`)
}
