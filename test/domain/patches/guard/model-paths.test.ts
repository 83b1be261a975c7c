import t from 'tap'
import { patchVerdict } from '#domain/patches/guard/guard.js'
import type { PatchedFile, PatchRules } from '#domain/patches/guard/patch.js'
import { CLOSED, UNREAD } from './by-model/places.js'

const BY_MODEL: PatchRules = {
  blockedPaths: [],
  isWorkflowRepair: false,
  isByModel: true,
  limits: { files: 10, lines: 1_000, characters: 500_000 }
}

const said = (file: PatchedFile) => patchVerdict([file], BY_MODEL).findings

/** A change that passes wherever a model may change a file. */
const GREETING = (word: string) => `export const greet = (name) => \`${word} there, \${name}\`\n`

t.test(
  'a model changes source code alone: no test, no setting, nothing that is run to build it',
  async (t) => {
    for (const path of CLOSED)
      t.not(said({ path, before: GREETING('Helo'), after: GREETING('Hello') }).length, 0, path)
  }
)

t.test('what nothing here can read gets no change by a model', async (t) => {
  for (const path of UNREAD)
    t.match(said({ path, before: 'a = 1\n', after: 'a = 2\n' }), [{ fault: 'no_parser', path }], path)
})

t.test('a model makes, moves and deletes no file', async (t) => {
  const text = 'export const a = 1\n'
  const path = 'src/a.ts'
  t.match(said({ path, before: null, after: text }), [{ fault: 'closed_place' }])
  t.match(said({ path, before: text, after: null }), [{ fault: 'closed_place' }])
  t.match(said({ path, before: text, after: text, renamed_from: 'src/b.ts' }), [{ fault: 'closed_place' }])
})

const OPEN = [
  'src/a.ts',
  'lib/deep/a.js',
  'packages/web/src/latest.tsx',
  'app/routes/orders.mts',
  'src/config.ts'
]

t.test('the source code of a repository is open to it', async (t) => {
  for (const path of OPEN)
    t.same(said({ path, before: GREETING('Helo'), after: GREETING('Hello') }), [], path)
})
