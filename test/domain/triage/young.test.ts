// What triage makes of young repositories: made-up projects, whose issues somebody wrote who had not seen it. It was
// taught with other made-up projects, by other writers.
import { join } from 'node:path'
import t from 'tap'
import { classifyIssue } from '#domain/triage/classify-issue.js'
import { gravityOf } from '#domain/triage/priority/gravity.js'
import { ratePriority } from '#domain/triage/priority/priority.js'
import { PACKAGE_FOLDER } from '#paths.js'
import { loadGravityModel } from '#store/triage/shipped-models.js'
import { projectsIn, type YoungIssue } from '../../../bench/young/projects.js'
import { shared } from './fixtures/issues.js'

interface HalvedIssue extends YoungIssue {
  half: 'seen' | 'unseen'
}

const all = projectsIn<HalvedIssue>(join(PACKAGE_FOLDER, 'test/domain/triage/young')).flatMap(
  ({ issues }) => issues
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

const gravities = await loadGravityModel()
const facts = { type: null, duplicates: 0, reporters: 1, ageDays: 0 }

function urgentShare(grave: YoungIssue['grave']): number {
  const asked = all.filter((issue) => issue.grave === grave)
  const urgent = asked.filter((issue) =>
    /critical|high/.test(ratePriority({ ...issue, ...facts, gravity: gravityOf(issue, gravities) }).priority)
  )
  return urgent.length / asked.length
}

t.test('four of five reports of great harm are urgent, and few that only use its words', async (t) => {
  const shares = [urgentShare('grave'), urgentShare('harmless'), urgentShare(null)]
  const [grave = 0, harmless = 1, other = 1] = shares
  t.ok(grave >= 0.8, `grave ${grave}`)
  t.ok(harmless <= 0.05, `harmless ${harmless}`)
  t.ok(other <= 0.1, `other ${other}`)
})

t.test('a report of great harm says in which words it reads so', async (t) => {
  const issue = {
    title: 'Nightly job removed the wrong half of our archive',
    body: 'We lost three years of invoices of all customers. The backup was overwritten too.'
  }
  const gravity = gravityOf(issue, gravities)
  t.ok(gravity.isGrave)
  t.ok(gravity.because.length > 0)
  const { priority, parts } = ratePriority({ ...issue, ...facts, gravity })
  t.match(priority, /critical|high/)
  t.ok(parts.length > 0)
  t.notOk(
    gravityOf({ title: 'Typo in the section about lost data', body: 'It says "losst".' }, gravities).isGrave
  )
})
