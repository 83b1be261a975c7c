// What becomes of an update: its pull request opens, and people merge or close it.
import type { Deps, HostParts, Tx } from '#deps.js'
import { isUnfinished } from '#domain/actions/actions.js'
import { withoutPull, withPull } from '#domain/dependencies/findings/findings.js'
import { compareVersions } from '#domain/dependencies/versions/versions.js'
import { isObject, valueAt } from '#domain/json/path.js'
import type { ActionHooks, EventOf, ListedItems } from '#registry.js'
import type { JsonObject } from '#schemas/common.js'
import type { PackageUpdate } from '#schemas/dependencies/stats.js'
import { type ActionRow, findAction } from '#store/actions/actions.js'
import { keptPullOf } from '#store/actions/kept-pulls.js'
import {
  batchesOfPull,
  changeBatch,
  findUpdateBatch,
  insertBatch,
  openBatch,
  openBatches,
  type UpdateBatchRow
} from '#store/dependencies/update-batches.js'
import { standingVulnerabilitiesOf, type VulnerabilityRow } from '#store/dependencies/vulnerabilities.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { pullStateOf } from '#store/mirror/pull-requests.js'
import { repositoryById } from '#store/mirror/repositories.js'
import { intentOfAction } from '../../actions/action-row.js'
import { proposeAction } from '../../actions/propose.js'
import { SERVICE_ACTOR } from '../../decisions/record.js'
import type { DeliveryContext } from '../../deliveries/handle.js'
import { recordPipelineEvent } from '../../telemetry/record.js'
import { applyFindings } from '../record-findings.js'
import { DEPENDENCY_UPDATES, UPDATE_BRANCHES } from './patch.js'
import { choiceIn, requestAgain } from './request.js'

/** In a job of its own: whoever follows holds the repository first, and here the action is locked already. */
async function requestFollow({ queue }: Deps, tx: Tx, { id, source, actionType }: ActionRow): Promise<void> {
  if (source === DEPENDENCY_UPDATES && actionType === 'keep-patch-pr')
    await queue.enqueue(tx, 'dependencies.follow', [{ payload: { action_id: id } }])
}

export const dependencyActionHooks: ActionHooks = { ended: requestFollow }

/** Repeatable. */
export async function followUpdate(deps: Deps, actionId: number): Promise<void> {
  const action = await findAction(deps.db, actionId)
  if (!action || isUnfinished(action.status) || action.sourceId === null) return
  const batchId = action.sourceId
  await deps.transaction(async (tx) => {
    await lockRepository(tx, action.repoId)
    const found = await findUpdateBatch(tx, batchId)
    // Another update has taken its place meanwhile, and is followed by itself.
    if (found?.actionId !== actionId) return
    const batch = found.status === 'open' ? found : await nextBatch(deps, tx, found, action)
    if (batch) await savePull(deps, tx, batch, action)
  })
}

/** Where the pull request that was to be updated has ended before, and another one was opened. */
async function nextBatch(
  { now }: Deps,
  tx: Tx,
  ended: UpdateBatchRow,
  { evidence }: ActionRow
): Promise<UpdateBatchRow | undefined> {
  // Cast at the database boundary: evidence is JSON.
  const number = valueAt(evidence as JsonObject, 'pr_number')
  if (typeof number !== 'number' || number === ended.prNumber) return undefined
  const { id, live: _, ...facts } = ended
  await changeBatch(tx, id, { actionId: null })
  const fresh = { prNumber: null, prUrl: null, status: 'open' as const, createdAt: now(), updatedAt: now() }
  return findUpdateBatch(tx, await insertBatch(tx, { ...facts, ...fresh }))
}

