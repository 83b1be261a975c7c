// Tests that get weaker, and those that only change.
import t from 'tap'
import type { ReviewCase } from './cases.js'
import { foundBy, type WrittenFiles, written } from './written.js'

const PATH = 'src/total.test.ts'
const TESTS = `import { expect, test } from 'vitest'
import { total } from './total'

test('adds what is in the cart', () => {
  expect(total([1, 2])).toBe(3)
})

test('takes returns off', () => {
  expect(total([5, -2])).toBe(3)
})
`
const LAST = TESTS.slice(TESTS.indexOf("\ntest('takes"))
const CODE = 'export const total = (prices: number[]) => prices.reduce((a, b) => a + b, 0)\n'

const told = (files: WrittenFiles, more?: Partial<ReviewCase>) =>
  foundBy('test_weakened', written(files, more)).map(
    ({ severity, path, line }) => `${severity} ${path}:${line}`
  )
const edited = (from: string, to: string, path = PATH, text = TESTS) =>
  told({ [path]: [text, text.replace(from, () => to)] })

t.test('a file of tests must not go away while what it tests stays', async (t) => {
  t.same(told({ [PATH]: [TESTS, null], 'src/total.ts': [CODE, `${CODE}\n`] }), [`high ${PATH}:null`])
  t.same(told({ [PATH]: [TESTS, null], 'src/total.ts': [CODE, null] }), [], 'both go away')
  t.same(
    told({ [PATH]: [TESTS, null], 'test/total.test.ts': [null, TESTS.replace('./', '../src/')] }),
    [],
    'it moves'
  )
  t.same(
    told(
      { [PATH]: [TESTS, null] },
      { description: 'Removes the old tests: the suite in e2e covers the same.' }
    ),
    [`medium ${PATH}:null`],
    'somebody says why'
  )
})

t.test('a file of tests must keep a name by which it is found', async (t) => {
  const changes = [{ path: `${PATH}.bak`, renamed_from: PATH, before: TESTS, after: TESTS }]
  t.same(told({}, { changes }), [`high ${PATH}.bak:null`])
})

t.test(
  'single tests that go away are told, unless their subject does or they become one table',
  async (t) => {
    t.same(edited(LAST, ''), [`medium ${PATH}:6`])
    t.same(edited(LAST, LAST.replaceAll(/^(?=.)/gm, '// ')), [`medium ${PATH}:8`], 'it is commented out')
    const table = TESTS.replace(LAST, '').replace("test('adds", "test.each([[1, 2], [5, -2]])('adds")
    t.same(told({ [PATH]: [TESTS, table] }), [])
    const twoSubjects = { [PATH]: [TESTS.replace('total([5', 'refund([5'), TESTS.replace(LAST, '')] as const }
    const code = [`${CODE}export const refund = total\n`, CODE] as const
    t.same(told({ ...twoSubjects, 'src/total.ts': code }), [])
  }
)

const SKIPS: readonly (readonly [path: string, before: string, after: string])[] = [
  [PATH, "test('takes", "test.skip('takes"],
  ['tests/test_a.py', 'def test_a():\n', '@pytest.mark.skip(reason="slow")\ndef test_a():\n'],
  ['a_test.go', 'func TestA(t *testing.T) {\n', 'func TestA(t *testing.T) {\n\tt.Skip("broken")\n'],
  ['src/a.rs', '#[test]\n', '#[test]\n#[ignore]\n'],
  ['spec/a_spec.rb', "it 'adds' do\n", "xit 'adds' do\n"],
  ['src/test/java/ATest.java', '  @Test\n', '  @Disabled("later")\n  @Test\n'],
  ['tests/A.Tests/ATests.cs', '  [Fact]\n', '  [Fact(Skip = "later")]\n']
]

t.test('a skipped test is told in every language', async (t) => {
  for (const [path, before, after] of SKIPS) {
    const files: WrittenFiles =
      path === PATH ? { [path]: [TESTS, TESTS.replace(before, after)] } : { [path]: [before, after] }
    t.same(
      foundBy('test_weakened', written(files)).map(({ title }) => title),
      ['A test is skipped'],
      path
    )
  }
})

