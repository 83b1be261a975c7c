// What is decided about an issue that may repeat older ones; the same again from what was recorded of it.
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

/** An older issue, and how much it is like the one that is asked about. */
export interface SimilarIssue {
  issueId: number
  number: number
  similarity: number
  /** How the pair stands already. */
  known: SignalStatus | null
}

export interface DuplicateFacts {
  isOpen: boolean
  /** Of issues in the index of the repository. */
  indexed: number
  cutOffs: CutOffs
  /** The likeliest first. */
  compared: readonly SimilarIssue[]
}

export interface DuplicatePair extends SimilarIssue {
  kind: SignalKind
}

const MOST: Readonly<Record<SignalKind, number>> = { duplicate: 3, related: 5 }

/** The pairs that are told: so many of each kind, the most alike first. What was answered takes nobody's place. */
export function duplicatePairsIn({
  compared,
  cutOffs
}: Pick<DuplicateFacts, 'compared' | 'cutOffs'>): DuplicatePair[] {
  const ordered = compared.toSorted((a, b) => b.similarity - a.similarity || a.issueId - b.issueId)
  const ofKind = (kind: SignalKind, from: number, to: number) => {
    const alike = ordered.filter(({ similarity }) => similarity >= from && similarity < to)
    const told = new Set(alike.filter((one) => !isAnswered(one)).slice(0, MOST[kind]))
    return alike.filter((one) => isAnswered(one) || told.has(one)).map((one) => ({ ...one, kind }))
  }
  return [
    ...ofKind('duplicate', cutOffs.duplicate, Number.POSITIVE_INFINITY),
    ...ofKind('related', cutOffs.related, cutOffs.duplicate)
  ]
}

const isAnswered = ({ known }: SimilarIssue) => known === 'confirmed' || known === 'dismissed'

const isOpenQuestion = (one: SimilarIssue) => !isAnswered(one)
/** The guards say whether anything may be done, and the pairs what there is to be told. */
export function verdictOfPairs(
  guarded: Verdict,
  comparing: DuplicateFacts,
  isTold = isOpenQuestion
): Verdict {
  const isDry = guarded.decision === 'dry_run'
  if (guarded.decision !== 'acted' && !isDry) return guarded
  const pairs = comparing.isOpen ? duplicatePairsIn(comparing) : []
  const conditions = [...guarded.conditions, ...conditionsOf(comparing, pairs)]
  if (!comparing.isOpen) return { decision: 'skipped', reason: 'The issue is not open.', conditions }
  if (pairs.length === 0) return { decision: 'skipped', reason: 'No older issue says the same.', conditions }
  const plan = { pairs: pairs.map(({ issueId, number, kind }) => ({ issue_id: issueId, number, kind })) }
  const told = pairs.filter(isTold)
  if (told.length === 0)
    return { decision: 'skipped', reason: 'Whether it repeats others has been answered.', conditions, plan }
  const said = `It may repeat ${told.map(({ number, similarity }) => `#${number} (${similarity})`).join(', ')}.`
  return {
    decision: isDry ? 'dry_run' : 'acted',
    reason: isDry ? `${guarded.reason}: ${said}` : said,
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

/** What the evaluator is given, beside what the guards are. */
export function duplicateInputs({ isOpen, indexed, cutOffs, compared }: DuplicateFacts): JsonObject {
  return {
    duplicates: {
      is_open: isOpen,
      indexed,
      cut_offs: { ...cutOffs },
      compared: compared.map(({ issueId, number, similarity, known }) => ({
        ...{ issue_id: issueId, number, similarity, known }
      }))
    }
  }
}

export function duplicateFactsIn(inputs: JsonObject): DuplicateFacts {
  const given = valueAt(inputs, 'duplicates')
  const compared = valueAt(given, 'compared')
  return {
    isOpen: valueAt(given, 'is_open') === true,
    indexed: numberIn(valueAt(given, 'indexed')),
    cutOffs: {
      duplicate: numberIn(valueAt(given, 'cut_offs', 'duplicate')),
      related: numberIn(valueAt(given, 'cut_offs', 'related'))
    },
    compared: Array.isArray(compared) ? compared.filter(isObject).map(similarIssueIn) : []
  }
}

const numberIn = (value: Json | undefined) => (typeof value === 'number' ? value : 0)

function similarIssueIn(one: JsonObject): SimilarIssue {
  return {
    issueId: numberIn(one['issue_id']),
    number: numberIn(one['number']),
    similarity: numberIn(one['similarity']),
    known: SIGNAL_STATUSES.find((status) => status === one['known']) ?? null
  }
}

const DECIMALS = 4

/** As it is kept, compared and told. */
export const roundedSimilarity = (similarity: number) => Number(similarity.toFixed(DECIMALS))

/** What a pair rests on, as it is kept. */
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
