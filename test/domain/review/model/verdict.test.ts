import fc from 'fast-check'
import t from 'tap'
import {
  challengedVerdict,
  confidenceWord,
  firstVerdict,
  type JudgedFinding,
  judge,
  type ModelOpinion,
  reviewConclusion
} from '#domain/review/model/verdict.js'
import {
  BLOCKING_VERDICTS,
  CORRECTNESS,
  type Correctness,
  REVIEW_CONFIDENCES,
  REVIEW_VERDICTS,
  type ReviewSeverity
} from '#schemas/review/enums.js'
import { anyJudgedFinding, anyRatio } from './samples.js'

const LETTERS: Readonly<Record<string, ReviewSeverity>> = {
  c: 'critical',
  h: 'high',
  m: 'medium',
  l: 'low',
  i: 'info'
}

/** One finding for each letter. */
const found = (letters: string, rule: JudgedFinding['rule'] = null, confidence = 0.7): JudgedFinding[] =>
  [...letters].map((letter) => ({ severity: LETTERS[letter] ?? 'info', confidence, rule }))

const answered = (correctness: Correctness | null, more: Partial<ModelOpinion> = {}): ModelOpinion => ({
  is: 'answered',
  correctness,
  confidence: 0.9,
  isChallenged: false,
  isUnsettled: false,
  ...more
})
const WRONG = 'patch is incorrect'
const RIGHT = 'patch is correct'

t.test('the first verdict follows what the model says of the whole, then the severities', async (t) => {
  for (const [correctness, letters, verdict] of [
    [RIGHT, '', 'approved'],
    [RIGHT, 'hhm', 'approved'],
    [WRONG, '', 'needs_discussion'],
    [WRONG, 'i', 'needs_discussion'],
    [WRONG, 'hmml', 'needs_discussion'],
    [WRONG, 'hh', 'request_changes'],
    [WRONG, 'c', 'request_changes'],
    [null, '', 'approved'],
    [null, 'lli', 'approved'],
    [null, 'm', 'needs_discussion'],
    [null, 'h', 'needs_discussion'],
    [null, 'hh', 'request_changes'],
    [null, 'c', 'request_changes']
  ] as const)
    t.equal(
      firstVerdict(found(letters), { correctness, confidence: null }).verdict,
      verdict,
      `${correctness} with ${letters}`
    )
})

t.test(
  'the confidence of the first verdict is that of the model, else that of the gravest findings',
  async (t) => {
    for (const [confidence, word] of [
      [1, 'high'],
      [0.8, 'high'],
      [0.79, 'medium'],
      [0.5, 'medium'],
      [0.49, 'low'],
      [0, 'low']
    ] as const) {
      t.equal(confidenceWord(confidence), word)
      t.equal(firstVerdict(found('c'), { correctness: WRONG, confidence }).confidence, word)
    }
    const mixed = [...found('h', null, 0.6), ...found('h', null, 0.3), ...found('l', null, 0.9)]
    t.equal(firstVerdict(mixed, { correctness: WRONG, confidence: null }).confidence, 'medium')
    t.equal(firstVerdict([], { correctness: null, confidence: null }).confidence, 'low')
  }
)

t.test('after a challenge the severities that are left decide', async (t) => {
  for (const [letters, verdict, confidence] of [
    ['', 'approved', 'high'],
    ['mmmm', 'approved', 'high'],
    ['iiiii', 'needs_discussion', 'low'],
    ['h', 'needs_discussion', 'medium'],
    ['hh', 'needs_discussion', 'medium'],
    ['hhh', 'request_changes', 'medium'],
    ['c', 'request_changes', 'high'],
    ['chhh', 'request_changes', 'high']
  ] as const)
    t.same(challengedVerdict(found(letters)), { verdict, confidence }, letters)
})

t.test('the rules decide alone where the model was not asked', async (t) => {
  for (const [letters, verdict] of [
    ['', 'approved'],
    ['l', 'approved'],
    ['m', 'needs_discussion'],
    ['hh', 'request_changes'],
    ['c', 'request_changes']
  ] as const)
    t.equal(judge(found(letters, 'secret_added'), { is: 'absent' }).verdict, verdict, letters)
  t.same(judge(found('c', 'secret_added', 0.95), { is: 'absent' }), {
    verdict: 'request_changes',
    confidence: 'high'
  })
})

