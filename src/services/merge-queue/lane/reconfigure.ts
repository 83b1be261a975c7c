// What people set for the queue applies to the entries that are in it.
import { isDeepStrictEqual } from 'node:util'
import type { Deps, Tx } from '#deps.js'
import type { LaneEvent } from '#domain/merge-queue/lane/lane.js'
import type { QueuePatch, QueueSettings } from '#schemas/merge-queue/configuration.js'
import type { EntryRow } from '#store/merge-queue/entries.js'
import type { LaneKey } from '#store/merge-queue/lanes.js'
import { branchRulesOf } from '#store/mirror/branch-rules.js'
import { requestChecks, requestPullLooks } from '../requests.js'
import { requiredChecksOf } from '../setup.js'
import { applyToLane, type HeldLane, openLane } from './change-lane.js'
import type { EntryNews } from './entry-fields.js'

export interface NewSettings {
  before: QueueSettings
  patch: QueuePatch
}

/** After the settings were saved. */
export async function reconfigure(
  deps: Deps,
  tx: Tx,
  key: LaneKey,
  { before, patch }: NewSettings
): Promise<void> {
  const opened = await openLane(deps, tx, key)
  const areNew = patch.areas !== undefined && !isDeepStrictEqual(patch.areas, before.areas)
  const held = areNew ? withoutAreas(opened) : opened
  const requiredChecks = patch.required_checks && (await checksOf(tx, held))
  const { merge_method: method } = held.setup.settings
  const news = [...held.rows.values()].map(newsOf)
  const events: LaneEvent[] = [{ is: patch.enabled === true ? 'resumed' : 'time' }, ...leavers(held)]
  await applyToLane(deps, tx, held, { events, news })
  if (requiredChecks) await judgeAnew(deps, tx, held)
  if (areNew && held.setup.settings.areas.length > 0)
    await requestPullLooks(
      deps,
      tx,
      [...held.rows.keys()].map((number) => ({ repoId: key.repoId, number }))
    )

  function newsOf(row: EntryRow): readonly [number, EntryNews] {
    const keepsMethod = row.status === 'merging' || row.mergeMethod !== before.merge_method
    const mergeMethod = keepsMethod ? row.mergeMethod : method
    const settings = { mergeMethod, ...(requiredChecks ? { requiredChecks } : {}) }
    return [row.prNumber, { settings, ...leaveWords(held) }]
  }
}

/** What is required now may have ended long ago, so that no event tells of it. */
async function judgeAnew({ queue }: Deps, tx: Tx, { key: { repoId }, rows }: HeldLane): Promise<void> {
  const commits = [...rows.values()].map(({ headSha, candidateSha }) => candidateSha ?? headSha)
  for (const sha of new Set(commits)) await requestChecks(queue, tx, { repoId, sha })
}

/** What they change was told in areas that are no longer declared: until they are looked at, they may touch everything. */
function withoutAreas({ lane, ...held }: HeldLane): HeldLane {
  const entries = lane.entries.map((entry) => ({ ...entry, areas: null }))
  const batches = lane.batches.map((batch) => ({ ...batch, areas: null }))
  return { ...held, lane: { ...lane, entries, batches } }
}

/** Undefined if only the host knows them: entries keep theirs. */
async function checksOf(tx: Tx, { key, setup }: HeldLane): Promise<string[] | undefined> {
  const known = (await branchRulesOf(tx, key.repoId, key.baseBranch)).get(key.baseBranch)
  const checks = requiredChecksOf(setup, known?.rule.requiredStatusChecks ?? [])
  return checks.length > 0 || known ? checks : undefined
}

const isElsewhere = ({ key, setup }: HeldLane): boolean =>
  setup.baseBranch !== null && setup.baseBranch !== key.baseBranch

const leavers = (held: HeldLane): LaneEvent[] =>
  isElsewhere(held)
    ? [...held.rows.keys()].map((number) => ({ is: 'left', number, reason: 'retargeted' }))
    : []

const leaveWords = (held: HeldLane): EntryNews =>
  isElsewhere(held) ? { detail: `The queue merges into ${held.setup.baseBranch} now.` } : {}
