import fc from 'fast-check'
import t from 'tap'
import {
  type ChallengedFinding,
  challengedFindings,
  readChallengeAnswer
} from '#domain/review/model/challenge.js'
import {
  challengeResult,
  defendedFindings,
  disputedAmong,
  isDefenseDue,
  readDefenseAnswer
} from '#domain/review/model/defense.js'
import { disputeList, findingList } from '#domain/review/model/finding-list.js'
import type { ModelFinding } from '#domain/review/model/model-finding.js'
import { judge } from '#domain/review/model/verdict.js'
import type { Json, JsonObject } from '#schemas/common.js'
import { CHALLENGES } from '#schemas/review/answers.js'
import { DEFENSE_TRIGGERS, REVIEW_SEVERITIES, type ReviewSeverity } from '#schemas/review/enums.js'
import { anyModelFinding, anyRatio, findingAt, writtenAt } from './samples.js'

/** What the challenge makes of the findings; the first pass has them in this order. */
function challenge(
  findings: ModelFinding[],
  entries: JsonObject[],
  missed: JsonObject[] = []
): ChallengedFinding[] {
  const reading = readChallengeAnswer({ findings: entries, missed_risks: missed })
  if (!reading) throw new Error('the challenge can be read')
  return challengedFindings(findings, reading)
}

const entry = (index: number, outcome: string, more: JsonObject = {}): JsonObject => ({
  index,
  outcome,
  priority: null,
  note: '',
  ...more
})

const single = (finding: ModelFinding, outcome: string, more: JsonObject = {}) =>
  challenge([finding], [entry(1, outcome, more)])[0]?.after

t.test('a finding that is kept becomes surer by 0.1, up to 1', async (t) => {
  for (const [before, after] of [
    [0, 0.1],
    [0.7, 0.8],
    [0.95, 1],
    [1, 1]
  ] as const)
    t.match(single(findingAt('high', { confidence: before }), 'kept'), {
      severity: 'high',
      confidence: after,
      adversarial_status: 'kept'
    })
})

t.test('one that is downgraded becomes less sure by 0.2, down to 0.3, and never surer', async (t) => {
  for (const [before, after] of [
    [1, 0.8],
    [0.7, 0.5],
    [0.4, 0.3],
    [0.2, 0.2]
  ] as const)
    t.equal(single(findingAt('high', { confidence: before }), 'downgraded')?.confidence, after)
})

t.test('its severity becomes the lower one that was asked for, else one step lower', async (t) => {
  for (const [before, priority, after] of [
    ['critical', 'P3', 'low'],
    ['critical', null, 'high'],
    ['high', 'P0', 'medium'],
    ['medium', 'P2', 'low'],
    ['low', 'nonsense', 'info'],
    ['info', null, 'info']
  ] as const)
    t.equal(single(findingAt(before), 'downgraded', { priority })?.severity, after)
})

t.test('what is dropped keeps its words, and what nobody speaks of stays as it is', async (t) => {
  const findings = [findingAt('high'), findingAt('low', { title: 'Another' })]
  const [dropped, other] = challenge(findings, [
    entry(1, 'dropped', { note: 'It is checked in line 2, @octocat.' }),
    entry(1, 'kept'),
    entry(2, 'upgraded'),
    entry(7, 'dropped'),
    { index: 'x', outcome: 'dropped' }
  ])
  t.match(dropped?.after, { title: 'A high problem', adversarial_status: 'dropped' })
  t.match(dropped?.after.adversarial_note, /^It is checked in line 2, @\u2060octocat\.$/)
  t.same(other?.after, findings[1])
})

t.test('missed risks are added with a confidence of 0.6', async (t) => {
  const [, missed] = challenge([findingAt('low')], [entry(1, 'kept')], [writtenAt('P0', { confidence: 1 })])
  t.match(missed?.after, { severity: 'critical', confidence: 0.6, adversarial_status: 'missed_risk' })
  t.equal(missed?.before, null)
})

t.test('a challenge that speaks of no finding is none', async (t) => {
  // Cast: all of it is JSON.
  for (const said of [null, {}, '', 'Fine.', { findings: [] }, { findings: [{ index: 1 }] }, []] as Json[])
    t.equal(readChallengeAnswer(said), undefined)
  t.match(
    readChallengeAnswer(`{"index": 1, "outcome": "kept"}\n{"index": 2, "outcome": "DROPPED"}`)?.entries.size,
    2
  )
})

t.test('a challenge never makes a finding graver, nor a doubted one surer', async (t) => {
  const rank = (severity: ReviewSeverity) => REVIEW_SEVERITIES.indexOf(severity)
  const words = fc.constantFrom(...CHALLENGES, 'upgraded', 'upheld')
  const priorities = fc.constantFrom('P0', 'P1', 'P2', 'P3', null)
  fc.assert(
    fc.property(anyModelFinding, anyRatio, words, priorities, (any, confidence, outcome, priority) => {
      const before = { ...any, confidence }
      const [{ after } = { after: before }] = challengedFindings([before], {
        entries: readChallengeAnswer({ findings: [entry(1, outcome, { priority })] })?.entries ?? new Map(),
        missed: []
      })
      t.ok(rank(after.severity) >= rank(before.severity))
      t.ok(after.confidence >= 0 && after.confidence <= Math.min(1, confidence + 0.1005))
      if (outcome === 'downgraded') t.ok(after.confidence <= confidence)
    })
  )
})

