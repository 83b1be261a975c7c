// What kind of issue it is, how sure that is, and by which of its words.
import { TRIAGE_TYPES } from '#schemas/mirror/issues.js'
import { COMMON_TYPES, type TriageType } from '#schemas/triage/triage.js'
import { type FeatureEvidence, featureEvidence } from './evidence.js'
import {
  closestExample,
  EMPTY_MODEL,
  predictableTypes,
  type RepositoryModel,
  repositoryScores,
  sharedModelWeight,
  withExamples
} from './repository-model.js'
import {
  type FeatureScores,
  isTrainedOn,
  scoreFeatures,
  type TypeModel,
  typeIndex,
  typeScores
} from './shared-model.js'
import { softmax } from './softmax.js'
import { type TextFeatures, textFeaturesOf } from './text/features.js'
import { type IssueText, type PreparedText, prepareText } from './text/issue-text.js'
import { plainFeaturesOf } from './text/plain-features.js'

export interface IssueToClassify extends IssueText {
  /** `owner/name`; the shared model knows some repositories better than others. */
  repository?: string
}

export interface LabelledIssue extends IssueToClassify {
  /** What it is known by in its repository: taught again, it is learnt anew. */
  key: string
  type: TriageType
}

export interface TypeVerdict {
  type: TriageType
  probabilities: Record<TriageType, number>
  /** Whether it is right so often that labels may follow from it. */
  isSure: boolean
  evidence: FeatureEvidence[]
  /** Which model said so, and how many lessons of the repository it had. */
  model: string
}

/** What no lesson has taught yet is as rare as this, measured in scores. */
const UNTAUGHT = -3

interface AnalyzedIssue {
  text: PreparedText
  features: TextFeatures
  said: FeatureScores[]
  /** Of the shared model, for all kinds. */
  scores: number[]
}

export function classifyIssue(
  issue: IssueToClassify,
  shared: TypeModel,
  own: RepositoryModel = EMPTY_MODEL
): TypeVerdict {
  const { text, features, said, scores } = analyzeIssueText(issue, shared)
  const trust = sharedModelWeight(own)
  const added = repositoryScores(own, features)
  const canBe = predictableTypes(own)
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
    evidence: featureEvidence(text, said, { type, closest: closestExample(own, features, type) }),
    model: own.lessons.length === 0 ? shared.version : `${shared.version}+${own.lessons.length}`
  }
}

/** A guess tells nothing of how urgent an issue is: a grave report that was taken for a question would wait. */
export const sureTypeOf = ({ type, isSure }: TypeVerdict): TriageType | null => (isSure ? type : null)

/** The own model after these corrections or labels; it holds from the next judgement on. */
export function learnTypes(
  own: RepositoryModel,
  shared: TypeModel,
  issues: readonly LabelledIssue[]
): RepositoryModel {
  return withExamples(
    own,
    issues.map((issue) => {
      const { features, scores } = analyzeIssueText(issue, shared)
      return { key: issue.key, type: issue.type, said: scores, features }
    })
  )
}

export const learnType = (own: RepositoryModel, shared: TypeModel, issue: LabelledIssue): RepositoryModel =>
  learnTypes(own, shared, [issue])

function analyzeIssueText(issue: IssueToClassify, shared: TypeModel): AnalyzedIssue {
  const text = prepareText(issue)
  const features = textFeaturesOf(text)
  const plain = isTrainedOn(shared, issue.repository) ? plainFeaturesOf(issue) : []
  const said = scoreFeatures(shared, new Map([...features, ...plain]), issue.repository)
  const common = typeScores(shared, said, issue.repository)
  const scores = TRIAGE_TYPES.map((type) => common[typeIndex(type) ?? COMMON_TYPES.length] ?? UNTAUGHT)
  return { text, features, said, scores }
}

/** A kind that the repository alone has taught is as hard to be sure of as the hardest common one. */
function cutoffOf({ cutoffs }: TypeModel, type: TriageType): number {
  const common = COMMON_TYPES.find((one) => one === type)
  return common === undefined ? Math.max(...Object.values(cutoffs)) : cutoffs[common]
}
