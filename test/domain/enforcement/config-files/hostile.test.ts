import fc from 'fast-check'
import t from 'tap'
import { validateConfigFile } from '#domain/enforcement/config-files/validate.js'
import { CONFIG_FILE_TYPES, type ConfigFileType } from '#schemas/enforcement/config-results.js'

/** Pieces of the languages, so that a text of them gets far into a parser. */
const PIECES = [
  ...'{}[]()"\'`:,=-#!*&%$<>|?.\\/@~\n\t ',
  '\r\n',
  '${',
  '%{',
  '<<-EOT\n',
  'EOT\n',
  '/*',
  '*/',
  '- ',
  ': ',
  'on: push\n',
  'jobs:\n',
  '  a: &a\n',
  '*a',
  '<<: *a\n',
  '    steps:\n',
  '"a": ',
  'for ',
  'in ',
  '---\n',
  '\u0000',
  '\ud800',
  'é',
  '\uFEFF'
]
const texts = fc.oneof(
  fc.string({ maxLength: 200, unit: 'binary' }),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 120 }).map((pieces) => pieces.join(''))
)

function validate(fileType: ConfigFileType, text: string) {
  const bytes = Buffer.byteLength(text)
  return validateConfigFile({ path: '.github/ISSUE_TEMPLATE/a.yml', fileType, text, bytes, mayLock: false })
}

t.test('whatever a file holds, its findings are few and stand within it', async (t) => {
  fc.assert(
    fc.property(fc.constantFrom(...CONFIG_FILE_TYPES), texts, (fileType, text) => {
      const { errors, warnings } = validate(fileType, text)
      const lines = text.split('\n')
      const isWithin = ({ line, col }: { line: number; col: number }) =>
        col >= 1 && col <= (lines[line - 1]?.length ?? -1) + 1
      return errors.length + warnings.length <= 100 && [...errors, ...warnings].every(isWithin)
    }),
    { numRuns: 3_000 }
  )
  t.pass()
})

t.test('the same file always has the same findings', async (t) => {
  fc.assert(
    fc.property(fc.constantFrom(...CONFIG_FILE_TYPES), texts, (fileType, text) => {
      const [one, other] = [validate(fileType, text), validate(fileType, text)]
      return JSON.stringify(one) === JSON.stringify(other)
    }),
    { numRuns: 300 }
  )
  t.pass()
})

const KB = 1024
const repeated = (piece: string, bytes: number) => piece.repeat(bytes / piece.length)
/** Where each level stands for ten of the one below, a file that is expanded has no end. */
const bomb = [
  'a0: &a0 [x]',
  ...Array.from(
    { length: 30 },
    (_, at) => `a${at + 1}: &a${at + 1} [${Array(10).fill(`*a${at}`).join(', ')}]`
  )
].join('\n')
const merges = [
  'm0: &m0 { a: 1 }',
  ...Array.from(
    { length: 30 },
    (_, at) => `m${at + 1}: &m${at + 1} { <<: [${Array(10).fill(`*m${at}`).join(', ')}] }`
  ),
  'on: push',
  'jobs: { a: *m30 }',
  'services: { a: *m30 }'
].join('\n')

t.test('hostile files end in the time that their length explains', async (t) => {
  const yaml = [
    bomb,
    merges,
    repeated('[', 100 * KB),
    repeated('- ', 100 * KB),
    repeated('a: *a\n', 100 * KB)
  ]
  const json = [repeated('[', 500 * KB), repeated('{"a":', 500 * KB), repeated('"', 500 * KB)]
  const terraform = ['${"', 'a = "${', '(', 'a {\n', '<<A\n', 'a "b" ', '/*', '#'].map((piece) =>
    repeated(piece, 500 * KB)
  )
  const hostile: [ConfigFileType, string[]][] = [
    ['host_actions', yaml],
    ['docker_compose', yaml],
    ['tsconfig', json],
    ['package_json', json],
    [
      'terraform',
      [...terraform, `a = ${repeated('(', 500 * KB)}`, `a = <<EOT\n${repeated('EO\n', 500 * KB)}`]
    ],
    ['codeowners', [repeated('\\', 500 * KB), repeated('a @', 500 * KB), repeated('[', 500 * KB)]]
  ]
  for (const [fileType, all] of hostile)
    for (const text of all) {
      // Work that grew as the square of such a length would take hours.
      t.ok(validate(fileType, text), `${fileType} ${text.slice(0, 20)}`)
    }
})
