import fc from 'fast-check'
import t from 'tap'
import {
  chooseFiles,
  keywordsIn,
  listCandidateFiles,
  scorePath,
  type TreeFile
} from '#domain/patches/candidate-files.js'

const file = (path: string, size = 100): TreeFile => ({ path, size, mode: '100644' })
const pathsOf = (files: readonly TreeFile[]) => files.map(({ path }) => path)
const NOTHING = { keywords: [], language: null }

t.test(
  'sources that a model may change are listed, the likely ones before others, and nothing else',
  async (t) => {
    const listed = listCandidateFiles(
      [
        'docs/greeting.md',
        'vendor/greeting.ts',
        'src/other.ts',
        'src/greeting/form.ts',
        'src/greeting.ts',
        'settings.toml',
        'logo.png',
        'package-lock.json',
        'dist/app.min.js',
        '.env.local',
        'keys/server.pem',
        '.github/workflows/ci.yml',
        'test/__snapshots__/a.snap',
        '.eslintignore',
        'db/schema.sql',
        'Migrations/0001.sql'
      ].map((path) => file(path)),
      { keywords: ['greeting'], language: 'TypeScript', blockedPaths: ['migrations/**', 'db/**'] }
    )
    t.same(pathsOf(listed), ['src/greeting.ts', 'src/greeting/form.ts', 'src/other.ts'])
  }
)

t.test('what mostly holds a key or a password is never listed, and what only speaks of it is', async (t) => {
  const kept = [
    ...['.npmrc', 'packages/a/.npmrc', '.yarnrc.yml', '.netrc', '_netrc', '.pypirc', '.git-credentials'],
    ...['.docker/config.json', '.aws/credentials', '.aws/config', '.kube/config', 'deploy/kubeconfig'],
    ...['kubeconfig.yaml', 'web/.htpasswd', '.pgpass', 'infra/prod.tfvars', 'infra/terraform.tfstate'],
    ...['config/credentials.json', 'config/secrets.yml', 'my-service-account.json', 'id_ed25519', '.envrc']
  ]
  const shown = ['src/credentials.ts', 'src/secrets.js', 'src/kubeconfig.ts', 'src/docker/config.ts']
  const listed = listCandidateFiles(
    [...kept, ...shown].map((path) => file(path)),
    { ...NOTHING, blockedPaths: [] }
  )
  t.same(pathsOf(listed).sort(), [...shown].sort())
})

t.test('a path that could mean another file, or end a line, is never listed', async (t) => {
  const odd = [
    '../up.ts',
    '/root.ts',
    'a//b.ts',
    'a\nb.ts',
    'a\u202eb.ts',
    'a:b.ts',
    '.git/config',
    `${'a'.repeat(301)}.ts`
  ]
  t.same(
    listCandidateFiles(
      odd.map((path) => file(path)),
      { ...NOTHING, blockedPaths: [] }
    ),
    []
  )
  t.same(listCandidateFiles([file('large.ts', 65_537)], { ...NOTHING, blockedPaths: [] }), [])
})

t.test(
  'names count more than folders, the top more than the depths, and lists of a package less',
  async (t) => {
    const asked = { keywords: ['parser'], language: 'Go' }
    const scores = ['parser.go', 'src/parser.go', 'parser/lex.go', 'a/b/lex.go', 'go.mod'].map((path) =>
      scorePath(path, asked)
    )
    t.same(scores, [15, 13, 8, 2, -2])
  }
)

t.test(
  'five hundred files are listed at most, and of those that are named as many as may be changed',
  async (t) => {
    const many = Array.from({ length: 700 }, (_, at) => file(`src/f${at}.ts`))
    const listed = listCandidateFiles(many, { ...NOTHING, blockedPaths: [] })
    t.equal(listed.length, 500)
    const named = ['src/nowhere.ts', ...pathsOf(listed).slice(0, 9)]
    t.equal(chooseFiles(listed, named, { ...NOTHING, most: 3 }).length, 5)
    t.equal(chooseFiles(listed, named, { ...NOTHING, most: 8 }).length, 8)
    t.same(chooseFiles(listed, ['src/nowhere.ts', '../etc/passwd'], { ...NOTHING, most: 3 }), [])
  }
)

t.test('keywords are few, plain and each there once, whatever an issue says', async (t) => {
  t.same(keywordsIn('The parseHeader function: header is WRONG, please fix'), [
    'parse',
    'header',
    'function',
    'wrong'
  ])
  fc.assert(
    fc.property(fc.string({ maxLength: 3_000 }), (text) => {
      const words = keywordsIn(text)
      return (
        words.length <= 60 &&
        new Set(words).size === words.length &&
        words.every((one) => /^[a-z0-9]+$/.test(one))
      )
    })
  )
})
