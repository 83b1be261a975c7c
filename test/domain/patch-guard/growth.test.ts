import t from 'tap'
import { assertionsIn } from '../../../src/domain/patch-guard/assertions.js'
import { MEASURES, TESTS } from '../../../src/domain/patch-guard/measures.js'
import { thresholdsIn, timeoutsIn } from '../../../src/domain/patch-guard/numbers.js'
import { matchesOf, sideOf } from '../../../src/domain/patch-guard/sides.js'
import { growingPieces } from '../../growth.js'

/** What a pattern begins with or waits for, taken from the pattern itself, and what lies between such words. */
function piecesOf(...patterns: RegExp[]): string[] {
  const words = patterns.flatMap(({ source }) =>
    source.replaceAll(/\\[bwsdSWD]|\{\d+,?\d*\}/g, ' ').match(/[A-Za-z_.@#(<!-]{2,30}/g)
  )
  const known = words.filter((word) => word !== null)
  const common = [
    'a',
    '1',
    ' ',
    '\n',
    '.',
    '(',
    '{',
    '[',
    '"',
    "'",
    '/',
    '/*',
    '#',
    '_',
    '-',
    '"""',
    'a.',
    'a '
  ]
  return [...new Set([...known, ...known.map((word) => `${word} `), ...common])]
}

for (const [at, { pattern, reason }] of MEASURES.entries())
  t.test(`a measure reads a text in time that grows with its length: ${at}, ${reason}`, async (t) => {
    t.same(
      growingPieces(piecesOf(pattern), (text) => matchesOf(pattern, text)),
      []
    )
  })

const READERS: Record<string, { pieces: string[]; read(text: string): unknown }> = {
  tests: { pieces: piecesOf(TESTS), read: (text) => matchesOf(TESTS, text) },
  assertions: {
    pieces: piecesOf(/if \( \{ t.Error expect\( expect\.a assert self\.assert t\.is raises/),
    read: assertionsIn
  },
  timeouts: {
    pieces: piecesOf(/timeout time_out deadline wait_for slow timeout:1 a\.timeout/),
    read: timeoutsIn
  },
  thresholds: {
    pieces: piecesOf(/lines lines: branches: threshold fail_under fail-under=/),
    read: thresholdsIn
  },
  'code with slashes': { pieces: piecesOf(/x/), read: (text) => sideOf(text, 'a.ts') },
  'code with hashes': { pieces: piecesOf(/=begin/), read: (text) => sideOf(text, 'a.py') }
}

for (const [name, { pieces, read }] of Object.entries(READERS))
  t.test(`the guard of patches reads a text in time that grows with its length: ${name}`, async (t) => {
    t.same(growingPieces(pieces, read), [])
  })
