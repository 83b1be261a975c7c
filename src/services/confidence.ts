// How sure it is that a repository was left behind. Whatever fails is no proof.
import type { Confidence } from '../../schemas/transfers.js'
import type { Deps } from '../deps.js'
import { HostError } from '../host-errors.js'
import type { Candidate } from '../store/orphans.js'
import { within } from './within.js'

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
  if (!host.client.isConfigured) return low('No credential is configured to ask the host with.')
  return undefined
}

export const notAsked = low('The host was not asked, as too many others stand before it on this page.')

/** By what the host says; `fresh` where something is done on the strength of it. */
export async function confidenceIn(
  deps: Deps,
  candidate: Candidate,
  { fresh }: { fresh: boolean }
): Promise<Judgement> {
  const known = knownConfidence(deps, candidate)
  if (known) return known
  try {
    return await within(PATIENCE_MS, hostsJudgement(deps, candidate, fresh))
  } catch (error) {
    const why = error instanceof HostError ? error.message : 'There was no answer in time.'
    return low(`The host could not be asked. ${why}`)
  }
}

async function hostsJudgement({ host }: Deps, candidate: Candidate, fresh: boolean): Promise<Judgement> {
  const { repoId, fullName, installationId } = candidate
  const [owner = '', repo = ''] = fullName.split('/')
  const found = await host.repositoryCalled(
    { owner, repo },
    { installationId, priority: 'interactive', fresh }
  )
  if (!found) return high('The host has no repository of this name.')
  const nameNow = `${found.owner}/${found.name}`
  if (found.hostId !== repoId) return high(`The host leads its name to another repository, ${nameNow}.`)
  return low(`It is still there, as ${nameNow}.`)
}
