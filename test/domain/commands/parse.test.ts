import t from 'tap'
import { commandsIn } from '#domain/commands/parse.js'

const read = (comment: string) => commandsIn(comment).map(({ command, fault }) => command ?? fault)
const one = (line: string) => read(line)[0]

t.test('a command starts a line of its own, in any case and after at most three spaces', async (t) => {
  t.same(read('/service status'), [{ name: 'status' }])
  t.same(read('Please:\r\n   /Service STATUS  \r\nThank you'), [{ name: 'status' }])
  t.same(read('/service'), [{ name: 'help' }])
  for (const text of ['see /service status', '/services status', '    /service status', '/servicestatus', ''])
    t.same(read(text), [], text)
})

t.test('a line in code, in a quote or hidden is none', async (t) => {
  for (const text of [
    '```\n/service stop\n```',
    '~~~ sh\n/service stop\n~~~',
    '````\n```\n/service stop\n````',
    '- ```\n  /service stop\n  ```',
    '```\n/service stop',
    '> /service stop',
    '> somebody wrote\n/service stop',
    '- > somebody wrote\n/service stop',
    '<!--\n/service stop\n-->',
    '<!-- a --> <!--\n/service stop\n-->',
    '<pre>\n/service stop\n</pre>',
    '\t/service stop',
    '```\n    ```\n/service stop\n```',
    '- ```\n  code\n```\n/service stop\n```',
    '```\n```\u00a0\n/service stop\n```',
    '```\u2028\n/service stop\n```',
    `${'`'.repeat(301)}\n/service stop`,
    '~~~ <pre>\n</pre>\n/service stop\n~~~',
    '- 1. > somebody wrote\n/service stop',
    '> somebody wrote\n\u00a0\n/service stop',
    '<!-- a\n--> <!--\n/service stop\n-->',
    '<blockquote>\n\n/service stop\n</blockquote>',
    '<blockquote><blockquote>a</blockquote>\n/service stop\n</blockquote>',
    '<details><code>\n/service stop\n</code></details>'
  ])
    t.same(read(text), [], encodeURI(text))
  t.same(read('> quoted\n\n/service stop'), [{ name: 'stop' }])
  t.same(read('```\ncode\n```\n/service stop'), [{ name: 'stop' }])
  t.same(read('```inline``` code\n/service stop'), [{ name: 'stop' }])
})

t.test('what is hidden, in code or a quote on one line leaves those after it', async (t) => {
  for (const text of [
    '<!-- Please read -->\n/service stop',
    '> <!-- Please read -->\n\n/service stop',
    '<!--\na\n--> <!-- b -->\n/service stop',
    'Use <code>x</code> or `<pre>`, not <prefix>\n/service stop',
    '- ```\n  code\n  ```\n/service stop'
  ])
    t.same(read(text), [{ name: 'stop' }], text)
})

t.test('each command is read with its words', async (t) => {
  t.same(one('/service run'), { name: 'run', part: 'all' })
  t.same(one('/service run Triage'), { name: 'run', part: 'triage' })
  t.same(one('/service stale scan'), { name: 'stale_scan' })
  t.same(one('/service clean branches'), { name: 'clean_branches' })
  t.same(one('/service settings'), { name: 'settings', days: null })
  t.same(one('/service settings stale 45'), { name: 'settings', days: { stale_issue_days: 45 } })
  t.same(one('/service settings pr-stale 3650'), { name: 'settings', days: { stale_pr_days: 3650 } })
  t.same(one('/service unwaive #12'), { name: 'unwaive', id: 12 })
  t.same(one('/service merge -10'), { name: 'merge', priority: -10 })
  t.same(one('/service merge +5'), { name: 'merge', priority: 5 })
  for (const name of ['fix', 'stop', 'start', 'merge', 'unqueue', 'help'])
    t.same(one(`/service ${name}`), { name })
})

t.test('a waiver has its clauses in any order, and its reason with or without quotation marks', async (t) => {
  const waiver = { name: 'waive', pillar: 'ci_healing', subject: null, until: null, reason: 'It is flaky' }
  t.same(one('/service waive ci_healing reason "It is flaky"'), waiver)
  t.same(one('/service waive ci_healing reason It is flaky'), waiver)
  t.same(one('/service waive ci_healing for #17 until 2027-01-31 reason “It is flaky”'), {
    ...waiver,
    subject: '17',
    until: '2027-01-31'
  })
  t.same(one('/service waive ci_healing reason "It is flaky" for release/*'), {
    ...waiver,
    subject: 'release/*'
  })
})

t.test('what cannot be understood says why', async (t) => {
  for (const [line, why] of [
    ['/service dance', /no such command.*\/service help/],
    ['/service constructor', /no such command/],
    ['/service stale', /no such command/],
    ['/service fix it', /Nothing may follow \/service fix\./],
    ['/service run everything', /one of triage, review, heal, fix, all/],
    ['/service merge now', /a priority from -10 to 10/],
    ['/service merge 11', /a priority from -10 to 10/],
    ['/service merge 1 2', /a priority from -10 to 10/],
    ['/service settings stale 0', /1 to 3650 days/],
    ['/service settings stale 3651', /1 to 3650 days/],
    ['/service settings stale ten', /1 to 3650 days/],
    ['/service waive', /pillar must be one of triage/],
    ['/service waive everything reason "x"', /pillar must be one of triage/],
    ['/service waive triage', /reason is required/],
    ['/service waive triage reason ""', /reason is required/],
    ['/service waive triage for 1 for 2 reason "x"', /Write \/service waive/],
    ['/service waive triage because "x"', /Write \/service waive/],
    [`/service waive triage reason "${'x'.repeat(1_001)}"`, /A reason has at most 1000 characters/],
    [`/service waive triage for ${'x'.repeat(256)} reason "x"`, /A branch has at most 255 characters/],
    ['/service waive triage reason It is flaky until 2099-01-31', /quotation marks/],
    ['/service waive triage reason for 17', /quotation marks/],
    ['/service unwaive', /id of a waiver/],
    ['/service unwaive -1', /id of a waiver/],
    [`/service waive triage reason ${'x'.repeat(2_000)}`, /at most 1500 characters/]
  ] as const)
    t.match(one(line), why, line.slice(0, 60))
})

t.test('of many commands the first five are read, and the sixth says so', async (t) => {
  const all = read(Array.from({ length: 9 }, () => '/service status').join('\n'))
  t.same(
    all.slice(0, 5),
    Array.from({ length: 5 }, () => ({ name: 'status' }))
  )
  t.match(all.slice(5), [/at most 5 commands/])
})
