// The plain words of an issue, including code and template questions. They help in repositories of the training data
// and mislead in others.
import { addGroup, type TextFeatures } from './features.js'
import { boundedIssueText, type IssueText } from './issue-text.js'

const BODY_READ = 4000
const MOST_WORDS = 500
const WORD = /[a-z]{2,24}|[?!]/g
/** The total weight of the words. */
const SHARE = 1.4

export function plainFeaturesOf(issue: IssueText): TextFeatures {
  const { title, body } = boundedIssueText(issue)
  const text = `${title}\n${body.slice(0, BODY_READ)}`.toLowerCase()
  const words = (text.match(WORD) ?? []).slice(0, MOST_WORDS)
  const features: TextFeatures = new Map()
  addGroup(
    features,
    words.map((word) => `plain:${word}`),
    SHARE
  )
  return features
}
