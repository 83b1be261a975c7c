// Word in Slack: blocks, with a text for notifications and clients that show none.
import type { JsonObject } from '#schemas/common.js'
import type { FeedbackMessage } from './message.js'
import { harmlessLine, type MessagePlace, placeText } from './place.js'

/** The bounds of Slack are 150, 2,000 and 3,000 characters; what is escaped becomes longer. */
const LONGEST_TITLE = 140
const LONGEST_VALUE = 300
const LONGEST_LINES = 2_800
const MOST_FIELDS = 10

/** These three characters begin everything that Slack would act upon: mentions, links and channels. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** `verbatim` keeps Slack from finding links and names in it. */
const markup = (text: string): JsonObject => ({ type: 'mrkdwn', text, verbatim: true })
const plain = (text: string): JsonObject => ({ type: 'plain_text', text, emoji: false })

export function slackMessage(message: FeedbackMessage, place: MessagePlace): JsonObject {
  const { title, facts, lines, links, next } = message
  const where = placeText(place)
  const fields = facts
    .slice(0, MOST_FIELDS)
    .map(({ label, value }) => markup(`*${label}*\n${inertMarkup(harmlessLine(value, LONGEST_VALUE))}`))
  const shown = links.map(({ label, url }) => `<${escaped(url)}|${label}>`)
  return {
    text: escaped(`${title}: ${where}`),
    blocks: [
      { type: 'header', text: plain(harmlessLine(title, LONGEST_TITLE)) },
      { type: 'context', elements: [plain(where)] },
      ...(fields.length === 0 ? [] : [{ type: 'section', fields }]),
      ...(lines.length === 0 ? [] : [{ type: 'section', text: markup(codeBlock(lines)) }]),
      ...(shown.length === 0 ? [] : [{ type: 'section', text: markup(shown.join(' · ')) }]),
      { type: 'context', elements: [plain(next)] }
    ]
  }
}

/** An invisible character keeps text from being bold, struck, or code. */
const inertMarkup = (text: string): string => escaped(text).replaceAll(/[*_~`]/g, '\u2060$&\u2060')

function codeBlock(lines: readonly string[]): string {
  let text = ''
  for (const line of lines) {
    const next = escaped(harmlessLine(line, LONGEST_VALUE, { keepsIndent: true }).replaceAll('`', "'"))
    if (text.length + next.length > LONGEST_LINES) return `\`\`\`${text}…\`\`\``
    text += `${next}\n`
  }
  return `\`\`\`${text.trimEnd()}\`\`\``
}
