// Word on a pull request: a comment in Markdown.
import type { FeedbackEventType } from '#schemas/feedback/enums.js'
import { fencedBlock, link, plainProse } from '../text/markdown.js'
import type { FeedbackMessage } from './message.js'

/** Tells people and programs what the comment is; the service finds it by the mark of its action. */
export const feedbackMark = (event: FeedbackEventType): string => `<!-- service:feedback:${event} -->`

const LONGEST_VALUE = 200

export function feedbackComment({ title, facts, lines, links, next }: FeedbackMessage): string {
  return [
    `### ${title}`,
    facts.map(({ label, value }) => `- **${label}:** ${plainProse(value, LONGEST_VALUE)}`).join('\n'),
    lines.length === 0 ? '' : fencedBlock(lines),
    links.map(({ label, url }) => link(label, url)).join(' · '),
    `**What to do next:** ${next}`
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}
