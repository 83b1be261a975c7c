// Changes of one side of what has two.
import t from 'tap'
import { breaksCalls, signatureAt } from '#domain/review/rules/counterparts/signatures.js'
import type { ReviewCase } from './cases.js'
import { foundBy, type WrittenFiles, written } from './written.js'

const told = (files: WrittenFiles, more?: Partial<ReviewCase>) =>
  foundBy('counterpart_missing', written(files, more)).map(
    ({ severity, path, line }) => `${severity} ${path}:${line}`
  )
const holding = (...paths: string[]) => ({ repository: Object.fromEntries(paths.map((path) => [path, ''])) })
const NOTES = holding('CHANGELOG.md')

const MODELS: readonly (readonly [path: string, column: string, home: string])[] = [
  ['prisma/schema.prisma', '  name String\n', 'prisma/migrations/20240101000000_init/migration.sql'],
  ['shop/models.py', '    name = models.CharField()\n', 'shop/migrations/0001_initial.py'],
  ['app/models.py', '    name = Column(String)\n', 'alembic/versions/ab12_init.py'],
  ['src/user.entity.ts', '  @Column()\n  name: string\n', 'src/migrations/1700000000000-Init.ts'],
  ['src/db/schema.ts', "  name: text('name'),\n", 'drizzle/0000_init.sql'],
  [
    'src/main/java/model/User.java',
    '  @Column\n  private String name;\n',
    'src/main/resources/db/migration/V1__init.sql'
  ]
]

t.test('a model changes together with a migration, where the repository has any', async (t) => {
  for (const [path, column, home] of MODELS) {
    const files: WrittenFiles = { [path]: ['// model\n', `// model\n${column}`] }
    t.same(told(files, holding(home)), [`high ${path}:2`], path)
    t.same(told(files), [], `${path} in a repository without migrations`)
  }
})

t.test('a column that only moves, and a method of a model, need no migration', async (t) => {
  const [a, b] = ['    a = models.CharField()\n', '    b = models.CharField()\n']
  const more = holding('shop/migrations/0001_initial.py')
  t.same(told({ 'shop/models.py': [a + b, b + a] }, more), [])
  t.same(told({ 'shop/models.py': [a, `${a}    def __str__(self):\n        return self.a\n`] }, more), [])
})

const RISKY: readonly (readonly [path: string, statement: string])[] = [
  ['migrations/0004_a.sql', 'ALTER TABLE users DROP COLUMN locale;'],
  ['migrations/0004_a.sql', 'ALTER TABLE users RENAME COLUMN mail TO email;'],
  ['migrations/0004_a.sql', 'ALTER TABLE users ADD COLUMN plan text NOT NULL;'],
  ['db/migrate/20240101000000_a.rb', '    remove_column :users, :locale'],
  ['db/migrate/20240101000000_a.rb', '    add_column :users, :plan, :string, null: false'],
  ['migrations/0004_a.sql', 'DELETE FROM sessions;']
]

t.test('a migration that fails on rows, or takes away what runs, is told', async (t) => {
  for (const [path, statement] of RISKY)
    t.match(told({ [path]: [null, `${statement}\n`] }), [/^(?:medium|high) .*:1$/], statement)
  for (const statement of ["ADD COLUMN plan text NOT NULL DEFAULT 'free';", 'ADD COLUMN plan text;'])
    t.same(told({ 'migrations/0004_a.sql': [null, `ALTER TABLE users ${statement}\n`] }), [], statement)
})

t.test('a migration that may have run stays as it is, but for its comments', async (t) => {
  const text = 'ALTER TABLE users ADD COLUMN a text;\n'
  t.same(told({ 'migrations/0003_a.sql': [text, text.replace('text', 'varchar(20)')] }), [
    'medium migrations/0003_a.sql:1'
  ])
  t.same(told({ 'migrations/0003_a.sql': [text, `-- why\n${text}`] }), [])
})

t.test('what frameworks keep next to migrations follows them', async (t) => {
  const migration: WrittenFiles = {
    'db/migrate/20240101000000_a.rb': [null, '    add_column :users, :plan, :string\n']
  }
  t.same(told(migration, holding('db/schema.rb')), ['medium db/migrate/20240101000000_a.rb:1'])
  t.same(told({ ...migration, 'db/schema.rb': ['a\n', 'b\n'] }), [])
  t.same(told({ 'drizzle/0001_a.sql': [null, 'SELECT 1;\n'] }, holding('drizzle/meta/_journal.json')), [
    'medium drizzle/0001_a.sql:1'
  ])
  t.same(told({ 'migrations/2_a.up.sql': [null, 'SELECT 1;\n'] }, holding('migrations/1_a.down.sql')), [
    'medium migrations/2_a.up.sql:1'
  ])
})

