import fc from 'fast-check'
import t from 'tap'
import { findMentionedFiles } from '#domain/healing/mentioned-files.js'

const PATHS = [
  'src/a.ts',
  'packages/one/src/index.ts',
  'packages/two/src/index.ts',
  'src/index.ts',
  'lib/users.py',
  'README.md',
  'Foo.java',
  'app/src/main/java/org/Foo.java',
  'app/src/main/java/org/Bar.java'
]

const named = (...lines: string[]) => findMentionedFiles(PATHS, { file: null, lines })

t.test('a file is known by its path, by where it lay on the runner, and from a folder below', async (t) => {
  t.same(named('src/a.ts(12,7): error TS2322: no'), ['src/a.ts'])
  t.same(named('./src/a.ts:12:7'), ['src/a.ts'])
  t.same(named('  File "/home/runner/work/x/x/lib/users.py", line 3, in f'), ['lib/users.py'])
  t.same(named('at D:\\a\\x\\x\\packages\\two\\src\\index.ts:1:1'), ['packages/two/src/index.ts'])
  t.same(named('two/src/index.ts'), ['packages/two/src/index.ts'])
  t.same(named('(Bar.java:33)'), ['app/src/main/java/org/Bar.java'])
})

t.test('what could be one of several is none, unless it is there as it stands', async (t) => {
  t.same(named('index.ts'), [])
  t.same(named('src/index.ts'), ['src/index.ts'])
  t.same(named('Foo.java'), ['Foo.java'])
  t.same(named('see https://example.com/other/page.html'), [])
})

t.test('the file that failed comes first, and each comes once', async (t) => {
  const naming = { file: 'README.md', lines: ['src/a.ts and lib/users.py', 'src/a.ts again'] }
  t.same(findMentionedFiles(PATHS, naming), ['README.md', 'src/a.ts', 'lib/users.py'])
})

t.test('whatever a log says, nothing is named that is not there', async () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 200 })), fc.option(fc.string()), (lines, file) =>
      findMentionedFiles(PATHS, { file, lines }).every((path) => PATHS.includes(path))
    )
  )
})