async function savePull(deps: Deps, tx: Tx, batch: UpdateBatchRow, action: ActionRow): Promise<void> {
  // Cast at the database boundary: evidence is JSON.
  const evidence = action.evidence as JsonObject
  const [number, url] = [valueAt(evidence, 'pr_number'), valueAt(evidence, 'url')]
  if (typeof number !== 'number') {
    if (batch.prNumber === null) await changeBatch(tx, batch.id, { status: 'closed', updatedAt: deps.now() })
    return
  }
  if (evidence['is_wanted'] === false) return noteClosed(deps, tx, batch, { number, action })
  const pull = { number, url: typeof url === 'string' ? url : null }
  const packages = packagesIn(evidence)
  await changeBatch(tx, batch.id, { prNumber: number, prUrl: pull.url, packages, updatedAt: deps.now() })
  await noteFixed(deps, tx, batch.repoId, { pull, evidence })
  if (batch.prNumber !== number) await recordOpened(deps, tx, { ...batch, packages }, number)
  // People may have ended it before anybody noted its number.
  const state = await pullStateOf(tx, batch.repoId, number)
  if (state !== undefined && state !== 'open') await endUpdate(deps, tx, batch.repoId, { number, state })
}

/** The service has closed it, because nothing that it was to fix stands any more. */
async function noteClosed(
  deps: Deps,
  tx: Tx,
  { id, repoId }: UpdateBatchRow,
  { number, action }: { number: number; action: ActionRow }
): Promise<void> {
  await endUpdate(deps, tx, repoId, { number, state: 'closed' })
  const intent = intentOfAction(action)
  if (intent.actionType !== 'keep-patch-pr') return
  await proposeAction(deps, tx, {
    repoId,
    pillar: 'trust',
    source: DEPENDENCY_UPDATES,
    sourceId: id,
    decisionId: action.decisionId,
    isOnce: true,
    actionType: 'add-comment',
    arguments: { body: intent.arguments.body },
    target: { type: 'pr', number }
  })
}

interface OpenPull {
  pull: { number: number; url: string | null }
  evidence: JsonObject
}

/** Exactly what the pull request changes is `pr_opened` by it. */
function noteFixed(deps: Deps, tx: Tx, repoId: number, { pull, evidence }: OpenPull): Promise<void> {
  const isFixed = fixedIn(evidence)
  return moveFindings(deps, tx, repoId, (one) =>
    one.status === 'open' && isFixed(one)
      ? withPull(one, pull)
      : one.status === 'pr_opened' && one.fixPrNumber === pull.number && !isFixed(one)
        ? withoutPull(one)
        : undefined
  )
}

const recordOpened = (deps: Deps, tx: Tx, batch: UpdateBatchRow, number: number): Promise<void> =>
  recordPipelineEvent(tx, {
    repoId: batch.repoId,
    type: 'dependency_pr_opened',
    actor: SERVICE_ACTOR,
    prNumber: number,
    occurredAt: deps.now(),
    metadata: { ecosystem: batch.ecosystem, update_type: batch.updateType, packages: batch.packages.length }
  })

const fixedRows = ({ fixed }: JsonObject): JsonObject[] =>
  Array.isArray(fixed) ? fixed.filter(isObject) : []

const packagesIn = (evidence: JsonObject): PackageUpdate[] =>
  fixedRows(evidence).map(({ name, from, to }) => ({
    name: String(name),
    from: String(from),
    to: String(to)
  }))

/** Of a package that the pull request really changes in this manifest, and as far as this advisory asks for. */
function fixedIn(evidence: JsonObject): (finding: VulnerabilityRow) => boolean {
  const versions = new Map(
    fixedRows(evidence).map((one) => [
      JSON.stringify([one['name'] ?? '', one['from'] ?? '', one['path'] ?? '']),
      one['to']
    ])
  )
  return ({ ecosystem, packageName, installedVersion, manifestPath, patchedVersion }) => {
    const to = versions.get(JSON.stringify([packageName, installedVersion ?? '', manifestPath]))
    return (
      patchedVersion !== null &&
      typeof to === 'string' &&
      (compareVersions(ecosystem, to, patchedVersion) ?? -1) >= 0
    )
  }
}

type Move = (finding: VulnerabilityRow) => ReturnType<typeof withPull> | undefined

