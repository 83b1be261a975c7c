import fc from 'fast-check'
import t from 'tap'
import { jsonValuesIn } from '#domain/review/model/answer.js'
import { readChallengeAnswer } from '#domain/review/model/challenge.js'
import { readDefenseAnswer } from '#domain/review/model/defense.js'
import { readReviewAnswer } from '#domain/review/model/review-answer.js'
import { growingPieces } from '#test/harness/growth.js'
import { writtenAt, writtenReview } from './samples.js'

const REVIEW = writtenReview([writtenAt('P1')])
const TEXT = JSON.stringify(REVIEW)
const PRETTY = JSON.stringify(REVIEW, null, 2)
const fenced = (text: string) => `\`\`\`json\n${text}\n\`\`\``

t.test('an answer is found in six ways', async (t) => {
  for (const text of [
    TEXT,
    `  \n${PRETTY}\n`,
    `Here it is:\n${fenced(PRETTY)}\nI hope that it helps.`,
    `An example:\n${fenced('{"a": 1}')}\nThe answer:\n${fenced(PRETTY)}`,
    `Cut off: \`\`\`\n\`\`\`\n${PRETTY}`,
    `Sure! ${TEXT} Anything else?`,
    `One a line:\n${JSON.stringify(writtenAt('P1'))},\n{"overall_correctness": "patch is incorrect"}\n`,
    `I think of {braces} first, then { this: ${PRETTY} and that }.`
  ])
    t.match(readReviewAnswer(text), { findings: [{ title: 'A P1 problem', severity: 'high' }] }, text)
})

t.test('a text without an answer is none', async (t) => {
  for (const text of [
    '',
    'All is well.',
    '{',
    '[]',
    'null',
    '"text"',
    '{"findings": "none"}',
    '```',
    '{}{}{}',
    '{"a":{}}'
  ])
    t.equal(readReviewAnswer(text), undefined, text)
})

t.test('silence is no approval: without findings the whole must be called correct or not', async (t) => {
  t.equal(readReviewAnswer({ findings: [] }), undefined)
  t.equal(readReviewAnswer({ findings: [], overall_correctness: 'perhaps' }), undefined)
  t.match(readReviewAnswer(writtenReview([])), { findings: [], overall: { correctness: 'patch is correct' } })
})

t.test('an empty answer that is quoted from the change does not hide the real one', async (t) => {
  const quoted = JSON.stringify(writtenReview([]))
  t.match(readReviewAnswer(`The file holds\n${fenced(quoted)}\nso:\n${fenced(PRETTY)}`), {
    findings: [{ severity: 'high' }]
  })
})

t.test('an answer that a server has wrapped is found', async (t) => {
  t.match(readReviewAnswer({ answer: REVIEW }), { findings: [{ severity: 'high' }] })
})

t.test('valid findings are kept each by itself, and the others are named with a reason', async (t) => {
  const reading = readReviewAnswer(
    writtenReview([
      writtenAt('P0'),
      writtenAt('P9'),
      writtenAt('P1', { title: '   ' }),
      { title: 'Bare', priority: 2 },
      { title: '[P3] In the title' },
      {
        title: 'By severity',
        severity: 'Critical',
        priority: null,
        line: 'x',
        confidence: 7,
        category: 'odd'
      }
    ])
  )
  t.match(reading?.findings, [
    { title: 'A P0 problem', severity: 'critical', confidence: 0.7 },
    { title: 'By severity', severity: 'critical', category: 'bug', line: null, confidence: 0.5 },
    { title: 'Bare', severity: 'medium', description: 'Bare', suggestion: null, file: null },
    { title: 'In the title', severity: 'low' }
  ])
  t.same(
    reading?.ignored.map(({ reason }) => reason),
    ['invalid_priority', 'missing_title']
  )
})

t.test('findings of which none is valid are no answer', async (t) => {
  t.equal(readReviewAnswer(writtenReview([writtenAt('P9'), { priority: 'P0' }])), undefined)
  t.equal(readReviewAnswer({ findings: [1, null, []], overall_correctness: 'patch is correct' }), undefined)
})

