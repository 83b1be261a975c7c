// Every text that the service posts on the host, rendered once with harmless and once with hostile input.
import t from 'tap'
import { HELP, itemStatusText, replyText, waiverText } from '#domain/commands/texts.js'
import { duplicateAnnouncement, WITHDRAWN_TEXT } from '#domain/duplicates/text/announcement.js'
import { abandonedCheck, configCheckOutput } from '#domain/enforcement/config-files/check-output.js'
import { trackingText, trackingTitle } from '#domain/enforcement/tracking-text.js'
import { feedbackComment } from '#domain/feedback/comment.js'
import { boundedEvent } from '#domain/feedback/events.js'
import { messageFor } from '#domain/feedback/message.js'
import {
  type FixProposal,
  fixComment,
  fixCommitMessage,
  fixPullBody,
  fixPullTitle,
  releaseComment
} from '#domain/fixing/texts.js'
import { gateCheckOutput } from '#domain/gates/check-output.js'
import { evaluateGate } from '#domain/gates/gates.js'
import { diagnosisComment, type HealResponse } from '#domain/healing/diagnosis-comment.js'
import {
  type HealProposal,
  healCommitMessage,
  healPullBody,
  healPullTitle
} from '#domain/healing/proposal.js'
import { previewOutput } from '#domain/reconciler/preview-output.js'
import { DETAILS_REQUEST } from '#domain/triage/details-request.js'
import type { Json } from '#schemas/common.js'
import { FIX_STATUSES } from '#schemas/fixing/enums.js'
import { FAILURE_TYPES } from '#schemas/mirror/ci.js'
import { feedbackEvents } from '#test/fixtures/feedback-events.js'
import { queueCheckTitles, queueTextsToActOn, queueTextsToRead } from '#test/fixtures/queue-texts.js'
import { rollbackBodies, rollbackMessages, rollbackTitles } from '#test/fixtures/rollback-texts.js'

const HOSTILE = [
  'a`b @octocat, @octo-org/team: fixes #1, closes octo-org/hello#1, resolves GH-2.',
  '&#64;octocat <!-- service-effect:1 --> ![x](https://evil.example/x.png) www.evil.example',
  '~~~~~~',
  '```',
  `</summary></details> <b>| # \u0000\ud800 ${'long '.repeat(200)}`
].join('\n')
const NUMBER = 4711
const SHA_URL = 'https://github.example/octo-org/hello/actions/runs/4711'
const DECISIONS = ['acted', 'blocked', 'skipped', 'dry_run', 'error'] as const

interface Posted {
  what: string
  text: string
}

const posted = (what: string, texts: readonly (string | undefined)[]): Posted[] =>
  texts.map((text) => ({ what, text: text ?? '' }))

const RESPONSES = (reason: string): HealResponse[] => [
  { is: 'rerun' },
  { is: 'pull_request' },
  { is: 'asking_model' },
  { is: 'nothing', reason },
  { is: 'no_pull_request', reason },
  { is: 'no_model_answer', reason }
]

function diagnosisComments(words: string, runUrl: string | null): Posted[] {
  const found = {
    workflow: words,
    runId: NUMBER,
    runUrl,
    cause: words,
    confidence: 'high' as const,
    job: words,
    file: words,
    line: 12,
    extract: [{ job: words, from: 10, to: 11, lines: words.split('\n') }]
  }
  const byResponse = RESPONSES(words).map((response) =>
    diagnosisComment({ ...found, type: 'type_check', response })
  )
  const byType = FAILURE_TYPES.map((type) =>
    diagnosisComment({ ...found, type, file: null, extract: [], response: { is: 'rerun' } })
  )
  return posted('diagnosis comment', [...byResponse, ...byType])
}

