import fc from 'fast-check'
import t from 'tap'
import { cutOffsOf } from '#domain/duplicates/cut-offs.js'
import { DuplicateIndex } from '#domain/duplicates/index/index.js'
import { KNOWLEDGE } from './made-up.js'

const DUPLICATE = 0.92
const RELATED = 0.82
const at = new Date('2026-06-01T00:00:00Z')

interface Text {
  title: string
  body?: string
}

const reportOf = (id: number, { title, body = '' }: Text) => ({
  id,
  number: id,
  title,
  body,
  createdAt: new Date(at.getTime() - 1_000 + id),
  closedAt: null
})

const BESIDE: readonly Text[] = [
  { title: 'Menu flickers on hover', body: 'Move the mouse over the menu of the editor.' },
  { title: 'Translate the manual', body: 'Chapters about plugins are English only.' },
  { title: 'Slow start with many plugins', body: 'Half a minute with twenty of them.' }
]

/** Of the second, how much it is like the first, among a few others. */
function similarity(one: Text, other: Text): number {
  const index = new DuplicateIndex(KNOWLEDGE)
  for (const [at, beside] of BESIDE.entries()) index.add(reportOf(at + 1, beside))
  index.add(reportOf(10, one))
  const found = index.find(reportOf(11, other), { at, most: 20 })
  return found.find(({ id }) => id === 10)?.similarity ?? 0
}

const BODY = 'Please prepare it as always, tell the list and close the milestone when it is done.'

t.test(
  'a pair that differs only in a number, a version or a date is neither the same nor related',
  async () => {
    const number = fc.integer({ min: 0, max: 5_000 })
    const version = fc.tuple(fc.nat(40), fc.nat(40), fc.nat(40)).map((parts) => parts.join('.'))
    const day = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    const date = day.map((moment) => moment.toISOString().slice(0, 10))
    const token = fc.oneof(number.map(String), version, date)
    const title = fc.constantFrom(
      'Release v%',
      'Support PostgreSQL %',
      'Installer fails with error %',
      'Weekly meeting %'
    )
    fc.assert(
      fc.property(title, token, token, (shape, one, other) => {
        fc.pre(one !== other)
        const texts = [one, other].map((value) => ({ title: shape.replace('%', value), body: BODY }))
        const [a = BESIDE[0], b = BESIDE[1]] = texts
        return a !== undefined && b !== undefined && similarity(a, b) < RELATED
      })
    )
  }
)

t.test('codes of errors in the text tell reports apart, the same code does not', async (t) => {
  const failing = (code: string) => ({
    title: 'Installer stops',
    body: `The installer copies the files and stops at the end.\nIt ended with error code ${code}.`
  })
  t.ok(similarity(failing('1603'), failing('1618')) < RELATED)
  t.ok(similarity(failing('1603'), failing('1603')) >= DUPLICATE)
})

t.test('titles that are the same but for one name are not the same report', async (t) => {
  for (const [one, other] of [
    ['Add Italian translation', 'Add Finnish translation'],
    ['Bump lodash in the lockfile', 'Bump axios in the lockfile'],
    ['Onboarding: access for the new designer', 'Onboarding: access for the new tester']
  ] as const)
    t.ok(
      similarity({ title: one, body: BODY }, { title: other, body: BODY }) < DUPLICATE,
      `${one} | ${other}`
    )
})

t.test('two issues that leave the template empty have nothing in common', async (t) => {
  const template = [
    '**Describe the bug**',
    'A clear and concise description of what the bug is.',
    '**To Reproduce**',
    'Steps to reproduce the behavior:',
    "1. Go to '...'",
    "2. Click on '....'",
    '3. See error',
    '**Expected behavior**',
    'A clear and concise description of what you expected to happen.',
    '- [ ] I have searched the tracker',
    ' - OS: [e.g. iOS]',
    '**Additional context**',
    'Add any other context about the problem here.'
  ].join('\n')
  const [one, other] = [
    { title: 'Map freezes', body: template },
    { title: 'Contact form sends no mail', body: template }
  ] as const
  t.ok(similarity(one, other) < RELATED)
})

