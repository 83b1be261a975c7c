// The built-in rules: what each finds, what it leaves alone, and how its findings are told apart.
import t from 'tap'
import { BUILT_IN_RULES, runRules } from '#domain/review/rules/index.js'
import { REVIEW_RULES, type ReviewRule } from '#schemas/review/enums.js'
import type { ReviewCase } from './cases.js'
import { foundBy, isGrave, toldBy, type WrittenFiles, written } from './written.js'

interface Fixture {
  files: WrittenFiles
  more?: Partial<ReviewCase>
}

const WORKFLOW = `name: ci
on: pull_request
permissions:
  contents: read
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: npm test
`
const TESTS = `import { expect, test } from 'vitest'
import { total } from './total'

test('adds what is in the cart', () => {
  expect(total([1, 2])).toBe(3)
})
`
const TOGETHER = Array.from({ length: 8 }, () => ['api/handler.go', 'api/openapi.yml'])
const APART = Array.from({ length: 8 }, (_, at) => [
  'api/handler.go',
  at % 2 ? 'api/openapi.yml' : 'README.md'
])
const HANDLER: WrittenFiles = { 'api/handler.go': ['package api\n', 'package api\n\nfunc Search() {}\n'] }
const SPEC = { 'api/openapi.yml': 'openapi: 3.1.0\n' }
const LODASH = { ecosystem: 'npm', name: 'lodash', range: '< 4.17.21', severity: 'high' } as const
const packages = (version: string) => `{\n  "dependencies": {\n    "lodash": "${version}"\n  }\n}\n`
const OWNERS = {
  '.github/CODEOWNERS': '/.github/ @octo/ops\n/api/ @octo/api\n/web/ @octo/web\n',
  'api/a.go': '',
  'web/a.ts': ''
}
const many = (files: number, lines: number) => [{ folder: 'src', files, lines, extension: 'ts' }]

const FIXTURES: Record<ReviewRule, { hit: Fixture; told: string; fine: Fixture }> = {
  secret_added: {
    hit: {
      files: {
        'src/bot.ts': [null, `export const token = '${'gh'}p_R7kq2mXw9LdT4vBz8NcJ5sHy3GfA6pQeU1oK'\n`]
      }
    },
    told: 'critical src/bot.ts:1',
    fine: { files: { 'src/bot.ts': [null, 'export const token = process.env.BOT_TOKEN\n'] } }
  },
  workflow_danger: {
    hit: {
      files: {
        '.github/workflows/ci.yml': [
          WORKFLOW,
          WORKFLOW.replace('npm test', `echo "\${{ github.event.pull_request.title }}"`)
        ]
      }
    },
    told: 'high .github/workflows/ci.yml:10',
    fine: {
      files: {
        '.github/workflows/ci.yml': [
          WORKFLOW,
          WORKFLOW.replace('npm test', `npm test -- --shard \${{ matrix.shard }}`)
        ]
      }
    }
  },
  vulnerable_dependency: {
    hit: {
      files: { 'package.json': [packages('4.17.21'), packages('4.17.15')] },
      more: { vulnerable: [LODASH] }
    },
    told: 'high package.json:3',
    fine: {
      files: { 'package.json': [packages('4.17.15'), packages('4.17.21')] },
      more: { vulnerable: [LODASH] }
    }
  },
  test_weakened: {
    hit: { files: { 'src/total.test.ts': [TESTS, TESTS.replace('test(', 'test.only(')] } },
    told: 'high src/total.test.ts:4',
    fine: {
      files: {
        'src/total.test.ts': [
          TESTS,
          `${TESTS}\ntest('is 0 for nothing', () => {\n  expect(total([])).toBe(0)\n})\n`
        ]
      }
    }
  },
  counterpart_missing: {
    hit: {
      files: {
        'shop/models.py': [
          'class Item(models.Model):\n    name = models.CharField()\n',
          'class Item(models.Model):\n    name = models.CharField()\n    price = models.IntegerField()\n'
        ]
      },
      more: { repository: { 'shop/migrations/0001_initial.py': '' } }
    },
    told: 'high shop/models.py:3',
    fine: {
      files: {
        'shop/models.py': [
          'class Item(models.Model):\n    pass\n',
          'class Item(models.Model):\n    price = models.IntegerField()\n'
        ],
        'shop/migrations/0002_price.py': [null, 'class Migration(migrations.Migration):\n    pass\n']
      },
      more: { repository: { 'shop/migrations/0001_initial.py': '' } }
    }
  },
  companion_missing: {
    hit: { files: HANDLER, more: { repository: SPEC, history: TOGETHER } },
    told: 'low api/handler.go:2',
    fine: { files: HANDLER, more: { repository: SPEC, history: APART } }
  },
  unfit_file: {
    hit: {
      files: {},
      more: { changes: [{ path: 'site/shared', before: null, after: '../../../etc', mode: '120000' }] }
    },
    told: 'high site/shared:1',
    fine: {
      files: {},
      more: { changes: [{ path: 'site/logo.png', before: null, binary: true, bytes: 40_000 }] }
    }
  },
  merge_marker: {
    hit: { files: { 'src/a.ts': ['a\n', '<<<<<<< HEAD\na\n=======\nb\n>>>>>>> topic\n'] } },
    told: 'critical src/a.ts:1',
    fine: { files: { 'docs/a.md': ['a\n', 'Heading\n=======\n'] } }
  },
  debug_leftover: {
    hit: { files: { 'app/jobs.rb': ['run\n', 'binding.pry\nrun\n'] } },
    told: 'high app/jobs.rb:1',
    fine: { files: { 'scripts/report.py': ['a = 1\n', 'a = 1\nprint(a)\n'] } }
  },
  owner_missing: {
    hit: { files: { 'mobile/app.ts': [null, 'run()\n'] }, more: { repository: OWNERS } },
    told: 'low mobile/app.ts:null',
    fine: { files: { 'web/app.ts': [null, 'run()\n'] }, more: { repository: OWNERS } }
  },
  too_large: {
    hit: { files: {}, more: { generated: many(50, 60) } },
    told: 'medium null:null',
    fine: { files: {}, more: { generated: many(5, 60) } }
  },
  hidden_text: {
    hit: { files: { 'src/a.ts': ['run()\n', "if (role !== 'user\u202e\u2066') run()\n"] } },
    told: 'critical src/a.ts:1',
    fine: { files: { 'locales/ar.json': ['{}\n', '{ "hello": "\u202bمرحبا\u202c" }\n'] } }
  }
}