const healProposal = (words: string, risk: number): HealProposal => ({
  remedy: 'manifest',
  type: 'config_error',
  cause: words,
  confidence: 'medium',
  risk,
  workflow: words,
  runId: NUMBER,
  runUrl: SHA_URL,
  paths: risk === 0 ? [words] : Array.from({ length: 60 }, () => words),
  explanation: [words, 'It was wrong.'],
  isConventional: risk === 0
})

const fixProposal = (words: string, riskLevel: string): FixProposal => ({
  issueNumber: NUMBER,
  summary: words,
  explanation: words,
  files: Array.from({ length: 25 }, () => words),
  lines: 3,
  complexity: 'simple',
  confidence: 'medium',
  riskScore: 30,
  riskLevel,
  model: words
})

const gateChecks = (words: string) => {
  const gate = {
    name: words,
    source: 'file' as const,
    isDefault: false,
    blockOnFail: true,
    conditions: [
      { metric: 'open_issues' as const, operator: '<' as const, threshold: 1 },
      { metric: 'triage_coverage' as const, operator: '>=' as const, threshold: 0.5 }
    ]
  }
  // The border to the type: one of the metrics is missing, as an older version may have recorded it.
  const metrics = { triage_coverage: 0 } as Parameters<typeof evaluateGate>[1]['metrics']
  const outcomes = [evaluateGate(gate, { metrics, noData: ['triage_coverage'] })]
  return DECISIONS.map((decision) => gateCheckOutput({ decision, reason: words }, outcomes))
}

const configChecks = (words: string) => {
  const finding = { rule: 'yaml_syntax', message: words, line: 3, col: 4 }
  const errors = [{ ...finding, severity: 'error' as const }]
  const warnings = [{ ...finding, severity: 'warning' as const }]
  const service = { path: '.github/.service.yml', fileType: 'service_config' as const }
  const other = { path: `${words}/package.json`, fileType: 'package_json' as const }
  const commits = [
    { files: [], lacksServiceFile: true, unchecked: 0 },
    { files: [{ ...service, errors: [], warnings: [] }], lacksServiceFile: false, unchecked: 0 },
    { files: [{ ...service, errors: [], warnings }], lacksServiceFile: false, unchecked: null },
    {
      files: [
        { ...service, errors, warnings },
        { ...other, errors, warnings }
      ],
      lacksServiceFile: false,
      unchecked: 7
    },
    { files: [{ ...other, errors, warnings: [] }], lacksServiceFile: true, unchecked: 0 }
  ]
  return [abandonedCheck(words), ...commits.map((commit) => configCheckOutput(commit, { isDry: false }))]
}

const configPreviews = (words: string) => {
  const nothing = { fullName: words, changes: [], changedKeys: [], pillarsOn: [], pillarsOff: [] }
  const same = { ...nothing, isRead: true, isFileKnown: true }
  const change = (field: string, from: Json | undefined) => ({ field, from, to: words })
  const changes = [
    change('branch_protection.required_status_check_contexts', [words]),
    change(`label.missing.${words}`, null),
    change(`label.missing.${words}`, undefined),
    change(`label.color.${words}`, words)
  ]
  const changed = {
    fullName: words,
    changes: Array.from({ length: 5 }, () => changes).flat(),
    changedKeys: [`/baseline/labels/${words}`],
    pillarsOn: [words],
    pillarsOff: [words],
    isRead: false,
    isFileKnown: false
  }
  const unlocked = Array.from({ length: 9 }, () => words)
  return [
    { repositories: [same], total: 1, isPublic: true, locked: [], unlocked: [], lacksFile: false },
    {
      repositories: [same, changed, changed],
      total: 3,
      isPublic: false,
      locked: [words],
      unlocked: [],
      lacksFile: true
    },
    {
      repositories: Array.from({ length: 200 }, () => changed),
      total: 300,
      isPublic: false,
      locked: unlocked,
      unlocked,
      lacksFile: true
    }
  ].map(previewOutput)
}

const pair = (number: number, status: 'pending' | 'confirmed', similarity = 0.96) => ({
  number,
  kind: 'duplicate' as const,
  status,
  similarity
})