const TRACES: Readonly<Record<string, (place: string, line: number) => string>> = {
  JavaScript: (place, line) =>
    `TypeError: Cannot read properties of undefined\n    at ${place}Rows (/home/${line}/app/src/${place}.js:${line}:13)\n    at ${place}Table (/srv/app/src/${place}-table.js:${line}:5)\n    at ${place}Page (/srv/app/src/${place}-page.js:${line}:7)`,
  Java: (place, line) =>
    `java.lang.NullPointerException\n\tat com.shop.${place}.merge(${place}.java:${line})\n\tat com.shop.${place}Page.show(${place}Page.java:${line})\n\tat com.shop.${place}Filter.run(${place}Filter.java:${line})`,
  Python: (place, line) =>
    `Traceback (most recent call last):\n  File "/opt/${line}/${place}.py", line ${line}, in load\n  File "/opt/${line}/${place}_run.py", line ${line}, in run\n  File "/opt/${line}/${place}_main.py", line ${line}, in main\nKeyError: 'name'`,
  Go: (place, line) =>
    `panic: runtime error: index out of range\nmain.(*${place}).Parse(0xc000${line})\n\t/go/${line}/${place}.go:${line} +0x1f\nmain.${place}Main(0xc000${line})\n\t/go/${line}/main_${place}.go:${line} +0x2a`,
  'C#': (place, line) =>
    `System.NullReferenceException: Object reference not set\n   at Shop.${place}.Merge(Int32 id) in C:\\work${line}\\${place}.cs:line ${line}\n   at Shop.${place}Page.Show() in C:\\work${line}\\${place}Page.cs:line ${line}`,
  gdb: (place, line) =>
    `Program received signal SIGSEGV\n#0  0x00007f3c${line} in ${place}_parse (buf=0x${line}) at src/${place}.c:${line}\n#1  0x000055d0${line} in ${place}_main () at src/main_${place}.c:${line}`
}

t.test('a stack trace is the same whatever its lines, addresses and folders', async (t) => {
  for (const [language, trace] of Object.entries(TRACES)) {
    const first = { title: 'Crash in the shop', body: `It crashed.\n\n${trace('cart', 120)}` }
    const second = { title: 'Stack trace after the update', body: trace('cart', 457) }
    t.ok(similarity(first, second) >= RELATED, language)
  }
})

t.test('the same exception in other functions is not the same report', async (t) => {
  for (const [language, trace] of Object.entries(TRACES)) {
    const [first, second] = [trace('cart', 120), trace('order', 120)]
    t.ok(similarity({ title: 'Crash', body: first }, { title: 'Crash', body: second }) < DUPLICATE, language)
  }
})

t.test(
  'whatever was answered, other traces, names, numbers and dates are never told as the same',
  async (t) => {
    const shop = TRACES['Java'] ?? (() => '')
    const others: readonly (readonly [Text, Text])[] = [
      [
        { title: 'Crash', body: shop('cart', 120) },
        { title: 'Crash', body: shop('order', 120) }
      ],
      [
        { title: 'Add Italian translation', body: BODY },
        { title: 'Add Finnish translation', body: BODY }
      ],
      [
        { title: 'Weekly meeting 12 May', body: BODY },
        { title: 'Weekly meeting 12 June', body: BODY }
      ],
      [
        { title: 'Release v2.4.0', body: BODY },
        { title: 'Release v2.5.0', body: BODY }
      ]
    ]
    const alike = others.map(([one, other]) => similarity(one, other))
    const degree = fc.double({ min: 0.8, max: 1, noNaN: true })
    const answer = fc.record({ similarity: degree, confirmed: fc.boolean() })
    const confirmed = fc.record({ similarity: degree, confirmed: fc.constant(true) })
    fc.assert(
      fc.property(fc.oneof(fc.array(answer), fc.array(confirmed)), (answers) => {
        const { duplicate } = cutOffsOf(answers)
        return alike.every((one) => one < duplicate)
      })
    )
    const lowest = cutOffsOf(Array.from({ length: 5 }, () => ({ similarity: 0.88, confirmed: true })))
    t.equal(lowest.duplicate, 0.88, 'answers do lower it')
    t.ok(
      alike.every((one) => one < lowest.duplicate),
      String(alike)
    )
  }
)