t.test('every rule has a module, and each module one rule', async (t) => {
  t.same(BUILT_IN_RULES.map(({ name }) => name).sort(), [...REVIEW_RULES].sort())
})

for (const rule of REVIEW_RULES) {
  const { hit, told, fine } = FIXTURES[rule]
  t.test(`${rule} finds what it is about, and leaves alone what only looks like it`, async (t) => {
    t.same(toldBy(rule, written(hit.files, hit.more)), [told])
    t.same(foundBy(rule, written(fine.files, fine.more)).filter(isGrave), [])
    t.same(toldBy(rule, written(fine.files, fine.more)), [])
  })
}

t.test('findings are short, say what to do, and come with a category and a confidence', async (t) => {
  for (const { hit } of Object.values(FIXTURES))
    for (const { title, description, category, confidence } of runRules(written(hit.files, hit.more))) {
      t.ok(title.length > 0 && title.length <= 140, title)
      t.match(description, /\.$/)
      t.ok(confidence > 0 && confidence < 1)
      t.type(category, 'string')
    }
})

t.test('no finding repeats a secret', async (t) => {
  const { hit } = FIXTURES.secret_added
  t.notMatch(JSON.stringify(runRules(written(hit.files, hit.more))), /R7kq2mXw9LdT4vBz8NcJ5sHy3GfA6pQeU1oK/)
})

t.test('the gravest finding comes first', async (t) => {
  const found = runRules(
    written({
      'app/jobs.rb': ['run\n', 'puts "a"\nbinding.pry\nrun\n'],
      'src/a.ts': ['a\n', '<<<<<<< HEAD\na\n']
    })
  )
  t.same(
    found.map(({ severity }) => severity),
    ['critical', 'high', 'low']
  )
})

const fingerprints = (text: string) =>
  runRules(written({ 'src/a.ts': ['a\n', text] })).map(({ fingerprint }) => fingerprint)

t.test('a fingerprint stays when lines move or are indented, and differs by place and text', async (t) => {
  const [first] = fingerprints('a\ndebugger\n')
  t.match(first, /^[0-9a-f]{16}$/)
  t.same(fingerprints('a\nb\nc\n    debugger\n'), [first])
  t.not(runRules(written({ 'src/b.ts': ['a\n', 'a\ndebugger\n'] }))[0]?.fingerprint, first)
  t.not(fingerprints('a\ndebugger // here\n')[0], first)
})

t.test('two equal findings of a file are told apart by their order', async (t) => {
  const [first, second] = fingerprints('a\ndebugger\nb\ndebugger\n')
  t.ok(first && second)
  t.not(first, second)
  t.same(fingerprints('debugger\nx\na\nb\ndebugger\n'), [first, second])
})

t.test('a change without anything has no findings', async (t) => {
  t.same(runRules(written({})), [])
})