t.test('where the model fails, only an objection of the rules is a verdict', async (t) => {
  const failed = { is: 'failed' } as const
  t.same(judge([], failed), { verdict: 'error', confidence: null })
  t.same(judge(found('m', 'secret_added'), failed), { verdict: 'error', confidence: null })
  t.same(judge(found('c', 'secret_added'), failed), { verdict: 'request_changes', confidence: 'medium' })
})

t.test('of the model and the rules the graver one counts', async (t) => {
  const medium = found('m', 'debug_leftover')
  t.equal(judge(medium, answered(RIGHT)).verdict, 'needs_discussion')
  t.equal(judge(found('hh', 'test_weakened'), answered(RIGHT)).verdict, 'request_changes')
  t.equal(judge(medium, answered(RIGHT, { isChallenged: true })).verdict, 'needs_discussion')
  const both = [...found('h', 'test_weakened'), ...found('h')]
  t.equal(judge(both, answered(WRONG)).verdict, 'request_changes', 'the findings are counted together')
  t.same(judge(found('l', 'too_large'), answered(RIGHT)), { verdict: 'approved', confidence: 'high' })
})

t.test('a critical finding never ends as approved, and not without one that has agreed', async (t) => {
  t.same(judge(found('c'), answered(RIGHT)), { verdict: 'request_changes', confidence: 'medium' })
  t.same(judge([], answered(RIGHT, { isChallenged: true, isUnsettled: true })), {
    verdict: 'needs_discussion',
    confidence: 'low'
  })
  t.equal(judge(found('h'), answered(WRONG, { isChallenged: true, isUnsettled: true })).confidence, 'medium')
})

t.test('what the challenge has dropped does not count', async (t) => {
  const dropped = found('c').map((finding) => ({ ...finding, adversarial_status: 'dropped' as const }))
  t.equal(judge(dropped, answered(WRONG, { isChallenged: true })).verdict, 'approved')
})

const opinions: fc.Arbitrary<ModelOpinion> = fc.oneof(
  fc.constantFrom({ is: 'absent' as const }, { is: 'failed' as const }),
  fc.record({
    is: fc.constant('answered' as const),
    correctness: fc.constantFrom(null, ...CORRECTNESS),
    confidence: fc.option(anyRatio),
    isChallenged: fc.boolean(),
    isUnsettled: fc.boolean()
  })
)

t.test('the guard holds for all findings and opinions', async (t) => {
  const grave = { severity: 'critical', confidence: 0, rule: null } as const
  fc.assert(
    fc.property(
      fc.array(anyJudgedFinding, { maxLength: 8 }),
      opinions,
      fc.boolean(),
      (some, opinion, isByRule) => {
        const critical = { ...grave, rule: isByRule ? ('secret_added' as const) : null }
        t.equal(judge([...some, critical], opinion).verdict, 'request_changes')
      }
    )
  )
})

t.test('one more finding of the rules never makes a verdict milder', async (t) => {
  const rank = (word: (typeof REVIEW_VERDICTS)[number]) => REVIEW_VERDICTS.indexOf(word)
  fc.assert(
    fc.property(
      fc.array(anyJudgedFinding, { maxLength: 8 }),
      anyJudgedFinding,
      opinions,
      (some, one, opinion) => {
        if (opinion.is === 'failed') return
        const more = { ...one, rule: 'secret_added' as const }
        t.ok(rank(judge([...some, more], opinion).verdict) >= rank(judge(some, opinion).verdict))
      }
    )
  )
})

t.test('the check fails for a chosen verdict that is sure enough, and an error is neutral', async (t) => {
  const settings = {
    block_on_verdict: ['request_changes' as const],
    min_confidence_to_block: 'medium' as const
  }
  for (const confidence of REVIEW_CONFIDENCES) {
    const isSure = confidence !== 'low'
    t.equal(
      reviewConclusion({ verdict: 'request_changes', confidence }, settings),
      isSure ? 'failure' : 'success'
    )
    t.equal(reviewConclusion({ verdict: 'needs_discussion', confidence }, settings), 'success')
    t.equal(reviewConclusion({ verdict: 'error', confidence: null }, settings), 'neutral')
  }
  const all = { block_on_verdict: [...BLOCKING_VERDICTS], min_confidence_to_block: 'low' as const }
  for (const verdict of BLOCKING_VERDICTS)
    t.equal(reviewConclusion({ verdict, confidence: 'low' }, all), 'failure')
})
