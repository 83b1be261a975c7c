// Stores the duplicate pairs that a scan found as signals, and ends those that it no longer found.

import type { Tx } from '#deps.js'
import type { Match } from '#domain/duplicates/report.js'
import { type DuplicatePair, signalEvidenceOf } from '#domain/duplicates/verdict.js'
import { SIMILARITY_PARTS } from '#schemas/duplicates/duplicates.js'
import type { ComparedIssue } from '#store/duplicates/compared-issues.js'
import { endSignals, insertSignals, type SignalRow, saveSignal } from '#store/duplicates/signals.js'
import { changeSignals } from './signals.js'

/** Signals of one issue by the other issue. */
export type KnownSignals = ReadonlyMap<number, SignalRow>

export interface SavedPairs {
  /** The number of duplicate pairs. */
  pairs: number
  /** New signals. */
  inserted: SignalRow[]
  /** All changed signals, for the activity feed. */
  changed: SignalRow[]
  /** All current signals of the issue. */
  signals: SignalRow[]
}

export const NO_PAIRS: SavedPairs = { pairs: 0, inserted: [], changed: [], signals: [] }

interface PairsToSave {
  held: ComparedIssue
  matches: readonly Match[]
  pairs: readonly DuplicatePair[]
  known: KnownSignals
  at: Date
}

/** A pair has one row, whichever of its issues was scanned. Pending signals that were not found again end. */
export async function savePairs(tx: Tx, input: PairsToSave): Promise<SavedPairs> {
  const { held, pairs, known, at } = input
  const existing = pairs.flatMap(({ issueId }) => known.get(issueId) ?? [])
  const sourceIds = [...new Set([held.hostId, ...existing.map((row) => row.sourceIssueId)])]
  const found = new Set(pairs.map(({ issueId }) => issueId))
  let [inserted, ended]: SignalRow[][] = [[], []]
  const after = await changeSignals(tx, { repoId: held.repoId, sourceIds }, async (tallied, before) => {
    const unmatched = before.filter(
      (row) => row.sourceIssueId === held.hostId && row.status === 'pending' && !found.has(row.targetIssueId)
    )
    ended = await endSignals(
      tallied,
      unmatched.map(({ id }) => id),
      at
    )
    for (const pair of pairs) {
      const row = known.get(pair.issueId)
      if (row) await saveSignal(tallied, renewed(row, pair, input))
    }
    inserted = await insertSignals(
      tallied,
      pairs.filter(({ issueId }) => !known.has(issueId)).map((pair) => newSignal(pair, input))
    )
  })
  const touched = new Set([...existing, ...(inserted ?? [])].map(({ id }) => id))
  return {
    pairs: pairs.length,
    inserted: inserted ?? [],
    changed: [...(ended ?? []), ...after.filter(({ id }) => touched.has(id))],
    signals: after.filter((row) => row.sourceIssueId === held.hostId)
  }
}

/** An answered signal keeps its status; only its similarity is updated. */
function renewed(row: SignalRow, pair: DuplicatePair, input: PairsToSave): SignalRow {
  const fresh = {
    ...row,
    ...similarityColumns(pair, input),
    updatedAt: input.at,
    goneAt: null,
    live: true
  }
  return row.status === 'pending' ? { ...fresh, kind: pair.kind } : fresh
}

function newSignal(pair: DuplicatePair, input: PairsToSave) {
  const { held, at } = input
  return {
    repoId: held.repoId,
    sourceIssueId: held.hostId,
    targetIssueId: pair.issueId,
    kind: pair.kind,
    ...similarityColumns(pair, input),
    status: 'pending' as const,
    decisionId: null,
    resolvedBy: null,
    resolvedAt: null,
    byPerson: false,
    createdAt: at,
    updatedAt: at,
    goneAt: null,
    live: true
  }
}

function similarityColumns({ issueId, similarity }: DuplicatePair, { matches }: PairsToSave) {
  const match = matches.find(({ id }) => id === issueId)
  if (!match) throw new Error('a duplicate pair has no match')
  const parts = Math.round(similarity * SIMILARITY_PARTS)
  return { similarity: parts, evidence: JSON.stringify(signalEvidenceOf(match)) }
}
