// Orphaned repositories: listed, merged into their successor, or discarded.

import type { Deps } from '#deps.js'
import { lowConfidence, repoNotFound, sameRepository } from '#errors/errors.js'
import { type Page, type Paging, pageOf } from '#schemas/common.js'
import {
  type Discard,
  type DiscardBody,
  type Merge,
  type MergeBody,
  MOST_ORPHANS_LOOKED_UP,
  type OrphanPair
} from '#schemas/transfers/transfers.js'
import { markRepositoryDeleted } from '#store/mirror/repositories.js'
import { type RepositoryTable, tableName } from '#store/sql/repository-table.js'
import {
  candidateByName,
  countOwnedRows,
  type OrphanCandidate,
  type OwnedRows,
  orphansPage,
  type TransferCandidate
} from '#store/transfers/orphans.js'
import { recordAudit } from '../audit/record.js'
import { updateVisibility } from '../mirror/identities.js'
import { knownConfidence, notAskedConfidence, type OrphanConfidence, rateOrphan } from './confidence.js'
import { type MergeCounts, mergeOrphan } from './merge.js'

export async function loadOrphanPairs(deps: Deps, paging: Paging): Promise<Page<OrphanPair>> {
  const { total, pairs } = await orphansPage(deps.db, paging)
  const [owned, confidences] = await Promise.all([
    countOwnedRows(
      deps.db,
      deps.registry.tables,
      pairs.map(({ repoId }) => repoId)
    ),
    rateOrphans(deps, pairs)
  ])
  const data = pairs.map((pair, at) => ({
    orphan: { host_id: pair.repoId, full_name: pair.fullName, delivery_count: pair.deliveries },
    live: { host_id: pair.liveId, full_name: pair.liveName, delivery_count: pair.liveDeliveries },
    data: dataOf(
      deps.registry.tables,
      owned.filter(({ repoId }) => repoId === pair.repoId)
    ),
    ...(confidences[at] ?? notAskedConfidence)
  }))
  return pageOf(paging, total, data)
}

/** Asks the host about a limited number of pairs, in parallel. */
async function rateOrphans(deps: Deps, pairs: readonly OrphanCandidate[]): Promise<OrphanConfidence[]> {
  const open = pairs.filter((pair) => knownConfidence(deps, pair) === undefined)
  const chosen = new Set(open.slice(0, MOST_ORPHANS_LOOKED_UP))
  return Promise.all(
    pairs.map((pair) =>
      chosen.has(pair) ? rateOrphan(deps, pair) : (knownConfidence(deps, pair) ?? notAskedConfidence)
    )
  )
}

function dataOf(tables: readonly RepositoryTable[], owned: readonly OwnedRows[]): OrphanPair['data'] {
  const of = (one: RepositoryTable) => owned.find(({ table }) => table === tableName(one))
  const named = tables.filter(({ names }) => names !== undefined)
  const fkTables = Object.fromEntries(tables.map((one) => [tableName(one), of(one)?.rows ?? 0]))
  const denormTables = Object.fromEntries(named.map((one) => [tableName(one), of(one)?.named ?? 0]))
  const [fkTotal, denormTotal] = [sumOf(fkTables), sumOf(denormTables)]
  return {
    fk_tables: fkTables,
    fk_total: fkTotal,
    denorm_tables: denormTables,
    denorm_total: denormTotal,
    grand_total: fkTotal + denormTotal
  }
}

const sumOf = (counts: Record<string, number>) => Object.values(counts).reduce((sum, one) => sum + one, 0)

/** Thrown at the end of a dry run to roll the transaction back. */
class DryRunRollback extends Error {
  readonly merged: MergeCounts

  constructor(merged: MergeCounts) {
    super('a dry run')
    this.merged = merged
  }
}

export async function mergeRepositories(deps: Deps, request: MergeBody, actor: string): Promise<Merge> {
  const [orphan, successor] = await Promise.all([
    candidateByName(deps.db, request.orphan, 'orphan'),
    candidateByName(deps.db, request.live, 'live')
  ])
  if (orphan.repoId === successor.repoId) throw sameRepository()
  const isDry = request.dry_run === true
  if (!isDry) await requireConfidence(deps, orphan, request)
  const merged = await deps
    .transaction(async (tx) => {
      const at = deps.now()
      const done = await mergeOrphan(deps, tx, { orphan, successor, at })
      if (isDry) throw new DryRunRollback(done)
      const payload = { orphan: variantOf(orphan), live: variantOf(successor), ...done }
      await recordAudit(tx, { ...named('repository_merged', successor), actor, payload, occurredAt: at })
      return done
    })
    .catch((error: unknown) => {
      if (error instanceof DryRunRollback) return error.merged
      throw error
    })
  if (!isDry) deps.log.info({ orphan, live: successor, merged }, 'Repository merged into another')
  return replyOf(merged, { orphan: orphan.fullName, live: successor.fullName, isDry })
}

const variantOf = ({ repoId, fullName }: TransferCandidate) => ({ host_id: repoId, full_name: fullName })

function named(eventType: string, { fullName }: TransferCandidate) {
  return { category: 'config_change', eventType, actorType: 'human', repo: fullName } as const
}

/** A repository that may still exist is not hidden without a confirmation. */
async function requireConfidence(
  deps: Deps,
  orphan: TransferCandidate,
  request: Pick<MergeBody, 'confirm_low_confidence'>
): Promise<void> {
  if (request.confirm_low_confidence === true) return
  const { confidence, reason } = await rateOrphan(deps, orphan)
  if (confidence === 'low') throw lowConfidence(reason)
}

function replyOf(
  { reparented, backfilled, conflicts }: MergeCounts,
  { orphan, live, isDry }: { orphan: string; live: string; isDry: boolean }
): Merge {
  const [totalReparented, totalBackfilled] = [sumOf(reparented), sumOf(backfilled)]
  return {
    status: isDry ? 'dry_run' : 'merged',
    orphan,
    live,
    reparented,
    backfilled,
    total_reparented: totalReparented,
    total_backfilled: totalBackfilled,
    total_affected: totalReparented + totalBackfilled,
    conflicts
  }
}

const NOTE =
  'Its data is kept and hidden from all lists and counts. It is restored when the host lists it, or says that it is there.'

export async function discardRepository(deps: Deps, request: DiscardBody, actor: string): Promise<Discard> {
  const candidate = await candidateByName(deps.db, request.orphan, 'orphan')
  await requireConfidence(deps, candidate, request)
  const { repoId, fullName: orphan } = candidate
  await deps.transaction(async (tx) => {
    const at = deps.now()
    const deleted = await markRepositoryDeleted(tx, repoId, at)
    if (deleted.length === 0) throw repoNotFound(orphan)
    await updateVisibility(deps, tx, deleted)
    const payload = { host_id: repoId }
    await recordAudit(tx, { ...named('repository_discarded', candidate), actor, payload, occurredAt: at })
  })
  deps.log.info({ orphan, repoId }, 'Repository discarded')
  return { status: 'discarded', orphan, host_id: repoId, note: NOTE }
}
