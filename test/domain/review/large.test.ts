// A very large pull request is read to its end, and its findings stay few. What it costs: `npm run bench -- review`.
import t from 'tap'
import { BUILT_IN_RULES, runRules } from '#domain/review/rules/index.js'
import { largeChange } from '../../../bench/large-change.js'

/** Of one rule. */
const MOST_FINDINGS = 30

const change = largeChange(300, 20_000)
const inTests = {
  ...change,
  files: change.files.map((file, at) => ({ ...file, path: `test/part-${at}.test.ts` }))
}

/** Each line may belong to each of the other side. */
const inAssertions = {
  ...inTests,
  files: inTests.files.map((file) => ({
    ...file,
    lines: file.lines.map((line, at) => ({
      ...line,
      text: `  expect(total(${at})).toBe(${at}, '${line.kind}')`
    }))
  }))
}

for (const [what, one] of [
  ['code of many kinds', change],
  ['nothing but tests', inTests],
  ['nothing but assertions', inAssertions]
] as const)
  t.test(`${what} of 20,000 lines ends with few findings, and says that it should be split`, async (t) => {
    const reports = runRules(one)
    t.match(
      reports.filter(({ rule }) => rule === 'too_large'),
      [{ path: null }]
    )
    for (const { name } of BUILT_IN_RULES)
      t.ok(reports.filter(({ rule }) => rule === name).length <= MOST_FINDINGS, name)
  })
