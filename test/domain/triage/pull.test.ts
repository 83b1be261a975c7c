import t from 'tap'
import { classifyPull } from '#domain/triage/pull.js'

const pull = { title: 'Something', labels: [], files: ['src/list.ts'], additions: 20, deletions: 5 }

t.test('the size is that of the changed lines', async (t) => {
  const sizes = [0, 9, 10, 49, 50, 199, 200, 499, 500].map(
    (additions) => classifyPull({ ...pull, additions, deletions: 0 }).size
  )
  t.same(sizes, ['size/XS', 'size/XS', 'size/S', 'size/S', 'size/M', 'size/M', 'size/L', 'size/L', 'size/XL'])
  t.equal(classifyPull({ ...pull, additions: 5, deletions: 5 }).size, 'size/S')
})

t.test(
  'the author says first what kind of change it is, then labels, then files, then the title',
  async (t) => {
    const type = (some: Partial<typeof pull> & { labels?: string[] }) =>
      classifyPull({ ...pull, ...some }).type
    t.equal(type({ title: 'docs(api): fix a typo', labels: [] }), 'docs')
    t.equal(type({ title: 'feat!: tabs' }), 'feature')
    t.equal(type({ title: '[fix] tabs' }), 'bugfix')
    t.equal(classifyPull({ ...pull, title: 'Tabs', labels: ['area/ui', 'enhancement'] }).type, 'feature')
    t.equal(type({ title: 'Tabs', files: ['README.md', 'docs/tabs.md'] }), 'docs')
    t.equal(type({ title: 'Tabs', files: ['test/tabs.test.ts'] }), 'test')
    t.equal(type({ title: 'Tabs', files: ['package-lock.json'] }), 'chore')
    t.equal(type({ title: 'Fix a crash of tabs' }), 'bugfix')
    t.equal(type({ title: 'Add tabs' }), 'feature')
    t.equal(type({ title: 'Rename tabs' }), 'refactor')
  }
)

t.test('a sensitive path or a very large change is a high risk, and the reason names it', async (t) => {
  const sensitive = classifyPull({ ...pull, files: ['src/list.ts', 'src/auth/session.ts'] })
  t.equal(sensitive.risk, 'high')
  t.ok(sensitive.reasons.some((reason) => reason.includes('src/auth/session.ts')))
  t.equal(classifyPull({ ...pull, additions: 600 }).risk, 'high')
})

t.test('migrations, dependencies, settings and files that nobody knows are a medium risk', async (t) => {
  for (const file of ['db/migrations/0001.sql', 'package.json', 'config/app.yml'])
    t.equal(classifyPull({ ...pull, files: [file] }).risk, 'medium', file)
  t.equal(classifyPull({ ...pull, additions: 300 }).risk, 'medium')
  t.equal(classifyPull({ ...pull, files: null }).risk, 'medium')
})

t.test('what changes no code that runs is a low risk, also if it is large', async (t) => {
  t.equal(classifyPull({ ...pull, files: ['docs/list.md'], additions: 400 }).risk, 'low')
  t.equal(classifyPull({ ...pull, files: ['test/list.test.ts'], additions: 400 }).risk, 'low')
  t.equal(classifyPull(pull).risk, 'low')
})

t.test('what changes no code that runs is a high risk where it is sensitive or very large', async (t) => {
  for (const file of ['docs/list.md', 'test/list.test.ts'])
    t.match(classifyPull({ ...pull, files: [file], additions: 900 }), {
      risk: 'high',
      reasons: [String, 'it is very large']
    })
  for (const file of ['docs/security.md', 'test/auth/session.test.ts'])
    t.match(classifyPull({ ...pull, files: [file] }), {
      risk: 'high',
      reasons: [String, `it touches a sensitive path: ${file}`]
    })
})