const LOCKS: readonly (readonly [manifest: string, before: string, added: string, lock: string])[] = [
  ['package.json', '  "dependencies": {\n', '    "left-pad": "^1.3.0"\n', 'package-lock.json'],
  ['pyproject.toml', '[tool.poetry.dependencies]\n', 'httpx = "^0.27"\n', 'poetry.lock'],
  ['go.mod', 'module x\n', '\tgithub.com/c/d v1.2.0\n', 'go.sum'],
  ['Cargo.toml', '[dependencies]\n', 'serde = "1.0"\n', 'Cargo.lock'],
  ['Gemfile', "source 'https://rubygems.org'\n", "gem 'rack', '~> 3.0'\n", 'Gemfile.lock']
]

t.test('a manifest changes together with its lock file', async (t) => {
  for (const [manifest, before, added, lock] of LOCKS) {
    const files: WrittenFiles = { [manifest]: [before, before + added] }
    t.same(told(files, holding(lock)), [`medium ${manifest}:2`], manifest)
    t.same(told({ ...files, [lock]: ['a\n', 'b\n'] }), [], `${manifest} with its lock`)
  }
  t.same(
    told(
      { 'package.json': ['  "version": "1.0.0"\n', '  "version": "1.1.0"\n'] },
      holding('package-lock.json')
    ),
    []
  )
})

t.test('what is made from a description follows it', async (t) => {
  const proto: WrittenFiles = { 'api/a.proto': ['message A {\n}\n', 'message A {\n  string name = 1;\n}\n'] }
  t.same(told(proto, holding('gen/a.pb.go')), ['medium api/a.proto:2'])
  t.same(told({ ...proto, 'gen/a.pb.go': ['a\n', 'b\n'] }), [])
  const route: WrittenFiles = { 'src/users.ts': ['a\n', "a\napp.get('/users/:id', one)\n"] }
  t.same(told(route, holding('openapi.yaml')), ['medium src/users.ts:2'])
  t.same(told(route), [])
  const script: WrittenFiles = { 'index.js': ['a\n', 'a\nexports.read = read\n'] }
  t.same(told(script, holding('index.d.ts')), ['medium index.js:2'])
})

t.test('other languages and the example of the settings are small matters', async (t) => {
  const texts: WrittenFiles = { 'locales/en.json': ['{\n', '{\n  "a": "A",\n'] }
  t.same(told(texts, holding('locales/de.json')), ['low locales/en.json:2'])
  const code: WrittenFiles = { 'src/a.ts': ['a\n', 'a\nconst url = process.env.PAY_URL\n'] }
  t.same(told(code, { repository: { '.env.example': 'OTHER=1\n' } }), ['low src/a.ts:2'])
  t.same(told(code, { repository: { '.env.example': 'PAY_URL=\n' } }), [])
})

const BROKEN: readonly (readonly [path: string, before: string, after: string])[] = [
  ['lib/a.py', 'def fetch(url, timeout=3):\n', 'def fetch(url, session, timeout=3):\n'],
  ['client.go', 'func Fetch(url string) error {\n', 'func Fetch(ctx context.Context, url string) error {\n'],
  ['src/index.ts', "export { read, write } from './io'\n", "export { read } from './io'\n"],
  ['src/a.ts', 'export function read() {\n', 'function read() {\n'],
  ['api/a.proto', '  int32 age = 2;\n', '  string mail = 2;\n'],
  ['openapi.yaml', 'paths:\n  /old:\n    get: {}\n', 'paths:\n'],
  ['schema.graphql', 'type A {\n  name: String\n}\n', 'type A {\n}\n'],
  ['src/routes.ts', "app.post('/users/import', run)\nrun()\n", 'run()\n'],
  ['src/cli.ts', "program.option('--out <file>')\nrun()\n", 'run()\n'],
  ['api/user.go', '\tName string `json:"user_name"`\n', '\tName string `json:"username"`\n']
]

t.test('an interface that breaks its users is told, unless the change says so', async (t) => {
  for (const [path, before, after] of BROKEN) {
    t.match(told({ [path]: [before, after] }, NOTES), [/^medium/], after)
    t.same(
      told({ [path]: [before, after] }, { ...NOTES, title: 'feat!: new interface' }),
      [],
      `${path} says so`
    )
  }
})

t.test('parameters that may be left out break no call', async (t) => {
  const breaks = (before: string, after: string) => {
    const [one, other] = [signatureAt([before], 0), signatureAt([after], 0)]
    return one !== undefined && other !== undefined && breaksCalls(one, other)
  }
  t.notOk(breaks('def f(a, b=1):', 'def f(a, b=2, *, c=None):'))
  t.notOk(breaks('export function f(a: string)', 'export function f(a: string | URL, b?: number)'))
  t.notOk(
    breaks('export const f = (a: string) => a', 'export const f = async (a: string, ...rest: string[]) => a')
  )
  t.ok(breaks('export function f(a: string, b: number)', 'export function f(a: string)'))
  t.ok(breaks('export function f(a: string)', 'export function f({ a }: Options)'))
  t.ok(breaks('pub fn f(a: u32)', 'pub fn f(a: u32, b: u32)'))
  t.same(
    signatureAt(['export function f(', '  a: Map<string, number>,', '  b = () => 1', ') {'], 0)?.parameters,
    ['a: Map<string, number>', 'b = () => 1']
  )
})