async function moveFindings(deps: Deps, tx: Tx, repoId: number, moveOf: Move): Promise<void> {
  const changes = (await standingVulnerabilitiesOf(tx, repoId)).flatMap((known) => {
    const life = moveOf(known)
    return life ? [{ move: 'seen' as const, known, seen: undefined, life }] : []
  })
  if (changes.length === 0) return
  await applyFindings(deps, tx, {
    repository: await repositoryById(tx, repoId),
    reading: { readAt: deps.now(), commit: null },
    plan: { changes, superseded: [], kept: [] }
  })
}

type Pull = Pick<HostParts['pull_requests'], 'number' | 'state' | 'headBranch'>

async function followPulls(deps: Deps, tx: Tx, repoId: number, pulls: readonly Pull[]): Promise<void> {
  for (const pull of pulls.filter(({ headBranch }) => headBranch.startsWith(UPDATE_BRANCHES)))
    if (pull.state === 'open') await resumeUpdate(deps, tx, repoId, pull.number)
    else await endUpdate(deps, tx, repoId, pull)
}

/** People have opened it again. */
async function resumeUpdate(deps: Deps, tx: Tx, repoId: number, number: number): Promise<void> {
  await lockRepository(tx, repoId)
  const [batch] = (await batchesOfPull(tx, repoId, number)).filter(({ status }) => status === 'closed')
  const kept = batch && (await keptPullOf(tx, repoId, number))
  if (!batch || kept?.source !== DEPENDENCY_UPDATES) return
  if ((await pullStateOf(tx, repoId, number)) !== 'open' || (await openBatch(tx, batch))) return
  const action = await findAction(tx, kept.actionId)
  if (!action) return
  await changeBatch(tx, batch.id, { status: 'open', actionId: action.id, updatedAt: deps.now() })
  // Cast at the database boundary: evidence is JSON.
  const evidence = action.evidence as JsonObject
  await noteFixed(deps, tx, repoId, { pull: { number, url: batch.prUrl }, evidence })
}

/** What it was to fix is open again, unless it was merged: then a scan finds out. */
async function endUpdate(
  deps: Deps,
  tx: Tx,
  repoId: number,
  { number, state }: Pick<Pull, 'number' | 'state'>
): Promise<void> {
  await lockRepository(tx, repoId)
  const kept = await keptPullOf(tx, repoId, number)
  if (kept?.source !== DEPENDENCY_UPDATES) return
  const status = state === 'merged' ? ('merged' as const) : ('closed' as const)
  for (const batch of await batchesOfPull(tx, repoId, number)) {
    if (batch.status !== 'open') continue
    await changeBatch(tx, batch.id, { status, updatedAt: deps.now() })
    if (status === 'merged') await goOnAfterMerge(deps, tx, batch, kept.actionId)
  }
  if (status === 'closed')
    await moveFindings(deps, tx, repoId, (one) =>
      one.status === 'pr_opened' && one.fixPrNumber === number ? withoutPull(one) : undefined
    )
}

/** What did not fit comes next, and another pull request of the ecosystem may change the same files. */
async function goOnAfterMerge(deps: Deps, tx: Tx, merged: UpdateBatchRow, actionId: number): Promise<void> {
  const evidence = await evidenceOf(tx, actionId)
  if (evidence['is_divided'] === true) await requestAgain(deps, tx, merged, choiceIn(evidence))
  const others = (await openBatches(tx, merged.repoId)).filter(
    ({ ecosystem }) => ecosystem === merged.ecosystem
  )
  for (const other of others)
    if (other.actionId !== null)
      await requestAgain(deps, tx, other, choiceIn(await evidenceOf(tx, other.actionId)))
}

async function evidenceOf(tx: Tx, actionId: number): Promise<JsonObject> {
  // Cast at the database boundary: evidence is JSON.
  return ((await findAction(tx, actionId))?.evidence ?? {}) as JsonObject
}

export const followUpdateAfterPull = (
  { deps, tx }: DeliveryContext,
  { repository, pullRequest }: EventOf<'pull-request'>
): Promise<void> => followPulls(deps, tx, repository.hostId, [pullRequest])

export const followUpdatesAfterListing = (
  deps: Deps,
  tx: Tx,
  { repoId, items }: ListedItems<HostParts['pull_requests']>
): Promise<void> => followPulls(deps, tx, repoId, items)
