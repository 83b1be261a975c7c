// Classifies an issue by type, with a confidence and the words that decided.
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
  scoreMeanings,
  type TypeKnowledge,
  typeIndex,
  typeScores
} from './shared-model.js'
import { softmax } from './softmax.js'
import { type TextFeatures, textFeaturesOf } from './text/features.js'
import { type IssueText, type PreparedText, prepareText } from './text/issue-text.js'
import { plainFeaturesOf } from './text/plain-features.js'
import { saysEnough } from './text/substance.js'
import { meantPartsOf } from './text/word-meanings.js'

export interface IssueToClassify extends IssueText {
  /** `owner/name`; the shared model has special weights for some repositories. */
  repository?: string
  /** In a young repository, issues are more like those that the model was taught with. */
  number?: number
}

/** Up to this number of an issue its repository is young. */
export const MOST_OF_YOUNG = 500

export interface LabelledIssue extends IssueToClassify {
  /** Identifies the issue in its repository; a new example replaces the earlier one. */
  key: string
  type: TriageType
}

export interface TypeVerdict {
  type: TriageType
  probabilities: Record<TriageType, number>
  /** Whether the accuracy at this confidence suffices for labels. */
  isSure: boolean
  evidence: FeatureEvidence[]
  /** The version of the shared model, and the number of examples from the repository. */
  model: string
}

/** The initial score of a type that only a repository teaches. */
const UNTAUGHT = -3

interface AnalyzedIssue {
  text: PreparedText
  features: TextFeatures
  featureScores: FeatureScores[]
  /** Scores of the shared model for all types. */
  scores: number[]
}

export function classifyIssue(
  issue: IssueToClassify,
  shared: TypeKnowledge,
  model: RepositoryModel = EMPTY_MODEL
): TypeVerdict {
  const { text, features, featureScores, scores } = analyzeIssueText(issue, shared)
  const trust = sharedModelWeight(model)
  const added = repositoryScores(model, features)
  const canBe = predictableTypes(model)
  const all = scores.map((score, kind) => (canBe[kind] ? trust * score + (added[kind] ?? 0) : -Infinity))
  const chances = softmax(all)
  const best = chances.indexOf(Math.max(...chances))
  const type = TRIAGE_TYPES[best] ?? 'other'
  return {
    type,
    // Cast: there is one entry for each type.
    probabilities: Object.fromEntries(TRIAGE_TYPES.map((name, kind) => [name, chances[kind] ?? 0])) as Record<
      TriageType,
      number
    >,
    isSure: (chances[best] ?? 0) >= cutoffOf(shared, issue, type) && saysEnough(text, features),
    evidence: featureEvidence(text, featureScores, { type, closest: closestExample(model, features, type) }),
    model:
      model.lessons.length === 0
        ? shared.types.facts.version
        : `${shared.types.facts.version}+${model.lessons.length}`
  }
}

/** The type if it is sure. A guess must not lower the priority, because a severe report could wait as a question. */
export const sureTypeOf = ({ type, isSure }: TypeVerdict): TriageType | null => (isSure ? type : null)

/** The repository model with these labels or corrections added. */
export function learnTypes(
  model: RepositoryModel,
  shared: TypeKnowledge,
  issues: readonly LabelledIssue[]
): RepositoryModel {
  return withExamples(
    model,
    issues.map((issue) => {
      const { features, scores } = analyzeIssueText(issue, shared)
      return { key: issue.key, type: issue.type, scores, features }
    })
  )
}

export const learnType = (
  model: RepositoryModel,
  shared: TypeKnowledge,
  issue: LabelledIssue
): RepositoryModel => learnTypes(model, shared, [issue])

function analyzeIssueText(issue: IssueToClassify, shared: TypeKnowledge): AnalyzedIssue {
  const text = prepareText(issue)
  const features = textFeaturesOf(text)
  const { repository } = issue
  const plain = isTrainedOn(shared.types, repository) ? plainFeaturesOf(issue) : []
  const featureScores = [
    ...scoreFeatures(shared.types, new Map([...features, ...plain]), repository),
    ...scoreMeanings(shared, meantPartsOf(text, shared.vectors), repository)
  ]
  const common = typeScores(shared.types, featureScores, { ...issue, isYoung: isInYoungRepository(issue) })
  const scores = TRIAGE_TYPES.map((type) => common[typeIndex(type) ?? COMMON_TYPES.length] ?? UNTAUGHT)
  return { text, features, featureScores, scores }
}

export const isInYoungRepository = ({ number }: { number?: number }): boolean =>
  number !== undefined && number <= MOST_OF_YOUNG

/** A type known only to the repository has the strictest cutoff of the common types. */
function cutoffOf({ types }: TypeKnowledge, issue: IssueToClassify, type: TriageType): number {
  const cutoffs = types.facts.cutoffs[isInYoungRepository(issue) ? 'young' : 'elsewhere']
  const common = COMMON_TYPES.find((candidate) => candidate === type)
  return common === undefined ? Math.max(...Object.values(cutoffs)) : cutoffs[common]
}
