// What a line itself tells: without counts of zero, the words in names, and text that it only quotes.
import { messageIn } from '../wrappers.js'
import { maskNames } from './names.js'
import { isStatement } from './statement.js'

const BAD =
  '(?:err(?:or|s)?(?:\\(s\\)|s)?|fail(?:ed|ing|ures?|s)?|warnings?(?:\\(s\\))?|problems?|issues?|vulnerabilit(?:y|ies)|violations?|offen[cs]es?|unreachable|cancelled|leaks?|regressions?|conflicts?|mismatch(?:es)?|crash(?:es)?)'
const ZERO = new RegExp(
  [
    `\\b(?:0|no|zero|without(?: any)?) (?:[\\w-]{1,30} ){0,2}${BAD}(?![\\w/])`,
    `\\b${BAD}["']? ?[:=] {0,8}(?:0(?![\\w.])|(?:null|false|none|"")(?=[\\s"',;})\\]]{0,4}(?:$|["{])))`,
    `^# ${BAD} 0$`
  ].join('|'),
  'gi'
)

export const withoutZeros = (text: string): string => text.replace(ZERO, '')

/** The number of a try is no count of failures: `attempt 2 of 3 failed`. */
const ATTEMPT = /\b(?:attempt|try|retry)[ :#]{0,2}\d{1,4}(?: ?(?:of|\/) ?\d{1,4})?/i

/** A frame of a stack, and what is logged for information. */
const ASIDE = /^\s{1,20}at \S|^\[?[\d:.,TZ -]{0,30}\]? ?(?:INFO|info)\b/

/** A list of what there is: `[archive, lock, retry, timeout]`. */
const LISTED = /\[(?:[\w.-]{1,40}, ){4,200}[\w.-]{1,40}/g

/** Empty if the line states no failure in its own words. */
export function spokenMessage(text: string): string {
  if (ASIDE.test(text)) return ''
  const message = maskNames(withoutZeros(messageIn(text)).replace(ATTEMPT, '').replace(LISTED, ''))
  return isStatement(withoutQuotes(message)) ? message : ''
}

const VALUE = /[:=] ?$/

/** A value of a key is no quotation: `reason: "access denied"`. */
function withoutQuotes(text: string): string {
  const parts = text.split(/["`]/)
  const outside = parts.filter((_, at) => at % 2 === 0 || VALUE.test(parts[at - 1] ?? ''))
  return outside.join(' ').replace(/(^|[\s(])'[^']{1,120}'(?=$|[\s.,:;)])/g, '$1')
}
