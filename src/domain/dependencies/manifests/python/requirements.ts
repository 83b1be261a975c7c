// Reads requirements.txt and constraints: one requirement a line, with the options of pip.
import type { ManifestReading } from '../dependency.js'
import { eachLine } from '../formats/lines.js'
import { type Gathering, gather } from '../gathering.js'
import { readRequirement } from './requirement.js'

const LONGEST_LINE = 20_000
const INCLUDES = ['--requirement', '--constraint', '-r', '-c']
const EDITABLE = ['--editable', '-e']
const REQUIREMENT_OPTIONS = ['--hash', '--global-option', '--config-setting', '-C']
const VARIABLE = /\$\{[A-Z0-9_]{1,200}\}/

export function readRequirements(text: string): ManifestReading {
  const gathering = gather('pip', false)
  let joined = ''
  let start = 0
  eachLine(text, (raw, number) => {
    if (joined === '') start = number
    const line = withoutComment(raw)
    if (line.endsWith('\\') && joined.length < LONGEST_LINE) {
      joined += line.slice(0, -1)
      return undefined
    }
    takeRequirement(joined + line, start, gathering)
    joined = ''
    return undefined
  })
  if (joined !== '') takeRequirement(joined, start, gathering)
  return gathering.end()
}

/** A comment begins at a `#` at the start of the line or after a space. */
function withoutComment(line: string): string {
  let at = line.indexOf('#')
  while (at > 0 && line[at - 1] !== ' ' && line[at - 1] !== '\t') at = line.indexOf('#', at + 1)
  return at < 0 ? line : line.slice(0, at).trimEnd()
}

function takeRequirement(line: string, number: number, gathering: Gathering): void {
  const text = line.slice(0, LONGEST_LINE).trim()
  if (text === '') return
  if (VARIABLE.test(text)) gathering.note(`Line ${number} depends on the environment`)
  else if (text.startsWith('-')) takeOption(text, number, gathering)
  else takePackage(text, number, gathering)
}

function takePackage(text: string, number: number, gathering: Gathering): void {
  const found = readRequirement(withoutOptions(text))
  if (found) gathering.add({ ...found, direct: true, line: number })
  else gathering.note(`Line ${number} is no requirement of a package`)
}

function takeOption(text: string, number: number, gathering: Gathering): void {
  const included = argumentOf(text, INCLUDES)
  if (included !== undefined) gathering.include(included)
  const editable = argumentOf(text, EDITABLE)
  if (editable === undefined) return
  const name = /[#&]egg=([A-Za-z0-9][\w.-]{0,199})/.exec(editable)?.[1]
  if (name !== undefined) gathering.add({ name, source: editable, direct: true, line: number })
  else gathering.note(`Line ${number} installs a folder or an address`)
}

/** `-r file`, `-rfile`, `--requirement file` and `--requirement=file`. */
function argumentOf(text: string, options: readonly string[]): string | undefined {
  const option = options.find((one) => text.startsWith(one))
  if (option === undefined) return undefined
  const rest = text.slice(option.length)
  if (option.startsWith('--') && rest !== '' && !/^[=\s]/.test(rest)) return undefined
  return rest.replace(/^=/, '').trim()
}

/** A requirement without the options that follow it. */
function withoutOptions(text: string): string {
  let end = text.length
  for (const option of REQUIREMENT_OPTIONS) {
    const at = text.indexOf(` ${option}`)
    if (at >= 0 && at < end) end = at
  }
  return text.slice(0, end).trim()
}
