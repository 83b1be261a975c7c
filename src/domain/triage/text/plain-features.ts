// An issue word by word, as it stands there: code and the questions of a template are words like all others. In a
// repository that the model knows this adds to what was made of the text; elsewhere it misleads.
import { addGroup, type TextFeatures } from './features.js'
import { boundedIssueText, type IssueText } from './issue-text.js'

const BODY_READ = 4000
const MOST_WORDS = 500
const WORD = /[a-z]{2,24}|[?!]/g
/** How much the words weigh together. */
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
