// How well the rules do on pull requests that others wrote, without knowing the rules: bad ones and honest ones.
import { join } from 'node:path'
import t from 'tap'
import { type RuleReport, runRules } from '#domain/review/rules/index.js'
import { PACKAGE_FOLDER } from '#paths.js'
import { changeOf, type ExpectedFinding, readCases } from './cases.js'
import { isGrave } from './written.js'

const CASES = join(PACKAGE_FOLDER, 'test/domain/review/cases')
const BAD = readCases(join(CASES, 'bad'))
const HONEST = readCases(join(CASES, 'honest'))

const LEAST_RECALL = 0.9
const MOST_STOPPED = 0.03
const LINES_APART = 5

/** At the place that is wrong, or about the change as a whole for the same reason. */
function isFound({ path, line, category }: ExpectedFinding, reports: readonly RuleReport[]): boolean {
  return reports.some((one) => {
    if (one.path === null) return one.category === category
    const isNear = line === undefined || one.line === null || Math.abs(one.line - line) <= LINES_APART
    return one.path === (path ?? null) && isNear
  })
}

t.test('of what is wrong in bad pull requests, at least 90 % is found where it is', async (t) => {
  const expected = BAD.flatMap((one) => {
    const reports = runRules(changeOf(one))
    return (one.findings ?? []).map((finding) => ({
      name: one.name,
      finding,
      found: isFound(finding, reports)
    }))
  })
  t.ok(expected.length >= 60, `${expected.length} findings in ${BAD.length} pull requests`)
  const missed = expected.filter(({ found }) => !found)
  const recall = 1 - missed.length / expected.length
  t.ok(recall >= LEAST_RECALL, `${recall} is found, and not ${missed.map(({ name }) => name).join('; ')}`)
})

t.test('at most 3 % of honest pull requests are stopped', async (t) => {
  t.ok(HONEST.length >= 100, `${HONEST.length} pull requests`)
  const stopped = HONEST.filter((one) => runRules(changeOf(one)).some(isGrave))
  t.ok(stopped.length <= HONEST.length * MOST_STOPPED, stopped.map(({ name }) => name).join('; '))
})
