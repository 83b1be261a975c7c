// What is to be done about an event once it is applied: first the rules of the repository, then the pillars.
import type { HostEvent } from '../../schemas/events.js'
import type { Deps, Tx } from '../deps.js'
import type { Receipt } from './deliveries.js'
import { requestScan } from './duplicates/requests.js'
import { requestRules } from './rule-requests.js'
import { requestTriage } from './triage/requests.js'

/** Events upon which pillars act. */
export type Occurrence = Extract<HostEvent, { kind: 'issue' | 'pull-request' }>

/** Where rules may be about it, the pillars wait for what these say. */
export async function requestWork(receipt: Receipt, event: Occurrence): Promise<void> {
  if (await requestRules(receipt, event.repository.hostId)) return
  await requestPillars(receipt.deps, receipt.tx, event)
}

/** Asks every pillar; each knows which events are its own. */
export async function requestPillars(deps: Deps, tx: Tx, event: Occurrence): Promise<void> {
  for (const request of PILLARS) await request(deps, tx, event)
}

type PillarRequest = (deps: Deps, tx: Tx, event: Occurrence) => Promise<void>

const PILLARS: readonly PillarRequest[] = [requestTriage, requestScan]
