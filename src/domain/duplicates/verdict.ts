// Decides on possible duplicates of an issue, from facts or from recorded inputs.
import type { Json, JsonObject } from '#schemas/common.js'
import type { Condition, Verdict } from '#schemas/decisions/decisions.js'
import {
  SIGNAL_STATUSES,
  type SignalEvidence,
  type SignalKind,
  type SignalStatus
} from '#schemas/duplicates/duplicates.js'
import { isObject, valueAt } from '../json/path.js'
import type { CutOffs } from './cut-offs.js'
import type { Match } from './report.js'

/** An older issue and its similarity to the issue in question. */
export interface SimilarIssue {
  issueId: number
  number: number
  similarity: number
  /** The status of an existing signal for the pair. */
  known: SignalStatus | null
}

export interface DuplicateFacts {
  isOpen: boolean
  /** The number of issues in the index of the repository. */
  indexed: number
  cutOffs: CutOffs
  /** Most similar first. */
  compared: readonly SimilarIssue[]
}

export interface DuplicatePair extends SimilarIssue {
  kind: SignalKind
}

const MOST_PAIRS: Readonly<Record<SignalKind, number>> = { duplicate: 3, related: 5 }

/**
 * The pairs to record, most similar first, up to a limit for each kind. Answered pairs do not count toward the limit.
 */
export function duplicatePairsIn({
  compared,
  cutOffs
}: Pick<DuplicateFacts, 'compared' | 'cutOffs'>): DuplicatePair[] {
  const ordered = compared.toSorted((a, b) => b.similarity - a.similarity || a.issueId - b.issueId)
  const ofKind = (kind: SignalKind, from: number, to: number) => {
    const alike = ordered.filter(({ similarity }) => similarity >= from && similarity < to)
    const limited = new Set(alike.filter((pair) => !isAnswered(pair)).slice(0, MOST_PAIRS[kind]))
    return alike.filter((pair) => isAnswered(pair) || limited.has(pair)).map((pair) => ({ ...pair, kind }))
  }
  return [
    ...ofKind('duplicate', cutOffs.duplicate, Number.POSITIVE_INFINITY),
    ...ofKind('related', cutOffs.related, cutOffs.duplicate)
  ]
}

const isAnswered = ({ known }: SimilarIssue) => known === 'confirmed' || known === 'dismissed'

const isOpenQuestion = (pair: SimilarIssue) => !isAnswered(pair)
/** Guards decide whether to act; the pairs decide what to announce. */
export function verdictOfPairs(
  guards: Verdict,
  facts: DuplicateFacts,
  isAnnounced = isOpenQuestion
): Verdict {
  const isDry = guards.decision === 'dry_run'
  if (guards.decision !== 'acted' && !isDry) return guards
  const pairs = facts.isOpen ? duplicatePairsIn(facts) : []
  const conditions = [...guards.conditions, ...conditionsOf(facts, pairs)]
  if (!facts.isOpen) return { decision: 'skipped', reason: 'The issue is not open.', conditions }
  if (pairs.length === 0) return { decision: 'skipped', reason: 'No older issue says the same.', conditions }
  const plan = { pairs: pairs.map(({ issueId, number, kind }) => ({ issue_id: issueId, number, kind })) }
  const announced = pairs.filter(isAnnounced)
  if (announced.length === 0)
    return { decision: 'skipped', reason: 'Whether it repeats others has been answered.', conditions, plan }
  const sentence = `It may repeat ${announced.map(({ number, similarity }) => `#${number} (${similarity})`).join(', ')}.`
  return {
    decision: isDry ? 'dry_run' : 'acted',
    reason: isDry ? `${guards.reason}: ${sentence}` : sentence,
    conditions,
    plan
  }
}

function conditionsOf(
  { isOpen, indexed, cutOffs }: DuplicateFacts,
  pairs: readonly DuplicatePair[]
): Condition[] {
  return [
    { check: 'issue_open', result: isOpen },
    { check: 'issues_compared_with', result: indexed },
    { check: 'cut_off(duplicate)', result: cutOffs.duplicate },
    { check: 'cut_off(related)', result: cutOffs.related },
    ...pairs.map(({ number, similarity, kind, known }) => ({
      check: `similarity(#${number})`,
      result: similarity,
      detail: known === null ? kind : `${kind}, ${known} before`
    }))
  ]
}

/** The inputs of the evaluator in addition to those of the guards. */
export function duplicateInputs({ isOpen, indexed, cutOffs, compared }: DuplicateFacts): JsonObject {
  return {
    duplicates: {
      is_open: isOpen,
      indexed,
      cut_offs: { ...cutOffs },
      compared: compared.map(({ issueId, number, similarity, known }) => ({
        issue_id: issueId,
        number,
        similarity,
        known
      }))
    }
  }
}

export function duplicateFactsIn(inputs: JsonObject): DuplicateFacts {
  const facts = valueAt(inputs, 'duplicates')
  const compared = valueAt(facts, 'compared')
  return {
    isOpen: valueAt(facts, 'is_open') === true,
    indexed: numberIn(valueAt(facts, 'indexed')),
    cutOffs: {
      duplicate: numberIn(valueAt(facts, 'cut_offs', 'duplicate')),
      related: numberIn(valueAt(facts, 'cut_offs', 'related'))
    },
    compared: Array.isArray(compared) ? compared.filter(isObject).map(similarIssueIn) : []
  }
}

const numberIn = (value: Json | undefined) => (typeof value === 'number' ? value : 0)

function similarIssueIn(json: JsonObject): SimilarIssue {
  return {
    issueId: numberIn(json['issue_id']),
    number: numberIn(json['number']),
    similarity: numberIn(json['similarity']),
    known: SIGNAL_STATUSES.find((status) => status === json['known']) ?? null
  }
}

const DECIMALS = 4

/** Rounded before it is stored, compared or shown. */
export const roundedSimilarity = (similarity: number) => Number(similarity.toFixed(DECIMALS))

/** The stored evidence of a pair. */
export function signalEvidenceOf({ signals }: Match): SignalEvidence {
  const { title, body, failures, wasOpen, ageDays, hits } = signals
  const share = (value: number) => Number(Math.min(1, value).toFixed(DECIMALS))
  return {
    title: share(title),
    body: share(body),
    failures,
    was_open: wasOpen,
    age_days: Number(ageDays.toFixed(1)),
    hits
  }
}