const settings = (mode: 'auto' | 'always' | 'never', ...triggers: (typeof DEFENSE_TRIGGERS)[number][]) => ({
  adversarial_defense: mode,
  adversarial_defense_triggers: triggers
})

t.test('the defence is due in its modes and by its triggers', async (t) => {
  const [high, low] = [findingAt('high'), findingAt('low')]
  const cases = {
    kept: challenge([high], [entry(1, 'kept')]),
    dropped: challenge([low], [entry(1, 'dropped')]),
    grave: challenge([high], [entry(1, 'downgraded')]),
    slight: challenge([low], [entry(1, 'downgraded')]),
    risk: challenge([low], [entry(1, 'kept')], [writtenAt('P1')]),
    nothing: challenge([low], [entry(1, 'kept')], [writtenAt('P2')])
  }
  const due = (name: keyof typeof cases, ...args: Parameters<typeof settings>) =>
    isDefenseDue(cases[name], settings(...args))
  const all = [...DEFENSE_TRIGGERS]
  for (const [name, isAuto, isAlways] of [
    ['kept', false, false],
    ['dropped', true, true],
    ['grave', true, true],
    ['slight', false, true],
    ['risk', true, true],
    ['nothing', false, true]
  ] as const) {
    t.equal(due(name, 'auto', ...all), isAuto, name)
    t.equal(due(name, 'always'), isAlways, name)
    t.equal(due(name, 'never', ...all), false, name)
    t.equal(due(name, 'auto'), false, `${name} without triggers`)
  }
  for (const [name, trigger] of [
    ['dropped', 'finding_dropped'],
    ['grave', 'severity_downgraded'],
    ['risk', 'risk_found']
  ] as const) {
    t.ok(due(name, 'auto', trigger))
    t.notOk(due(name, 'auto', ...all.filter((one) => one !== trigger)))
  }
})

const DISPUTED = () =>
  challenge(
    [findingAt('critical'), findingAt('high', { title: 'Second' }), findingAt('low', { title: 'Third' })],
    [entry(1, 'dropped', { note: 'Wrong.' }), entry(2, 'downgraded'), entry(3, 'kept')],
    [writtenAt('P1', { title: 'Missed' })]
  )

t.test('what stands is as it was, and what does not stand is as the challenge has it', async (t) => {
  const disputed = DISPUTED()
  t.equal(disputedAmong(disputed).length, 3)
  const decide = (...stands: boolean[]) => {
    const entries = stands.map((stand, at) => ({ index: at + 1, stands: stand, note: 'Looked at.' }))
    const reading = readDefenseAnswer({ findings: entries })
    return challengeResult(defendedFindings(disputed, reading ?? new Map()))
  }
  t.match(decide(true, true, true), {
    findings: [
      { severity: 'critical', confidence: 0.7, adversarial_status: 'upheld', adversarial_note: 'Looked at.' },
      { title: 'Second', severity: 'high', adversarial_status: 'upheld' },
      { title: 'Missed', adversarial_status: 'missed_risk' },
      { title: 'Third', adversarial_status: 'kept' }
    ],
    dropped: [],
    isUnsettled: false
  })
  t.match(decide(false, false, false), {
    findings: [{ title: 'Second', severity: 'medium', adversarial_status: 'downgraded' }, { title: 'Third' }],
    dropped: [{ severity: 'critical' }, { title: 'Missed' }],
    isUnsettled: false
  })
  t.match(decide(), { isUnsettled: true }, 'nobody has agreed that the critical finding is wrong')
})

t.test('a critical finding is approved away by two passes, never by one', async (t) => {
  const opinion = {
    is: 'answered',
    correctness: 'patch is incorrect',
    confidence: 0.9,
    isChallenged: true
  } as const
  for (const outcome of ['dropped', 'downgraded']) {
    const challenged = challenge([findingAt('critical')], [entry(1, outcome, { priority: 'P3' })])
    const { findings, isUnsettled } = challengeResult(challenged)
    t.same(judge(findings, { ...opinion, isUnsettled }), { verdict: 'needs_discussion', confidence: 'low' })
    const agreed = challengeResult(defendedFindings(challenged, new Map([[1, { stands: false, note: '' }]])))
    t.same(judge(agreed.findings, { ...opinion, isUnsettled: agreed.isUnsettled }), {
      verdict: 'approved',
      confidence: 'high'
    })
  }
})

t.test('a defence without a decision is none', async (t) => {
  // Cast, as above.
  for (const said of [null, '', { findings: [] }, { findings: [{ index: 1, stands: 'yes' }] }] as Json[])
    t.equal(readDefenseAnswer(said), undefined)
})

t.test('later passes read each finding under the number by which they answer', async (t) => {
  const list = findingList([findingAt('high'), findingAt('low', { file: null, line: null })])
  t.match(list, /^Finding 1: A high problem \(high, bug, confidence 0\.7\)\nWhere: src\/a\.ts, line 3\n/)
  t.match(list, /\n\nFinding 2: A low problem .+\nWhere: the change as a whole\n/)
  t.match(
    disputeList(disputedAmong(DISPUTED())),
    /^Finding 1: .+ is wrong\. Wrong\.\n\nFinding 2: .+ less grave: medium\. No reason .+\n\nFinding 3: .+ adds it; /s
  )
})
