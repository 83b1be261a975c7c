// Owners of paths, line by line. The host ignores a line that it cannot read, and so nobody is asked to review.
import { type FileFault, fileError, fileWarning, quotedName } from './findings.js'

const USER_OR_TEAM = /^@[A-Za-z0-9](?:[A-Za-z0-9_-]{0,99})(?:\/[A-Za-z0-9._-]{1,100})?$/
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,255}$/
/** Words of a line; a backslash keeps a space within a path. */
const WORD = /(?:\\.|[^\s\\])+|\\$/g

export function validateCodeowners(text: string): FileFault[] {
  const faults: FileFault[] = []
  let start = 0
  for (const line of text.split('\n')) {
    faults.push(...lineFaults(line.replace(/\r$/, ''), start))
    start += line.length + 1
  }
  return faults
}

function lineFaults(line: string, start: number): FileFault[] {
  const words = [...line.matchAll(WORD)].map((match) => ({ word: match[0], at: start + match.index }))
  const comment = words.findIndex(({ word }) => word.startsWith('#'))
  const [pattern, ...owners] = comment < 0 ? words : words.slice(0, comment)
  if (!pattern) return []
  const wrong = owners.find(({ word }) => !USER_OR_TEAM.test(word) && !EMAIL.test(word))
  const ownerFaults = wrong
    ? [
        fileError(
          'invalid_owner',
          wrong.at,
          `${quotedName(wrong.word)} is no owner: write @user, @organisation/team or an e-mail address.`
        )
      ]
    : []
  return [...patternFaults(pattern.word, pattern.at), ...ownerFaults]
}

function patternFaults(pattern: string, at: number): FileFault[] {
  if (pattern.startsWith('!'))
    return [
      fileError(
        'invalid_pattern',
        at,
        'The host knows no exceptions with "!": give the path a line without owners below.'
      )
    ]
  if (pattern.startsWith('\\#'))
    return [fileError('invalid_pattern', at, 'The host cannot match a path that begins with "#".')]
  if (/(?<!\\)\[/.test(pattern))
    return [
      fileWarning(
        'unsupported_pattern',
        at,
        'The host takes brackets literally: a range of characters has no effect.'
      )
    ]
  return []
}
