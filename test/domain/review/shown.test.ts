// What a rule tells may be cut, and the host takes it nevertheless: it refuses a text with half of a character in it.
import t from 'tap'
import { runRules } from '#domain/review/rules/index.js'
import { storable } from '#domain/text/storable.js'
import { type WrittenFiles, written } from './written.js'

const WORKFLOW = '.github/workflows/a.yml'
const workflow = (steps: string) =>
  `name: a\non: issues\njobs:\n  a:\n    runs-on: x\n    steps:\n${steps}      - run: make build\n`

/** Each with a text that is cut wherever it is told, behind as many letters as are asked for. */
const changes = (letters: string): [what: string, files: WrittenFiles, more?: object][] => {
  const long = letters + '😀'.repeat(110)
  return [
    ['a link', {}, { changes: [{ path: 'a', before: null, after: `/${long}`, mode: '120000' }] }],
    ['a link to nothing', {}, { changes: [{ path: 'a', before: null, after: long, mode: '120000' }] }],
    [
      'a companion',
      { 'src/a.ts': ['a()\n', 'b()\n'] },
      {
        repository: { [`src/${long}/b.ts`]: '' },
        history: Array.from({ length: 20 }, () => ['src/a.ts', `src/${long}/b.ts`])
      }
    ],
    ['a command', { [WORKFLOW]: [workflow(`      - run: npm test -- ${long}\n`), workflow('')] }],
    ['an action', { [WORKFLOW]: [null, workflow(`      - uses: octo/${long}@main\n`)] }],
    [
      'a line of owners',
      {},
      {
        repository: { CODEOWNERS: `* @o/all\n/api/${long}.go @o/api\n` },
        changes: [{ path: 'misc/b.go', renamed_from: `api/${long}.go`, before: 'a\n', after: 'a\n' }]
      }
    ]
  ]
}

t.test('wherever a rule cuts what it tells, it cuts between characters', async (t) => {
  for (const letters of ['', 'a'])
    for (const [what, files, more] of changes(letters)) {
      const reports = runRules(written(files, more))
      const told = reports.flatMap(({ title, description, suggestion }) => [title, description, suggestion])
      t.ok(
        told.some((text) => text?.includes('😀')),
        what
      )
      for (const text of told) t.equal(text, text && storable(text), what)
    }
})
