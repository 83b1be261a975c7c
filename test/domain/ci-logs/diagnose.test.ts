import fc from 'fast-check'
import t from 'tap'
import { diagnose } from '#domain/ci-logs/diagnose.js'
import { createLogReader, LOG_LIMITS } from '#domain/ci-logs/reader.js'
import type { FailureType } from '#schemas/mirror/ci.js'
import { CASES, type Case } from './cases.js'

const factsOf = (...pieces: string[]) => {
  const reader = createLogReader()
  for (const piece of pieces) reader.push(piece)
  return reader.end()
}
const diagnosisOf = (...pieces: string[]) => diagnose(factsOf(...pieces))

const job = (lines: readonly string[]) =>
  [
    '##[group]Run actions/checkout@v4',
    'with:',
    '##[endgroup]',
    'Fetching the repository',
    '##[group]Run ./build.sh',
    './build.sh',
    '##[endgroup]',
    ...Array.from({ length: 80 }, (_, at) => `test case ${at} ... ok`),
    ...lines,
    '##[error]Process completed with exit code 1.',
    'Post job cleanup.',
    'Cleaning up orphan processes'
  ].join('\n')

t.test(
  'each kind of failure is told by the lines of its tools, and a re-run only where one helps',
  async (t) => {
    for (const { type, lines, transient = false } of CASES) {
      const found = diagnosisOf(job(lines))
      t.match(found, { type, transient }, lines[0] ?? '')
      t.ok(found.confidence > 0.5, `${lines[0]}: ${found.confidence}`)
    }
  }
)

t.test('what is shown first holds the cause, and all of it can be read', async (t) => {
  for (const { lines } of CASES) {
    const { extract } = diagnosisOf(job(lines))
    const [first] = extract
    t.ok(
      lines.some((line) => first?.lines.includes(line)),
      lines[0] ?? ''
    )
    t.ok((first?.lines.length ?? 0) <= 60)
    t.ok(extract.reduce((sum, chunk) => sum + chunk.lines.length, 0) <= 150)
  }
})

t.test(
  'it does not matter in what pieces a log comes, whether it is coloured, or what clock ran beside',
  async (t) => {
    const log = job(CASES[0]?.lines ?? [])
    const whole = diagnosisOf(log)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 50 }), (sizes) => {
        const pieces: string[] = []
        for (let from = 0, at = 0; from < log.length; at += 1) {
          const size = sizes[at % sizes.length] ?? 1
          pieces.push(log.slice(from, from + size))
          from += size
        }
        t.same(diagnosisOf(...pieces), whole)
      }),
      { numRuns: 30 }
    )
    const dressed = log
      .replace(/^/gm, '2026-01-01T10:00:00.1234567Z \u001b[36m')
      .replace(/\n/g, '\u001b[0m\r\n')
    t.same(diagnosisOf(dressed), whole)
  }
)

t.test('no more is kept than the limits allow, however long the log and its lines', async (t) => {
  const reader = createLogReader()
  for (let at = 0; at < 60_000; at += 1) reader.push(`error: failed to build part ${at}\nplain\n`.repeat(2))
  for (let at = 0; at < 100; at += 1) reader.push('Segmentation fault '.repeat(1_000))
  const { lineCount, lines, hits } = reader.end()
  t.equal(lineCount, 240_001)
  t.ok(lines.size <= 2 * LOG_LIMITS.lines + LOG_LIMITS.tail)
  t.ok(hits.length < 10 * LOG_LIMITS.hitsPerRule)
  t.ok([...lines.values()].every((line) => line.length <= LOG_LIMITS.lineLength))
})

t.test('secrets do not leave the reader', async (t) => {
  const secrets = [
    `ghp_${'a1B2'.repeat(9)}`,
    `glpat-${'x9'.repeat(10)}`,
    `AKIA${'ABCDEFGH12345678'}`,
    `npm_${'q'.repeat(36)}`,
    'hunter22-hunter22'
  ]
  const lines = secrets.map(
    (secret) => `fatal: Authentication failed for 'https://x:${secret}@example.org', password=${secret}`
  )
  const key = [
    '-----BEGIN RSA PRIVATE KEY-----',
    'MIIEowIBAAKCAQEA1234',
    'abcd',
    '-----END RSA PRIVATE KEY-----'
  ]
  const facts = factsOf(job([...lines, ...key]))
  const text = JSON.stringify([diagnose(facts), [...facts.lines], facts.hits])
  for (const secret of [...secrets, 'MIIEowIBAAKCAQEA1234']) t.notOk(text.includes(secret), secret)
})

t.test('equal failures of several repositories have one signature, and others have another', async (t) => {
  const failure = (path: string, at: number) =>
    diagnosisOf(`${path}/src/a.ts:${at}:7 - error TS2322: Type 'string' is not assignable to type 'number'.`)
      .signature
  t.equal(failure('/home/runner/work/one/one', 3), failure('/builds/two', 88))
  t.not(failure('/a', 1), diagnosisOf("a.ts:3:7 - error TS2345: Argument of type 'x'.").signature)
})

t.test('a diagnosis points to the file, the line, the rule and the package', async (t) => {
  t.match(diagnosisOf("./src/a.ts:3:7 - error TS2322: Type 'string' is not assignable to type 'number'."), {
    failing_file: 'src/a.ts',
    failing_line: 3,
    rule_id: 'TS2322'
  })
  t.match(diagnosisOf('npm ERR! notarget No matching version found for left-pad@^9.0.0.'), {
    package: 'left-pad'
  })
  t.match(diagnosisOf('lib/a.rb:12:3: C: [Correctable] Style/StringLiterals: Prefer single quotes'), {
    failing_file: 'lib/a.rb',
    failing_line: 12,
    rule_id: 'Style/StringLiterals'
  })
})