t.test('a skip that names its condition, or belongs to a new file, is told as a small matter', async (t) => {
  const py = 'def test_a():\n    assert f() == 3\n'
  t.same(edited('def', '@unittest.skip("needs docker")\ndef', 'tests/test_a.py', py), [
    'low tests/test_a.py:1'
  ])
  t.same(told({ [PATH]: [null, TESTS.replace('test(', 'test.skip(')] }), [`low ${PATH}:4`])
})

t.test('one test that runs alone stops all others', async (t) => {
  t.same(edited("test('takes", "test.only('takes"), [`high ${PATH}:8`])
  t.same(edited("test('takes", "fit('takes"), [`high ${PATH}:8`])
})

const WEAKER: readonly (readonly [from: string, to: string])[] = [
  ['expect(total([5, -2])).toBe(3)', 'expect(total([5, -2])).toBeDefined()'],
  ['expect(total([5, -2])).toBe(3)', 'expect(true).toBe(true)'],
  ['expect(total([5, -2])).toBe(3)', 'try { expect(total([5, -2])).toBe(3) } catch {}'],
  ['expect(total([5, -2])).toBe(3)', 'total([5, -2])'],
  ['  expect(total([5, -2])).toBe(3)', '  if (process.env.CI) return\n  expect(total([5, -2])).toBe(3)'],
  [
    "import { total } from './total'",
    "import { total } from './total'\nvi.mock('./total', () => ({ total: () => 3 }))"
  ]
]

t.test('a test that asks for less, or can no longer fail, is told', async (t) => {
  for (const [from, to] of WEAKER) t.match(edited(from, to), [/^medium/], to)
})

t.test('a result that may be off by more than before is told', async (t) => {
  const py = 'def test_a():\n    assert mean(xs) == approx(3.5, abs=0.01)\n'
  t.same(edited('0.01', '1.0', 'tests/test_a.py', py), ['medium tests/test_a.py:2'])
  t.same(edited('0.01', '0.001', 'tests/test_a.py', py), [])
})

t.test('another expected value is told where the change claims to change nothing', async (t) => {
  const files: WrittenFiles = {
    [PATH]: [TESTS, TESTS.replace('toBe(3)', 'toBe(4)')],
    'src/total.ts': [CODE, `${CODE}\n`]
  }
  t.same(told(files, { title: 'Refactor the sum' }), [`medium ${PATH}:5`])
  t.same(told(files, { title: 'Round up' }), [])
})

const CHECKS: readonly (readonly [path: string, before: string, after: string, severity: string])[] = [
  ['package.json', '    "test": "vitest run"\n', '    "test": "echo ok"\n', 'high'],
  ['package.json', '    "test": "vitest run"\n', '    "test": "vitest run || true"\n', 'medium'],
  ['tsconfig.json', '  "strict": true\n', '  "strict": false\n', 'medium'],
  ['jest.config.js', '    branches: 85,\n', '    branches: 50,\n', 'medium'],
  ['pyproject.toml', 'fail_under = 90\n', 'fail_under = 70\n', 'medium'],
  ['pytest.ini', 'addopts = -q\n', 'addopts = -q --deselect tests/test_a.py::test_b\n', 'medium'],
  ['playwright.config.ts', '  retries: 0,\n', '  retries: 3,\n', 'medium'],
  [
    '.github/workflows/ci.yml',
    '      - run: npm test\n',
    '      - run: npm test\n        continue-on-error: true\n',
    'medium'
  ],
  ['.github/workflows/ci.yml', '      - run: npm test\n', '      - run: npm run build\n', 'high'],
  ['src/a.ts', 'run()\n', `// ${'@ts'}-nocheck\nrun()\n`, 'low']
]

t.test('settings and workflows must not check less', async (t) => {
  for (const [path, before, after, severity] of CHECKS)
    t.match(told({ [path]: [before, after] }), [new RegExp(`^${severity} `)], after)
})

t.test('settings that ask for more or for the same are fine', async (t) => {
  for (const [path, before, after] of [
    ['jest.config.js', '    branches: 50,\n', '    branches: 85,\n'],
    ['.github/workflows/ci.yml', '      - run: npm test\n', '      - run: npm test -- --shard 1/2\n'],
    ['.github/workflows/ci.yml', '      - run: rm -rf tmp\n', '      - run: rm -rf tmp cache || true\n'],
    ['package.json', '    "test": "jest"\n', '    "test": "vitest run"\n']
  ] as const)
    t.same(told({ [path]: [before, after] }), [], after)
})