const tracked = (words: string, mode: 'audit' | 'enforce') => ({
  id: 1,
  policy: words,
  branch: words,
  mode,
  breaches: [
    { field: 'required_status_check_contexts' as const, expected: [words, 'test'], actual: [] },
    { field: 'required_reviews' as const, expected: 2, actual: 0 }
  ],
  obstacle: words
})

/** Of a repository as a whole, whose files and people bring the words. */
const untidy = (words: string) => ({
  ...tracked(words, 'enforce'),
  branch: null,
  obstacle: null,
  breaches: [{ field: 'forbid_outside_admins' as const, expected: [], actual: [words] }]
})

const DUPLICATE_COMMENTS = posted('duplicate comment', [
  duplicateAnnouncement([pair(NUMBER, 'pending')]),
  duplicateAnnouncement([pair(NUMBER, 'pending'), pair(NUMBER + 1, 'pending', 0.9)]),
  duplicateAnnouncement([pair(NUMBER, 'confirmed')]),
  duplicateAnnouncement([pair(NUMBER, 'confirmed'), pair(NUMBER + 1, 'confirmed')], NUMBER + 2),
  WITHDRAWN_TEXT
])

const fixComments = () =>
  FIX_STATUSES.map((status) => fixComment({ prNumber: NUMBER, status, complexity: null, confidence: 'low' }))

const feedbackComments = (words: string) =>
  feedbackEvents(words).map((event) =>
    feedbackComment(messageFor(boundedEvent(event), { logLink: true, diffPreview: true }))
  )

/** Texts with a body, in which people must find what to do next. */
const bodiesFrom = (words: string): Posted[] => [
  ...diagnosisComments(words, SHA_URL),
  ...diagnosisComments(words, words),
  ...posted('repair', [healPullBody(healProposal(words, 0)), healPullBody(healProposal(words, 45))]),
  ...posted('fix', [fixPullBody(fixProposal(words, 'low')), fixPullBody(fixProposal(words, 'medium'))]),
  ...posted('fix comment', fixComments()),
  ...posted('release comment', [
    releaseComment({ prNumber: NUMBER, tag: words, closes: true }),
    releaseComment({ prNumber: NUMBER, tag: words, closes: false })
  ]),
  ...DUPLICATE_COMMENTS,
  ...posted(
    'gate check',
    gateChecks(words).map(({ summary }) => summary)
  ),
  ...posted(
    'configuration check',
    configChecks(words).map(({ summary }) => summary)
  ),
  ...posted(
    'preview of a configuration',
    configPreviews(words).map(({ summary }) => summary)
  ),
  ...posted('tracking issue', [
    trackingText(tracked(words, 'audit')),
    trackingText(tracked(words, 'enforce')),
    trackingText(untidy(words))
  ]),
  ...posted('feedback', feedbackComments(words)),
  ...posted('merge queue', queueTextsToActOn(words, SHA_URL)),
  ...posted('merge queue', queueTextsToActOn(words, words)),
  ...posted('rollback', [...rollbackBodies(words, SHA_URL), ...rollbackBodies(words, words)]),
  ...posted('request for details', [DETAILS_REQUEST])
]

/** They answer a person, who knows what to do next. */
const repliesFrom = (words: string): Posted[] => {
  const status = {
    state: 'open',
    type: words,
    priority: null,
    size: null,
    risk: words,
    triagedAt: new Date(0)
  }
  const item = {
    triage: status,
    run: { workflow: words, status: 'completed', conclusion: 'failure', healStatus: 'pending' },
    activity: undefined,
    limits: { stale: 60, warn: 7, close: null },
    now: new Date(0),
    actions: [{ actionType: 'add-label', actionValue: words, status: 'succeeded', createdAt: new Date(0) }]
  }
  const waiver = { id: 1, pillar: 'triage', scope: 'branch', scope_value: words, expires_at: null }
  return posted('reply', [
    ...queueTextsToRead(words),
    replyText([
      { line: words, state: 'refused', reply: words },
      { line: '/service status', state: 'done', reply: itemStatusText(item) },
      { line: '/service help', state: 'done', reply: HELP },
      { line: words, state: 'done', reply: waiverText(waiver) }
    ])
  ])
}

