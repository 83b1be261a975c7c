// Requests that a repository is reconciled soon after an event about what is desired of it.
import type { Tx } from '#deps.js'
import type { EventOf } from '#registry.js'
import type { Baseline } from '#schemas/configuration/baseline.js'
import { ORGANISATION_REPOSITORY } from '#store/configuration/configs.js'
import { policiesInForce } from '#store/enforcement/policies.js'
import { repositoryById } from '#store/mirror/repositories.js'
import { makeDue } from '#store/reconciler/states.js'
import { loadStoredConfig } from '../configuration/resolve.js'
import type { DeliveryContext } from '../deliveries/handle.js'
import { repositoryJob } from './repository-job.js'

/** Several events in a row are followed by one reading. */
const WITHIN_SECONDS = 15

export async function reconcileAfterRules(
  context: DeliveryContext,
  { part, repository }: EventOf<'part'>
): Promise<void> {
  if (part !== 'branch_rules') return
  await requestReading(context, repository.hostId, {
    triggerEvent: 'branch_protection_rule',
    isTouched: ({ protection }, hasPolicies) => hasPolicies || protection !== undefined
  })
}

export async function reconcileAfterChange(
  context: DeliveryContext,
  { isItself, change, repository }: EventOf<'repository'>
): Promise<void> {
  if (isItself !== true || change === 'deleted') return
  await requestReading(context, repository.hostId, {
    triggerEvent: 'repository',
    isTouched: (baseline, hasPolicies) => hasPolicies || Object.keys(baseline).length > 0
  })
}

/** What is desired may be different from now on: of all repositories, if the file is the organisation's. */
export async function reconcileAfterPush(
  context: DeliveryContext,
  { changesConfig, repository, installationId }: EventOf<'push'>
): Promise<void> {
  if (!changesConfig) return
  const isOfAll = repository.name.toLowerCase() === ORGANISATION_REPOSITORY
  if (isOfAll && installationId !== null) await makeDue(context.tx, installationId, context.deps.now())
  await requestReading(context, repository.hostId, { triggerEvent: 'push', isTouched: () => true })
}

/** A label that goes, by deletion or by another name. */
export async function reconcileAfterLabel(
  context: DeliveryContext,
  { change, label, formerName, repository }: EventOf<'label'>
): Promise<void> {
  const gone = change === 'deleted' ? label.name : formerName
  if (gone === null) return
  await requestReading(context, repository.hostId, {
    triggerEvent: 'label',
    isTouched: ({ labels = {} }) =>
      Object.keys(labels).some((name) => name.toLowerCase() === gone.toLowerCase())
  })
}

interface RequestedReading {
  triggerEvent: string
  /** Whether the event may concern anything that is desired. */
  isTouched(baseline: Baseline, hasPolicies: boolean): boolean
}

async function requestReading(
  { deps, tx }: DeliveryContext,
  repoId: number,
  { triggerEvent, isTouched }: RequestedReading
): Promise<void> {
  if (!deps.host.client.isConfigured) return
  const { live, installationId } = await repositoryById(tx, repoId)
  if (!live) return
  const { config } = await loadStoredConfig(deps, tx, repoId)
  if (!isTouched(config.baseline, await hasPolicies(tx, installationId))) return
  const job = repositoryJob({ repoId, runId: null, triggerEvent })
  await deps.queue.enqueue(tx, 'reconciler.repository', [{ ...job, startAfterSeconds: WITHIN_SECONDS }])
}

const hasPolicies = async (tx: Tx, installationId: number | null) =>
  installationId !== null && (await policiesInForce(tx, installationId)).length > 0
