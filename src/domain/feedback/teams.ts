// Word in Teams: an Adaptive Card, in the envelope that webhooks of workflows take.
import type { JsonObject } from '#schemas/common.js'
import type { FeedbackMessage } from './message.js'
import { harmlessLine, type MessagePlace, placeText } from './place.js'

/** A webhook of Teams takes 28 KB, and a character may have three bytes. */
const LONGEST_VALUE = 300

type Run = JsonObject & { text: string }

const run = (text: string, more: JsonObject = {}): Run => ({ type: 'TextRun', text, ...more })

/** Its text is shown as it is, while a `TextBlock` would read it as Markdown. */
const block = (inlines: Run[], more: JsonObject = {}): JsonObject => ({
  type: 'RichTextBlock',
  inlines,
  ...more
})

export function teamsMessage(message: FeedbackMessage, place: MessagePlace): JsonObject {
  const { title, facts, lines, links, next } = message
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          fallbackText: `${title}: ${placeText(place)}`,
          msteams: { width: 'Full' },
          body: [
            block([run(title, { weight: 'Bolder', size: 'Large' })]),
            block([run(placeText(place), { isSubtle: true })], { spacing: 'None' }),
            ...facts.map(({ label, value }) =>
              block([run(`${label}: `, { weight: 'Bolder' }), run(harmlessLine(value, LONGEST_VALUE))])
            ),
            ...lines.map((line, at) =>
              block(
                [run(harmlessLine(line, LONGEST_VALUE, { keepsIndent: true }), { fontType: 'Monospace' })],
                {
                  spacing: at === 0 ? 'Medium' : 'None'
                }
              )
            ),
            block([run(next, { isSubtle: true })])
          ],
          actions: links.map(({ label, url }) => ({ type: 'Action.OpenUrl', title: label, url }))
        }
      }
    ]
  }
}
