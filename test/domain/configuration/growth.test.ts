import t from 'tap'
import { LineCounter } from 'yaml'
import { parseYamlDocument } from '#domain/configuration/document.js'
import { parseConfigFile } from '#domain/configuration/file.js'
import { growingPieces } from '#test/harness/growth.js'

const PIECES = [
  ...['}', '{', '[', ']', '{}', '[]', '{} ', '}\n', ' }', 'a: }\n', '{a,', ',', 'a }'],
  ...['- ', '- - ', '- a\n', 'a: ', 'a:\n', 'a:\n ', 'a: b: ', 'a: 1\n', '? ', '? a\n', '"a": 1, '],
  ...['"', "'", '"a"', '"" ', '"\\', '&a ', '*a ', '!a ', '!!', '&', '*', '@', '`', '<<', '|\n'],
  ...['#', 'a #', '%', '%\n', '%a b\n', '---\n', '--- ', '...\n', ' ', '\n', ' \n', '\t', '\n\t', '\r', 'a']
]

t.test('a file of configuration is read with work that grows as its length', async (t) => {
  const read = (text: string) => parseConfigFile(text, { mayLock: false })
  t.same((await growingPieces(import.meta.url, { file: { pieces: PIECES, read } })).get('file'), [])
})

t.test('a text that is nothing but faults is read no further than those that are told', async (t) => {
  for (const line of ['}\n', ']\n', '{}\n', 'a: }\n']) {
    const lines = new LineCounter()
    t.ok(parseYamlDocument(line.repeat(10_000), lines, 50).errors.length >= 50)
    t.ok(lines.lineStarts.length < 200, `${JSON.stringify(line)}: ${lines.lineStarts.length} lines were read`)
  }
  t.equal(parseConfigFile('}'.repeat(64 * 1024), { mayLock: false }).errors.length, 50)
})

t.test('a second document is told of, and where it stands', async (t) => {
  const { errors } = parseConfigFile('a: 1\n---\nb: 2\n', { mayLock: false })
  t.match(errors.at(0), { message: 'The file must hold one document', line: 2 })
})
