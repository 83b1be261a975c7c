// What kind of issue it is, how sure that is, and by which of its words.
import { TRIAGE_TYPES } from '#schemas/mirror/issues.js'
import { COMMON_TYPES, type TriageType } from '#schemas/triage/triage.js'
import { type Evidence, evidenceOf } from './evidence.js'
import { knows, placeOf, type Said, saidOf, scoresOf, type TypeModel } from './model.js'
import {
  closestLesson,
  EMPTY_OWN,
  type OwnModel,
  ownScores,
  tellable,
  trustInShared,
  withLessons
} from './own.js'
import { softmax } from './softmax.js'
import { type Features, featuresOf } from './text/features.js'
import { plainFeaturesOf } from './text/plain.js'
import { type IssueText, type PreparedText, prepare } from './text/text.js'

export interface JudgedIssue extends IssueText {
  /** `owner/name`; the shared model knows some repositories better than others. */
  repository?: string
}

export interface LabelledIssue extends JudgedIssue {
  /** What it is known by in its repository: taught again, it is learnt anew. */
  key: string
  type: TriageType
}

export interface TypeVerdict {
  type: TriageType
  probabilities: Record<TriageType, number>
  /** Whether it is right so often that labels may follow from it. */
  isSure: boolean
  evidence: Evidence[]
  /** Which model said so, and how many lessons of the repository it had. */
  model: string
}

/** What no lesson has taught yet is as rare as this, measured in scores. */
const UNTAUGHT = -3

interface Read {
  text: PreparedText
  features: Features
  said: Said[]
  /** Of the shared model, for all kinds. */
  scores: number[]
}

export function judgeType(issue: JudgedIssue, shared: TypeModel, own: OwnModel = EMPTY_OWN): TypeVerdict {
  const { text, features, said, scores } = readIssue(issue, shared)
  const trust = trustInShared(own)
  const added = ownScores(own, features)
  const canBe = tellable(own)
  const all = scores.map((score, kind) => (canBe[kind] ? trust * score + (added[kind] ?? 0) : -Infinity))
  const chances = softmax(all)
  const best = chances.indexOf(Math.max(...chances))
  const type = TRIAGE_TYPES[best] ?? 'other'
  return {
    type,
    // The border to a record: there is one entry for each type.
    probabilities: Object.fromEntries(TRIAGE_TYPES.map((one, kind) => [one, chances[kind] ?? 0])) as Record<
      TriageType,
      number
    >,
    isSure: (chances[best] ?? 0) >= cutoffOf(shared, type),
    evidence: evidenceOf(text, said, { type, closest: closestLesson(own, features, type) }),
    model: own.lessons.length === 0 ? shared.version : `${shared.version}+${own.lessons.length}`
  }
}

/** A guess tells nothing of how urgent an issue is: a grave report that was taken for a question would wait. */
export const sureTypeOf = ({ type, isSure }: TypeVerdict): TriageType | null => (isSure ? type : null)

/** The own model after these corrections or labels; it holds from the next judgement on. */
export function learnTypes(own: OwnModel, shared: TypeModel, issues: readonly LabelledIssue[]): OwnModel {
  return withLessons(
    own,
    issues.map((issue) => {
      const { features, scores } = readIssue(issue, shared)
      return { key: issue.key, type: issue.type, said: scores, features }
    })
  )
}

export const learnType = (own: OwnModel, shared: TypeModel, issue: LabelledIssue): OwnModel =>
  learnTypes(own, shared, [issue])

function readIssue(issue: JudgedIssue, shared: TypeModel): Read {
  const text = prepare(issue)
  const features = featuresOf(text)
  const plain = knows(shared, issue.repository) ? plainFeaturesOf(issue) : []
  const said = saidOf(shared, new Map([...features, ...plain]), issue.repository)
  const common = scoresOf(shared, said, issue.repository)
  const scores = TRIAGE_TYPES.map((type) => common[placeOf(type) ?? COMMON_TYPES.length] ?? UNTAUGHT)
  return { text, features, said, scores }
}

/** A kind that the repository alone has taught is as hard to be sure of as the hardest common one. */
function cutoffOf({ cutoffs }: TypeModel, type: TriageType): number {
  const common = COMMON_TYPES.find((one) => one === type)
  return common === undefined ? Math.max(...Object.values(cutoffs)) : cutoffs[common]
}