t.test('the root is told, not what follows from it', async (t) => {
  const told = (...lines: string[]): FailureType => diagnosisOf(job(lines)).type
  t.equal(
    told(
      '#9 wget: server returned error: HTTP/1.1 502 Bad Gateway',
      'ERROR: failed to solve: process "/bin/sh -c wget a" did not complete successfully: exit code: 1'
    ),
    'network'
  )
  t.equal(
    told("src/a.ts(3,5): error TS2304: Cannot find name 'b'.", 'npm ERR! code ELIFECYCLE'),
    'type_check'
  )
  t.equal(
    told('Could not resolve dependencies for project a', 'repo.example.org: Unknown host repo.example.org'),
    'network'
  )
  t.equal(
    told('g++: fatal error: Killed signal terminated program cc1plus', 'make: *** [a.o] Error 1'),
    'out_of_memory'
  )
  t.equal(
    told('The runner has received a shutdown signal.', 'Process completed with exit code 137.'),
    'runner_infra'
  )
})

t.test('passing tests, downloads and warnings decide nothing', async (t) => {
  const noise = [
    '    --- PASS: TestConnectionReset_ECONNRESET (0.00s)',
    'test net::no_space_left_on_device ... ok',
    '✓ times out with context deadline exceeded',
    '##[warning]Failed to restore: Cache service responded with 503',
    'Downloading segfault-handler-1.0.tgz'
  ]
  const { type } = diagnosisOf(job([...noise, 'FAILED tests/test_a.py::test_b - assert 1 == 2']))
  t.equal(type, 'test_failure')
})

t.test('a log that says nothing is said to say nothing', async (t) => {
  t.match(diagnosisOf('Building\nDone\n'), { type: 'unknown', transient: false, confidence: 0 })
  t.match(diagnosisOf(''), { type: 'unknown', extract: [] })
})

t.test('a message that no rule knows is judged by its words, without confidence', async (t) => {
  const guess = (command: string, line: string) =>
    diagnosisOf(
      `##[group]Run ${command}\n##[endgroup]\n${line}\n##[error]Process completed with exit code 1.\n`
    )
  for (const [command, line, type, transient] of [
    ['./ci.sh', 'frobnicate: memory limit reached', 'out_of_memory', false],
    ['npx oxlint', 'frobnicate: 3 files should be reformatted', 'lint_format', false],
    ['npm run test', 'frobnicate: 3 scenarios broken, test result is red', 'test_failure', false],
    ['./ci.sh', 'frobnicate: the server terminated the connection, connection lost', 'network', true],
    ['./ci.sh', 'frobnicate: the proxy said no', 'network', false]
  ] as const) {
    const found = guess(command, line)
    t.match(found, { type, transient }, line)
    t.ok(found.confidence > 0 && found.confidence < 0.5, `${line}: ${found.confidence}`)
    t.ok(found.extract[0]?.lines.includes(line), line)
  }
})

t.test('a step that fails without a word gets no reason from what the runner prints around it', async (t) => {
  const silent = [
    "Current runner version: '2.311.0'",
    '##[group]GITHUB_TOKEN Permissions',
    'Contents: read',
    '##[endgroup]',
    'Prepare workflow directory',
    'Prepare all required actions',
    'Uses: a/b/.github/workflows/ci.yml@refs/heads/main (0123abc)',
    'Complete job name: build',
    '##[group]Run ./run.sh',
    './run.sh',
    'shell: /usr/bin/bash -e {0}',
    '##[endgroup]',
    '##[error]Process completed with exit code 1.',
    'Post job cleanup.',
    'Temporarily overriding HOME before making global git config changes',
    'Cleaning up orphan processes'
  ]
  t.match(diagnosisOf(silent.join('\n')), { type: 'unknown', transient: false, confidence: 0 })
})

t.test('a file is named by its path in the repository, wherever a runner had checked it out', async (t) => {
  for (const [line, file] of [
    ['Diff in /home/runner/work/app/app/src/main.rs:3:', 'src/main.rs'],
    ['would reformat /Users/runner/work/app/app/src/app.py', 'src/app.py'],
    ['[ERROR] /__w/app/app/src/main/java/A.java:[5,12] cannot find symbol', 'src/main/java/A.java'],
    ['/github/workspace/src/a.c:3:5: error: expected declaration', 'src/a.c'],
    ["D:\\a\\app\\app\\src\\A.cs(3,5): error CS0103: The name 'b' does not exist", 'src/A.cs'],
    ['would reformat /opt/app/src/app.py', '/opt/app/src/app.py']
  ] as const)
    t.equal(diagnosisOf(line).failing_file, file, line)
})

t.test('a quote that is too long ends with a whole word, and shows that it went on', async (t) => {
  const address = `https://example.org/${'a'.repeat(60)}`
  const { cause } = diagnosisOf(`npm ERR! code E404 ${[address, address, address].join(' ')}`)
  t.ok(cause.endsWith(`${address} ${address}…`), cause)
  t.ok(diagnosisOf(`npm ERR! code E404 ${'a'.repeat(500)}`).cause.endsWith('a…'))
  t.notOk(diagnosisOf('npm ERR! code E404').cause.includes('…'))
})

t.test('every type has a case', async (t) => {
  const types = new Set(CASES.map(({ type }: Case) => type))
  t.equal(types.size, 16)
})