t.test('of more than anybody reads the gravest are kept, each once', async (t) => {
  const many = Array.from({ length: 200 }, (_, at) =>
    writtenAt(at === 199 ? 'P0' : 'P3', { title: `No. ${at % 150}` })
  )
  const reading = readReviewAnswer(writtenReview(many))
  t.equal(reading?.findings.length, 50)
  t.equal(reading?.findings[0]?.severity, 'critical')
})

t.test('what the model writes is harmless wherever it is shown', async (t) => {
  const hostile = [
    '@octocat and @octo-org/team: closes #1, GH-2 &#64;octocat',
    '![x](https://evil.example/x.png) [y](//evil.example) [z]: https://evil.example',
    '<img src=x onerror=alert(1)> <!-- service-effect:1 --> </details>',
    '```\n~~~ \u202e\u0000\ud800 ghp_abcdefghijklmnopqrstuvwxyz0123456789'
  ].join('\n')
  const reading = readReviewAnswer(
    writtenReview(
      [
        writtenAt('P1', {
          title: hostile,
          description: hostile,
          suggestion: hostile,
          file: `a\n\u0000${hostile}`
        })
      ],
      {
        overall_explanation: hostile
      }
    )
  )
  const finding = reading?.findings[0]
  for (const text of [
    finding?.title,
    finding?.description,
    finding?.suggestion,
    reading?.overall.explanation
  ]) {
    t.notMatch(text, /[@#][a-z0-9]|GH-\d|:\/\/|<[a-z!/]|!\[|\]\(|\]:|&#|``|~~/i)
    t.notMatch(text, /\p{Cc}|\p{Surrogate}|\u202e|ghp_abc/u)
  }
  t.ok((finding?.title.length ?? 0) <= 140)
  t.notMatch(finding?.file, /\p{Cc}/u)
})

const pieces = fc.constantFrom(
  ...[
    '{',
    '}',
    '[',
    ']',
    '"',
    '\\',
    '```',
    '\n',
    ',',
    ':',
    '{"findings":[',
    '"title":"x"',
    '"priority":"P0"',
    'é',
    '\ud800'
  ]
)
const anyText = fc.oneof(
  fc.string(),
  fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join(''))
)

t.test('no answer makes a reader throw', async (t) => {
  const values = fc.oneof(anyText, fc.jsonValue({ maxDepth: 4 }))
  fc.assert(
    fc.property(values, (said) => {
      // The border to any JSON.
      const json = said as Parameters<typeof readReviewAnswer>[0]
      for (const read of [readReviewAnswer, readChallengeAnswer, readDefenseAnswer]) read(json)
    }),
    { numRuns: 500 }
  )
  for (const [before, again] of [
    ['', '['],
    ['{"findings":', '['],
    ['', '{"a":']
  ] as const) {
    t.equal(readReviewAnswer(before + again.repeat(100_000)), undefined)
  }
  t.equal(
    readReviewAnswer({ findings: [JSON.parse(`{"__proto__": {"title": "x"}, "constructor": 1}`)] }),
    undefined
  )
})

const PIECES = [
  '{',
  '{"',
  '"',
  '{}',
  '```\n',
  '{}\n',
  '\\',
  '{"a":1}\n',
  '{{}',
  '{"a":"\\"',
  '[{',
  '}{',
  '{"a":{'
]

/** How many characters are given to the parser, in total, until no answer is found. */
function charactersParsed(text: string): number {
  const { parse } = JSON
  let characters = 0
  JSON.parse = (json: string) => {
    characters += json.length
    return parse(json)
  }
  try {
    for (const value of jsonValuesIn(text)) if (value === 'never') break
  } finally {
    JSON.parse = parse
  }
  return characters
}

t.test('what the parser is given is a few times what was answered, whatever it looks like', async (t) => {
  for (const piece of PIECES) {
    const text = piece.repeat(Math.ceil(400_000 / piece.length))
    const times = charactersParsed(text) / text.length
    t.ok(times <= 10, `${JSON.stringify(piece)}: ${times} times`)
  }
})

t.test('an answer is looked for with work that grows as the length of the text', async (t) => {
  const read = (text: string) => [...jsonValuesIn(text)]
  const growing = await growingPieces(import.meta.url, { answers: { pieces: PIECES, read } })
  t.same(growing.get('answers'), [])
})

t.test('what is beyond any answer is not read', async (t) => {
  t.equal([...jsonValuesIn('x'.repeat(10_000_000))].length, 0)
})
