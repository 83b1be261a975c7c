// When a third pass decides what the challenge disputes, and what it changes.
import { valueAt } from '#domain/json/path.js'
import type { Json } from '#schemas/common.js'
import { MOST_MISSED_RISKS, MOST_MODEL_FINDINGS } from '#schemas/review/answers.js'
import type { DefenseTrigger, ReviewSeverity } from '#schemas/review/enums.js'
import type { ReviewSettings } from '#schemas/review/settings.js'
import { answersIn } from './answer.js'
import { type ChallengedFinding, entriesIn, indexIn, noteIn } from './challenge.js'
import type { ModelFinding } from './model-finding.js'
import { gravestOf } from './review-answer.js'

const isGrave = (severity: ReviewSeverity | undefined) => severity === 'critical' || severity === 'high'

const isDropped = ({ after }: ChallengedFinding) => after.adversarial_status === 'dropped'
const isDowngraded = ({ after }: ChallengedFinding) => after.adversarial_status === 'downgraded'
const isMissed = ({ after }: ChallengedFinding) => after.adversarial_status === 'missed_risk'

const TRIGGERED: Readonly<Record<DefenseTrigger, (finding: ChallengedFinding) => boolean>> = {
  finding_dropped: isDropped,
  severity_downgraded: (finding) => isDowngraded(finding) && isGrave(finding.before?.severity),
  risk_found: (finding) => isMissed(finding) && isGrave(finding.after.severity)
}

/** Where both passes differ: what was dropped, downgraded or added. */
export const disputedAmong = (findings: readonly ChallengedFinding[]): ChallengedFinding[] =>
  findings.filter((finding) => isDropped(finding) || isDowngraded(finding) || isMissed(finding))

/** Where nothing is disputed there is nothing to ask, in no mode. */
export function isDefenseDue(
  findings: readonly ChallengedFinding[],
  settings: Pick<ReviewSettings, 'adversarial_defense' | 'adversarial_defense_triggers'>
): boolean {
  const disputed = disputedAmong(findings)
  if (settings.adversarial_defense === 'never' || disputed.length === 0) return false
  if (settings.adversarial_defense === 'always') return true
  return settings.adversarial_defense_triggers.some((trigger) => disputed.some(TRIGGERED[trigger]))
}

interface DefenseEntry {
  stands: boolean
  note: string
}

/** By the number of the disputed finding, from 1. */
export type DefenseReading = ReadonlyMap<number, DefenseEntry>

/** A value or a text; undefined if it decides nothing. */
export function readDefenseAnswer(said: Json): DefenseReading | undefined {
  for (const value of answersIn(said)) {
    const entries = defenseEntries(entriesIn(value))
    if (entries.size > 0) return entries
  }
  return undefined
}

function defenseEntries(items: readonly Json[]): Map<number, DefenseEntry> {
  const entries = new Map<number, DefenseEntry>()
  for (const item of items) {
    const [index, stands] = [indexIn(item), valueAt(item, 'stands')]
    if (index === undefined || typeof stands !== 'boolean' || entries.has(index)) continue
    entries.set(index, { stands, note: noteIn(item) })
  }
  return entries
}

/** A finding that stands is again as the first pass had it; a missed risk that does not stand is dropped. */
export function defendedFindings(
  findings: readonly ChallengedFinding[],
  defense: DefenseReading
): ChallengedFinding[] {
  const disputed = disputedAmong(findings)
  return findings.map((finding) => {
    const entry = defense.get(disputed.indexOf(finding) + 1)
    return entry ? decided(finding, entry) : finding
  })
}

function decided(finding: ChallengedFinding, { stands, note }: DefenseEntry): ChallengedFinding {
  const words = note === '' ? {} : { adversarial_note: note }
  const { before, after } = finding
  if (before === null) {
    const status = stands ? 'missed_risk' : 'dropped'
    return { before, after: { ...after, adversarial_status: status, ...words }, isConfirmed: stands }
  }
  if (!stands) return { before, after: { ...after, ...words }, isConfirmed: true }
  return { before, after: { ...before, adversarial_status: 'upheld', ...words }, isConfirmed: false }
}

export interface ChallengeResult {
  findings: ModelFinding[]
  /** What does not count any more, for those who want to know. */
  dropped: ModelFinding[]
  /** Whether a finding that was critical at first is so no longer, and the challenge alone says so. */
  isUnsettled: boolean
}

export function challengeResult(findings: readonly ChallengedFinding[]): ChallengeResult {
  const counting = findings.filter((finding) => !isDropped(finding)).map(({ after }) => after)
  return {
    findings: gravestOf(counting, MOST_MODEL_FINDINGS + MOST_MISSED_RISKS),
    dropped: findings.filter(isDropped).map(({ after }) => after),
    isUnsettled: findings.some(
      (finding) =>
        finding.before?.severity === 'critical' &&
        !finding.isConfirmed &&
        (isDropped(finding) || isDowngraded(finding))
    )
  }
}
