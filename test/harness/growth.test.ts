import t from 'tap'
import { growingPieces, type Work } from './growth.js'

const LINEAR: Record<string, Work['read']> = {
  'a loop': (text) => {
    let count = 0
    for (const character of text) if (character === 'a') count += 1
    return count
  },
  'a search that goes on': (text) => {
    let at = -1
    do at = text.indexOf('a', at + 1)
    while (at >= 0)
  },
  'a pattern': (text) => text.replace(/\w(?=\w)/g, 'b'),
  'a split': (text) => text.split('a').map((part) => part.length)
}

const SQUARE: Record<string, Work['read']> = {
  'a loop in a loop': (text) => {
    let count = 0
    for (const one of text) for (const other of text) if (one === other) count += 1
    return count
  },
  'a function that the language calls': (text) =>
    [...text].filter((_, at, all) => !all.some((one) => one === `${at}`))
}

const works = Object.fromEntries(
  Object.entries({ ...LINEAR, ...SQUARE }).map(([name, read]) => [name, { pieces: ['a'], read }])
)

t.test('what grows as its text is let through, and what grows as its square is found', async (t) => {
  const growing = await growingPieces(import.meta.url, works)
  for (const name of Object.keys(LINEAR)) t.same(growing.get(name), [], name)
  for (const name of Object.keys(SQUARE)) t.ok(growing.get(name)?.length, name)
})
