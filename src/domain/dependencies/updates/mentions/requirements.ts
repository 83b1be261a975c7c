// The packages that a requirements.txt asks for, with their digests.
import { eachLineAt } from '../formats/lines-at.js'
import { type DigestRun, fromElsewhere, type Mention, plainMention, refusedMention } from './mention.js'
import { placeOfSpecifier } from './specifier.js'

const LONGEST_LINE = 200_000

/** A line with those that it goes on in. */
interface LogicalLine {
  text: string
  /** Where its parts come from. */
  parts: { at: number; from: number }[]
}

export function requirementsMentions(path: string, text: string): Mention[] {
  const found: Mention[] = []
  let current: LogicalLine = { text: '', parts: [] }
  const take = () => {
    const mention = current.text.length > LONGEST_LINE ? undefined : mentionIn(path, text, current)
    if (mention) found.push(mention)
    current = { text: '', parts: [] }
  }
  eachLineAt(text, (raw, from) => {
    const line = withoutComment(raw)
    const goesOn = line.endsWith('\\')
    current.parts.push({ at: current.text.length, from })
    current.text += goesOn ? line.slice(0, -1) : line
    if (!goesOn) take()
  })
  take()
  return found
}

/** A comment begins at a `#` at the start of the line or after a space. */
function withoutComment(line: string): string {
  let at = line.indexOf('#')
  while (at > 0 && line[at - 1] !== ' ' && line[at - 1] !== '\t') at = line.indexOf('#', at + 1)
  return at < 0 ? line : line.slice(0, at).trimEnd()
}

const EDITABLE = /^(?:-e|--editable)[\s=]/
const VARIABLE = /\$\{[A-Z0-9_]{1,200}\}/

function mentionIn(path: string, file: string, line: LogicalLine): Mention | undefined {
  const stated = line.text.trim()
  if (stated === '' || VARIABLE.test(stated)) return undefined
  if (stated.startsWith('-')) return editableIn(path, stated)
  const options = line.text.search(/\s(?:--hash|--global-option|--config-setting|-C)/)
  const place = placeOfSpecifier(options < 0 ? line.text : line.text.slice(0, options))
  if (!place) return undefined
  const parts = { path, package: place.name }
  if (place.address !== null) return refusedMention(parts, fromElsewhere(place.address))
  const digests = digestsIn(file, line)
  if (digests === null) return refusedMention(parts, 'Its hashes are mixed with other options')
  const requirement = line.text.slice(place.from, place.to)
  const from = positionIn(line, place.from)
  if (file.slice(from, from + requirement.length) !== requirement)
    return refusedMention(parts, 'Its versions go over several lines')
  const mention = { ...parts, requirement: requirement || null, digests: digests ?? null }
  return plainMention(mention, from, from + requirement.length)
}

function editableIn(path: string, stated: string): Mention | undefined {
  const name = EDITABLE.test(stated) ? /[#&]egg=([A-Za-z0-9][\w.-]{0,199})/.exec(stated)?.[1] : undefined
  return name === undefined
    ? undefined
    : refusedMention({ path, package: name }, fromElsewhere(stated.replace(EDITABLE, '').trim()))
}

function positionIn({ parts }: LogicalLine, at: number): number {
  const part = parts.findLast((one) => one.at <= at)
  return part ? part.from + at - part.at : at
}

const DIGEST = /--hash[=\s]\s*\S+/g

/** Undefined without digests; null where something else is among them. */
function digestsIn(file: string, line: LogicalLine): DigestRun | null | undefined {
  const found = [...line.text.matchAll(DIGEST)]
  const [first] = found
  const last = found.at(-1)
  if (!first || !last) return undefined
  const end = last.index + last[0].length
  const between = line.text.slice(first.index, end).replaceAll(DIGEST, '').trim()
  if (between !== '') return null
  const from = positionIn(line, first.index)
  const second = found[1]
  const gapFrom = positionIn(line, line.text.slice(0, first.index).trimEnd().length)
  const separator = second
    ? file.slice(positionIn(line, first.index + first[0].length - 1) + 1, positionIn(line, second.index))
    : file.slice(gapFrom, from)
  return { from, to: positionIn(line, end - 1) + 1, separator: separator || ' ' }
}
