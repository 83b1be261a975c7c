// The gems that a Gemfile asks for.
import { eachLineAt } from '../formats/lines-at.js'
import type { PlacedEdit } from '../placed-edits.js'
import { fromElsewhere, type Mention, plainMention, refusedMention } from './mention.js'

const GEM = /^\s*gem[ (]\s?["']([\w.-]{1,200})["']/
const STRING = /^\s*,\s*(["'])([^"']{1,200})["']/
const SOURCE = /\b(?:git|github|path|gist|bitbucket)(?::|\s?=>)\s?["']([^"']{1,500})["']/
const LONGEST_STATEMENT = 2_000

/** One requirement of a gem, within its quotation marks. */
interface GemLiteral {
  quote: string
  from: number
  to: number
  text: string
}

export function gemfileMentions(path: string, text: string): Mention[] {
  const found: Mention[] = []
  eachLineAt(text, (line, from) => {
    const mention = mentionIn(path, line.slice(0, LONGEST_STATEMENT), from)
    if (mention) found.push(mention)
  })
  return found
}

function mentionIn(path: string, line: string, from: number): Mention | undefined {
  const gem = GEM.exec(line)
  const name = gem?.[1]
  if (!gem || name === undefined) return undefined
  const literals: GemLiteral[] = []
  let at = gem[0].length
  for (let next = STRING.exec(line.slice(at)); next; next = STRING.exec(line.slice(at))) {
    const end = from + at + next[0].length - 1
    const [, quote = '"', text = ''] = next
    literals.push({ quote, from: end - text.length, to: end, text })
    at += next[0].length
  }
  const parts = { path, package: name }
  const source = SOURCE.exec(line.slice(at))?.[1]
  if (source !== undefined) return refusedMention(parts, fromElsewhere(source))
  if (/^\s*,\s*\[/.test(line.slice(at)))
    return refusedMention(parts, 'Its requirements are a list; raise them by hand')
  const requirement = literals.map(({ text }) => text).join(', ') || null
  return {
    ...plainMention({ ...parts, requirement }, 0, 0),
    restate: (text) => restatedLiterals(literals, text.split(', '))
  }
}

/** Each requirement in its own marks; one more follows the last. */
function restatedLiterals(literals: readonly GemLiteral[], texts: readonly string[]): PlacedEdit[] {
  return literals.flatMap(({ quote, from, to, text }, at) => {
    const isLast = at === literals.length - 1
    const more = isLast ? texts.slice(literals.length).map((one) => `${quote}, ${quote}${one}`) : []
    const edited = (texts[at] ?? text) + more.join('')
    return edited === text ? [] : [{ from, to, text: edited }]
  })
}