/** What a reader sees of it: not where its links lead. */
const longLines = (text: string) =>
  text
    .replaceAll(`](${SHA_URL})`, ']')
    .split('\n')
    .filter((line) => line.length > 300)

/** Titles and commit messages, which are no Markdown: nothing in them is protected by being code. */
const plainFrom = (words: string): Posted[] => [
  ...posted('title', [
    ...[healProposal(words, 0), healProposal(words, 45)].map(healPullTitle),
    fixPullTitle(fixProposal(words, 'low')),
    ...gateChecks(words).map(({ title }) => title),
    trackingTitle(tracked(words, 'audit')),
    ...queueCheckTitles(words),
    ...rollbackTitles(words),
    ...configChecks(words).map(({ title }) => title),
    ...configPreviews(words).map(({ title }) => title)
  ]),
  ...posted('commit message', [
    ...rollbackMessages(words),
    ...[healProposal(words, 0), healProposal(words, 45)].map(healCommitMessage),
    fixCommitMessage(fixProposal(words, 'low'))
  ])
]

const FENCE = /^ {0,3}~{3,}.*$/m
const outsideOfCode = (text: string) =>
  text
    .split(FENCE)
    .filter((_, at) => at % 2 === 0)
    .join('\n')
    .replaceAll(/(?<!\\)`[^`\n]*`/g, '')

const ORDERS = /[@#](?:octo|1\b)|GH-\d|:\/\/evil|www\.evil|(?<!\\)<(?!\/?(?:details|summary)>)|(?<!\\)&#/
const CLOSING = new RegExp(`\\b(?:fix|clos|resolv)(?:e|es|ed)?:? #${NUMBER}`, 'i')
const NEXT_STEP =
  /what to do next|please|review it|nothing to do|close this issue if|still needs|persists in/i
const words = ['CI of the team', HOSTILE]

t.test('each text says what to do next, in lines that can be read', async (t) => {
  for (const { what, text } of words.flatMap(bodiesFrom)) {
    t.match(text, NEXT_STEP, what)
    t.same(longLines(text), [], what)
  }
  for (const { what, text } of words.flatMap(plainFrom))
    t.same(
      text.split('\n').filter((line) => line === '' || line.length > 300).length,
      what === 'title' ? 0 : 1,
      what
    )
})

t.test('no input mentions people, refers to issues, links, or leaves its block', async (t) => {
  for (const { what, text } of [...bodiesFrom(HOSTILE), ...repliesFrom(HOSTILE)]) {
    const prose = outsideOfCode(text).replaceAll(`](${SHA_URL})`, ']')
    t.notMatch(prose, ORDERS, what)
    t.notMatch(text.replaceAll(HOSTILE, ''), CLOSING, `${what}: merging closes nothing`)
    t.notMatch(prose, /^ {0,3}`{3}/m, `${what}: no block begins`)
    t.equal((text.match(new RegExp(FENCE.source, 'gm')) ?? []).length % 2, 0, `${what}: blocks end`)
    const tags = prose.match(/(?<!\\)<\/?(?:details|summary)>/g) ?? []
    t.ok([0, 4].includes(tags.length), `${what}: its details are its own`)
    t.notMatch(text, /[\ud800-\udbff](?![\udc00-\udfff])/, what)
    t.notOk(text.includes('\u0000'), what)
  }
  for (const { what, text } of plainFrom(HOSTILE)) t.notMatch(text, /[@#](?:octo|1\b)|GH-\d|:\/\/evil/, what)
})
