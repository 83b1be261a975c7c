import t from 'tap'
import { assertionsIn } from '#domain/patches/guard/assertions.js'
import { thresholdsIn, timeoutsIn } from '#domain/patches/guard/check-figures.js'
import { countMatches, createFileView } from '#domain/patches/guard/file-view.js'
import { TEST_DECLARATIONS, WEAKENING_PATTERNS } from '#domain/patches/guard/weakening-patterns.js'
import { growingPieces, type Work } from '#test/harness/growth.js'
import { excessOf } from '#test/rules/work.js'

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

const READERS: Record<string, Work> = {
  tests: { pieces: piecesOf(TEST_DECLARATIONS), read: (text) => countMatches(TEST_DECLARATIONS, text) },
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
  'code with slashes': { pieces: piecesOf(/x/), read: (text) => createFileView(text, 'a.ts') },
  'code with hashes': { pieces: piecesOf(/=begin/), read: (text) => createFileView(text, 'a.py') }
}

t.test('a measure counts its matches with work that grows as the length of a text', async (t) => {
  for (const { pattern, reason } of WEAKENING_PATTERNS)
    t.equal(excessOf(new RegExp(pattern.source, `${pattern.flags.replace('g', '')}g`)), undefined, reason)
})

t.test('the guard of patches reads a text with work that grows as its length', async (t) => {
  const growing = await growingPieces(import.meta.url, READERS)
  for (const name of Object.keys(READERS)) t.same(growing.get(name), [], name)
})
