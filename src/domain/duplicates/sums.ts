// Counters of duplicate signals, and the statistics made from them.

import {
  type BackfillProgress,
  type DuplicateStats,
  NEARLY_IDENTICAL,
  SIGNAL_KINDS,
  SIGNAL_STATUSES,
  SIMILARITY_PARTS,
  type SignalKind,
  type SignalStatus
} from '#schemas/duplicates/duplicates.js'
import { counter, type Measure } from '../counters/counter.js'
import { ever, on, type Sums, type Tally } from '../counters/tally.js'

declare module '../counters/counter.js' {
  interface SumWords {
    duplicates:
      | ['duplicates', 'flagged' | 'near' | 'found' | 'similarity']
      | ['duplicates', SignalKind, SignalStatus]
  }
}

export interface CountedSignal {
  sourceIssueId: number
  kind: SignalKind
  status: SignalStatus
  /** In integer parts of `SIMILARITY_PARTS`. */
  similarity: number
  createdAt: Date
  goneAt: Date | null
}

/** Expects all signals of some issues, because an issue counts as flagged once for all of its signals. */
export function talliesOfSignals(signals: readonly CountedSignal[]): Tally[] {
  const present = signals.filter(({ goneAt }) => goneAt === null)
  const flagged = new Set(
    present.filter(({ status }) => status !== 'dismissed').map(({ sourceIssueId }) => sourceIssueId)
  )
  return [...present.flatMap(talliesOf), ...[...flagged].map(() => ever(FLAGGED))]
}

const FLAGGED = counter('duplicates', 'flagged')
const NEAR = counter('duplicates', 'near')
/** Counted by day. */
export const FOUND_COUNTER = counter('duplicates', 'found')
const SIMILARITY = counter('duplicates', 'similarity')

function talliesOf({ kind, status, similarity, createdAt }: CountedSignal): Tally[] {
  const isNear = status === 'pending' && similarity >= NEARLY_IDENTICAL * SIMILARITY_PARTS
  return [
    ever(counter('duplicates', kind, status)),
    { ...ever(SIMILARITY), amount: similarity },
    on(createdAt, FOUND_COUNTER),
    ...(isNear ? [ever(NEAR)] : [])
  ]
}

export interface DuplicateFigures {
  sums: Sums
  days: readonly string[]
  daily: readonly Tally[]
  repos: number
  backfills: BackfillProgress[]
}

export function duplicateStatsOf({ sums, days, daily, repos, backfills }: DuplicateFigures): DuplicateStats {
  const at = (measure: Measure) => sums.get(measure) ?? 0
  const countOf = (status: SignalStatus) =>
    SIGNAL_KINDS.reduce((sum, kind) => sum + at(counter('duplicates', kind, status)), 0)
  const total = SIGNAL_STATUSES.reduce((sum, status) => sum + countOf(status), 0)
  const open = at(counter('issues', 'open'))
  const found = new Map(
    daily.filter(({ measure }) => measure === FOUND_COUNTER).map(({ day, amount }) => [day, amount])
  )
  return {
    total_signals: total,
    pending: countOf('pending'),
    confirmed: countOf('confirmed'),
    dismissed: countOf('dismissed'),
    embedding_coverage: open === 0 ? 1 : at(counter('issues', 'open', 'compared')) / open,
    near_identical: at(NEAR),
    issues_flagged: at(FLAGGED),
    repos_affected: repos,
    avg_similarity: total === 0 ? null : Number((at(SIMILARITY) / total / SIMILARITY_PARTS).toFixed(3)),
    trend: days.map((day) => ({ day, signals: found.get(day) ?? 0 })),
    backfills
  }
}
