// How sure it is that a repository was left behind. Whatever fails is no proof.

import type { Deps } from '#deps.js'
import { HostError } from '#errors/host.js'
import { within } from '#runtime/timeout.js'
import type { Confidence } from '#schemas/transfers/transfers.js'
import type { Candidate } from '#store/transfers/orphans.js'

export interface Judgement {
  confidence: Confidence
  reason: string
}

const PATIENCE_MS = 5_000

const high = (reason: string): Judgement => ({ confidence: 'high', reason })
const low = (reason: string): Judgement => ({ confidence: 'low', reason })

/** By what is known without asking the host; undefined where only the host can tell. */
export function knownConfidence({ host }: Deps, { isUninstalled }: Candidate): Judgement | undefined {
  if (isUninstalled) return high('Its installation has been removed.')
  if (!host.client.isConfigured) return low('No credential for the host is configured.')
  return undefined
}

export const notAsked = low('The host was not asked, because too many others come before it on this page.')

/** By what the host says now: an answer that was kept may be of a time before the repository moved. */
export async function confidenceIn(deps: Deps, candidate: Candidate): Promise<Judgement> {
  const known = knownConfidence(deps, candidate)
  if (known) return known
  try {
    return await within(PATIENCE_MS, hostsJudgement(deps, candidate))
  } catch (error) {
    const why = error instanceof HostError ? error.message : 'The host did not respond in time.'
    return low(`The host could not be asked. ${why}`)
  }
}

async function hostsJudgement({ host }: Deps, candidate: Candidate): Promise<Judgement> {
  const { repoId, fullName, installationId } = candidate
  const [owner = '', repo = ''] = fullName.split('/')
  const found = await host.repositoryCalled(
    { owner, repo },
    { installationId, priority: 'interactive', fresh: true }
  )
  if (!found) return high('The host has no repository of this name.')
  const nameNow = `${found.owner}/${found.name}`
  if (found.hostId !== repoId)
    return high(`On the host, its name now leads to another repository, ${nameNow}.`)
  return low(`It still exists on the host, as ${nameNow}.`)
}
