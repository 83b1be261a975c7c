// What triage makes of young repositories: made-up projects, whose issues somebody wrote who had not seen it. It was
// taught with other made-up projects, by other writers.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { classifyIssue } from '#domain/triage/classify-issue.js'
import { PACKAGE_FOLDER } from '#paths.js'
import type { TriageType } from '#schemas/triage/triage.js'
import { shared } from './fixtures/issues.js'

interface YoungIssue {
  number: number
  title: string
  body: string
  type: TriageType
  half: 'seen' | 'unseen'
}

const FOLDER = join(PACKAGE_FOLDER, 'test/domain/triage/young')
const all = readdirSync(FOLDER).flatMap((name) =>
  readFileSync(join(FOLDER, name), 'utf8')
    .trim()
    .split('\n')
    .map((line): YoungIssue => JSON.parse(line))
)

for (const half of ['seen', 'unseen'] as const) {
  t.test(
    `two of five issues are labelled, and at most one of fourteen of these wrongly: ${half}`,
    async (t) => {
      const issues = all.filter((issue) => issue.half === half)
      t.ok(issues.length > 200)
      const sure = issues.filter((issue) => classifyIssue(issue, shared).isSure)
      const right = sure.filter((issue) => classifyIssue(issue, shared).type === issue.type)
      t.ok(sure.length >= 0.4 * issues.length, `${sure.length} of ${issues.length}`)
      t.ok(right.length >= 0.93 * sure.length, `${right.length} of ${sure.length}`)
    }
  )

  t.test(`four of five types are right, also those that are only guessed: ${half}`, async (t) => {
    const issues = all.filter((issue) => issue.half === half)
    const right = issues.filter((issue) => classifyIssue(issue, shared).type === issue.type)
    t.ok(right.length >= 0.8 * issues.length, `${right.length} of ${issues.length}`)
  })
}

t.test('in an old repository less is certain', async (t) => {
  const sureOf = (number?: number) =>
    all.filter((issue) => classifyIssue({ ...issue, ...(number ? { number } : {}) }, shared).isSure).length
  t.ok(sureOf(10_000) < sureOf())
})
