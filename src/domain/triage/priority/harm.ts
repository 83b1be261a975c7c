// Harm that a report tells in everyday words: what dies, hangs, is lost or is shown to the wrong people. Unlike the
// patterns of severe incidents it goes by the meanings of words, and is less sure.
import { HARM } from './harm-patterns.js'
import { meantWords, occurrencesOf, sequenceOf } from './meanings.js'
import { happensAfter, reportOf } from './severity.js'

const harms = HARM.map(([name, sequences]) => ({ name, sequences: sequences.map(sequenceOf) }))

/** What is wished or denied: "should not crash", "without a crash". */
const isDenied = /\b(?:should|would|will be)\b|\b(?:not|never|no|without|[a-z]{2,7}n't) (?:[a-z]{1,20} )?$/
const isOfTest = /^(?:In )?I?Test[A-Z]/
/** Looks, wording and parts of a surface do no harm. */
const isCosmetic = new RegExp(
  `\\b(?:${[
    'colou?rs?|fonts?|icons?|align(?:ed|ment)|misaligned|tooltips?|labels?|pixels?|layout|wording|translat(?:ed|ions?)',
    'spacing|screenshots?|padding|margins?|symbols?|placeholders?|buttons?|banners?|animations?|cursors?|caret|scroll',
    'scroll ?bars?|sidebar|menus?|toolbar|footer|focus|highlight(?:s|ing)?|selection|popups?|dialogs?|modal',
    'hover|themes?|styles?|css|emojis?|avatars?|thumbnails?|previews?|whitespace|indentation|formatting|precision',
    'auto-?complete|suggestions?|completions?|newlines?|legend|axis|tabs?',
    'lost connections?|connection(?: is| was)? lost|loses (?:the )?connection|links'
  ].join('|')})\\b`
)

/** A longer body explains, and its single words say less. */
const LONGEST_PLAIN_BODY = 200
const hasCode = /```|https?:/

/** Harm in the title of a report, or in a few plain sentences below it. */
export function harmOf(title: string, body: string): string | undefined {
  const text = harmfulText(title)
  if (text === undefined) return undefined
  const harm = harmIn(text)
  if (harm !== undefined) return `${harm}, in the title`
  const below = harmInBody(body)
  return below === undefined ? undefined : `${below}, in the text`
}

/** The text of what may report harm. */
function harmfulText(line: string): string | undefined {
  const text = isOfTest.test(line) ? undefined : reportOf(line)
  return text === undefined || isCosmetic.test(text) ? undefined : text
}

function harmInBody(body: string): string | undefined {
  if (body.length > LONGEST_PLAIN_BODY || hasCode.test(body)) return undefined
  return body
    .split(/[.!;\n]/)
    .map((sentence) => harmIn(harmfulText(sentence) ?? ''))
    .find((harm) => harm !== undefined)
}

function harmIn(text: string): string | undefined {
  const words = meantWords(text)
  const happens = ({ from }: { from: number }) => isStated(text.slice(0, from))
  return harms.find(({ sequences }) =>
    sequences.some((steps) => [...occurrencesOf(steps, words)].some(happens))
  )?.name
}

const isStated = (before: string) => happensAfter(before) && !isDenied.test(before)
