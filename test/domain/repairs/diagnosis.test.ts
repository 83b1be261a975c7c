import t from 'tap'
import { diagnose } from '#domain/ci-logs/diagnose.js'
import { createLogReader } from '#domain/ci-logs/reader.js'
import { REPAIRS, repairFor } from '#domain/repairs/index.js'
import type { RepairName } from '#schemas/healing/enums.js'
import { CASES } from './cases.js'

const job = (lines: readonly string[]) =>
  [
    '##[group]Run actions/checkout@v4',
    '##[endgroup]',
    '##[group]Run ./build.sh',
    '##[endgroup]',
    ...Array.from({ length: 80 }, (_, at) => `test case ${at} ... ok`),
    ...lines,
    '##[error]Process completed with exit code 1.',
    'Post job cleanup.'
  ].join('\n')

/** As a failed job is healed: its log is diagnosed, and a repair is looked for by what was kept of it. */
function repairOf(lines: readonly string[]): string {
  const reader = createLogReader()
  reader.push(job(lines))
  const { type, transient, extract } = diagnose(reader.end())
  const kept = extract.flatMap((chunk) => chunk.lines)
  return transient
    ? 'run again'
    : (repairFor({ type, job: 'build', lines: kept })?.name ?? `none for ${type}`)
}

const knownBy = (name: RepairName, line: string) =>
  REPAIRS.some(
    ({ name: own, types, knows }) =>
      own === name && types.some((type) => knows({ type, job: 'build', lines: [line] }))
  )

t.test('whatever log a repair is for, its diagnosis leads to that repair', async (t) => {
  for (const { repair, log } of CASES.filter(({ log, repair }) => log.some((line) => knownBy(repair, line))))
    t.equal(repairOf(log), repair, log.join('\n').slice(0, 200))
})

t.test('so does each line by itself by which a repair knows its failure', async (t) => {
  const lines = CASES.flatMap(({ repair, log }) =>
    log.filter((line) => knownBy(repair, line)).map((line) => ({ repair, line }))
  )
  t.same([...new Set(lines.map(({ repair }) => repair))].sort(), REPAIRS.map(({ name }) => name).sort())
  for (const { repair, line } of lines) t.equal(repairOf([line]), repair, line)
})

const OTHER_WORDS: [RepairName, string][] = [
  ['retired_images', 'This is a scheduled windows-2019 brownout. The image will be removed on 2025-06-30.'],
  ['retired_images', '##[error]This is a scheduled Windows Server 2019 brownout.'],
  ['retired_images', 'Error: The runner label ubuntu-20.04 is no longer supported.'],
  ['retired_images', '##[error]The ubuntu-20.04 runner image, which this job asks for, has been removed.'],
  ['retired_images', 'The macOS 13 runner image is retired.'],
  [
    'retired_actions',
    'This request has been automatically failed because it uses a deprecated version of `actions/cache: v2`'
  ],
  ['workflow_permissions', "Error: The job's GITHUB_TOKEN needs `contents: read`."],
  ['workflow_permissions', 'Error: This action must have pull-requests: read'],
  ['workflow_permissions', 'Error: this step requires checks: read permission'],
  ['workflow_permissions', '##[error]Missing required permission `contents: read`'],
  [
    'workflow_commands',
    'Error: The `set-env` command is disabled. Please upgrade to using Environment Files.'
  ],
  ['manifest', 'SyntaxError: Failed to parse /home/runner/work/a/a/package.json: Unexpected token }'],
  ['manifest', 'Error: /home/runner/work/a/a/package.json is not valid JSON']
]

t.test('a repair recognises its failure in other wordings as well', async (t) => {
  for (const [repair, line] of OTHER_WORDS) t.equal(repairOf([line]), repair, line)
})

t.test('a header of all answers does not stand against what the line beside it says', async (t) => {
  const lines = [
    "src/a.ts(3,5): error TS2304: Cannot find name 'b'.",
    "    'x-accepted-github-permissions': 'issues=read; pull_requests=read'"
  ]
  t.equal(repairOf(lines), 'none for type_check')
})
