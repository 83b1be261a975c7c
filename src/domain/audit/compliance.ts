// Figures of a compliance report, computed from a stream of audit entries.
import { FRAMEWORKS, type Framework } from '#schemas/audit/audit.js'
import type { ReportControl, ReportSummary, ReportType } from '#schemas/audit/compliance.js'
import { CONTROLS } from '#schemas/audit/controls.js'
import type { ChainedEntry } from './entry.js'

export interface ReportScope {
  type: ReportType
  /** Both inclusive. */
  from: Date
  to: Date
  /** Only for a custom report; empty means all. */
  controls: readonly string[]
}

interface ControlEvidence {
  count: number
  first: string
  last: string
}

export interface ComplianceTally {
  entries: number
  firstSeq: number | null
  lastSeq: number | null
  byKind: Map<string, number>
  /** Keyed by control and framework. */
  evidence: Map<string, ControlEvidence>
  verdicts: Map<string, number>
  tokens: { sum: number; reviews: number }
  mergedRepos: Set<string>
}

export function emptyComplianceTally(): ComplianceTally {
  return {
    entries: 0,
    firstSeq: null,
    lastSeq: null,
    byKind: new Map(),
    evidence: new Map(),
    verdicts: new Map(),
    tokens: { sum: 0, reviews: 0 },
    mergedRepos: new Set()
  }
}

/** The filter of a report; every figure counts the entries that pass it. */
export function isInScope(entry: ChainedEntry, { type, from, to, controls }: ReportScope): boolean {
  const at = Date.parse(entry.occurred_at)
  if (at < from.getTime() || at > to.getTime()) return false
  if (type !== 'custom') return entry.framework.includes(type)
  return controls.length === 0 || controls.includes(entry.control_id)
}

const plus = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
const keyOf = (...parts: string[]) => parts.join('\n')

/** Counts an entry in place, because a report may cover a million entries. */
export function countEntry(tally: ComplianceTally, entry: ChainedEntry): void {
  tally.entries += 1
  tally.firstSeq ??= entry.seq
  tally.lastSeq = entry.seq
  plus(tally.byKind, keyOf(entry.category, entry.event_type))
  for (const framework of entry.framework)
    addEvidence(tally, keyOf(entry.control_id, framework), entry.occurred_at)
  if (entry.category === 'auto_merge' && entry.repo_full_name !== null)
    tally.mergedRepos.add(entry.repo_full_name)
  if (entry.category === 'ai_decision') addReview(tally, entry)
}

function addEvidence({ evidence }: ComplianceTally, key: string, at: string): void {
  const before = evidence.get(key) ?? { count: 0, first: at, last: at }
  evidence.set(key, {
    count: before.count + 1,
    first: at < before.first ? at : before.first,
    last: at > before.last ? at : before.last
  })
}

const REVIEW = 'pr_review_'

function addReview(tally: ComplianceTally, { event_type, payload }: ChainedEntry): void {
  if (!event_type.startsWith(REVIEW)) return
  plus(tally.verdicts, event_type.slice(REVIEW.length))
  const tokens = tokensIn(payload)
  if (tokens === undefined) return
  tally.tokens.sum += tokens
  tally.tokens.reviews += 1
}

/** A payload that was tampered with may contain anything. */
function tokensIn(payload: string): number | undefined {
  try {
    const tokens: unknown = JSON.parse(payload)?.tokens_used
    return typeof tokens === 'number' && tokens >= 0 ? tokens : undefined
  } catch {
    return undefined
  }
}

export function complianceSummary(
  tally: ComplianceTally,
  scope: ReportScope,
  chainIntact: boolean
): ReportSummary {
  const { verdicts, tokens } = tally
  return {
    report_type: scope.type,
    period_start: scope.from.toISOString(),
    period_end: scope.to.toISOString(),
    total_entries: tally.entries,
    first_seq: tally.firstSeq,
    last_seq: tally.lastSeq,
    ai_decisions: {
      total_reviews: [...verdicts.values()].reduce((sum, count) => sum + count, 0),
      approved: verdicts.get('approved') ?? 0,
      blocked: verdicts.get('request_changes') ?? 0,
      flagged: verdicts.get('needs_discussion') ?? 0,
      avg_tokens: tokens.reviews === 0 ? null : Math.round((tokens.sum / tokens.reviews) * 10) / 10
    },
    auto_merges: { total_merges: countInCategory(tally, 'auto_merge'), repos: tally.mergedRepos.size },
    by_category: countsByCategory(tally),
    chain_intact: chainIntact
  }
}

function countsByCategory({ byKind }: ComplianceTally): ReportSummary['by_category'] {
  return [...byKind]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, count]) => {
      const [category = '', event_type = ''] = key.split('\n')
      // Cast: the database check admits these categories only.
      return { category: category as ReportSummary['by_category'][number]['category'], event_type, count }
    })
}

function countInCategory(tally: ComplianceTally, category: string): number {
  return countsByCategory(tally).reduce((sum, part) => sum + (part.category === category ? part.count : 0), 0)
}

/** Every control in the scope of the report, including those without evidence. */
export function complianceControls(
  { evidence }: ComplianceTally,
  scope: ReportScope,
  chainIntact: boolean
): ReportControl[] {
  return controlsInScope(scope).map(({ control_id, framework, description }) => {
    const shown = evidence.get(keyOf(control_id, framework))
    return {
      control_id,
      framework,
      evidence_count: shown?.count ?? 0,
      first_evidence: shown?.first ?? null,
      last_evidence: shown?.last ?? null,
      description,
      status: shown && chainIntact ? 'pass' : 'no_evidence'
    }
  })
}

interface KnownControl {
  control_id: string
  framework: Framework
  description: string
}

/** Several categories may be evidence for one control; their descriptions are joined. */
function controlsInScope({ type, controls }: ReportScope): KnownControl[] {
  const known = new Map<string, KnownControl>()
  for (const { frameworks, control, description } of Object.values(CONTROLS)) {
    if (controls.length > 0 && !controls.includes(control)) continue
    for (const framework of frameworks.filter((name) => type === 'custom' || name === type)) {
      const before = known.get(keyOf(control, framework))?.description
      const text = before === undefined ? description : `${before} ${description}`
      known.set(keyOf(control, framework), { control_id: control, framework, description: text })
    }
  }
  const rank = ({ framework, control_id }: KnownControl) => `${FRAMEWORKS.indexOf(framework)} ${control_id}`
  return [...known.values()].sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
}

/** The controls that a custom report may name. */
export const KNOWN_CONTROLS = [...new Set(Object.values(CONTROLS).map(({ control }) => control))].sort()
