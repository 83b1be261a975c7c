// What reading and diagnosing a long log costs: CPU and peak memory, for logs of 10 and 50 MB and one endless line.
import { diagnose } from '#domain/ci-logs/diagnose.js'
import { createLogReader } from '#domain/ci-logs/reader.js'

const MB = 1_000_000
const PIECE = 64 * 1024
const ROUNDS = 3

/** As a job prints: mostly what succeeds, now and then a warning, at the end what failed. */
const LINES = [
  (at: number) => `test module_${at % 97}::case_${at} ... ok`,
  (at: number) => `  Downloading package-${at}.tar.gz (${at % 900} kB)`,
  (at: number) => `[${at % 100}%] Building CXX object src/CMakeFiles/part.dir/file_${at}.cc.o`,
  (at: number) => `\u001b[32mPASS\u001b[0m src/module-${at}/index.test.ts (${at % 9}.${at % 10} s)`,
  (at: number) => `warning: unused variable: \`value_${at}\` in src/file_${at % 50}.rs`,
  (at: number) => `{"level":"info","msg":"request handled","status":200,"error":null,"ms":${at % 1000}}`
]
const END = [
  'FAILED tests/test_a.py::test_b - AssertionError: 1 != 2',
  '##[error]Process completed with exit code 1.'
]

function* logOf(bytes: number): Generator<string> {
  let piece = ''
  let made = 0
  for (let at = 0; made + piece.length < bytes; at += 1) {
    const time = `2026-01-01T00:00:${String(at % 60).padStart(2, '0')}.0000000Z`
    piece += `${time} ${LINES[at % LINES.length]?.(at) ?? ''}\n`
    if (piece.length < PIECE) continue
    yield piece
    made += piece.length
    piece = ''
  }
  yield `${piece}${END.join('\n')}\n`
}

function* endlessLine(bytes: number): Generator<string> {
  for (let made = 0; made < bytes; made += PIECE) yield 'error: x '.repeat(PIECE / 9)
}

export async function measureDiagnosis(): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    measure('10 MB', logOf(10 * MB))
    measure('50 MB', logOf(50 * MB))
    measure('one line of 10 MB', endlessLine(10 * MB))
  }
}

function measure(name: string, pieces: Iterable<string>): void {
  const reader = createLogReader()
  const began = process.cpuUsage()
  for (const piece of pieces) reader.push(piece)
  const { type } = diagnose(reader.end())
  const { user, system } = process.cpuUsage(began)
  const peakMb = process.resourceUsage().maxRSS / 1024
  console.log(
    `${name}: ${((user + system) / 1e6).toFixed(2)} s CPU, peak of the process ${peakMb.toFixed(0)} MB, ${type}`
  )
}
