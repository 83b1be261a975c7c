// Measures how the work on a text grows with its length, by counting and not by timing. Regular expressions and
// built-in functions are not counted here: test/rules/linear.test.ts counts the steps of regular expressions.
import { Session } from 'node:inspector'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'

const [SHORT, LONG] = [500, 5_000]
/** Ten times the text should be ten times the work; quadratic work would be a hundred times. */
const MOST_GROWTH = 20

const textOf = (piece: string, length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length)

export interface Work {
  pieces: readonly string[]
  read(text: string): unknown
}

/**
 * Returns for each work the pieces whose repetition costs more than the length explains. A worker thread loads the test
 * file again and counts there, because only code compiled after the start of coverage is counted, and this process has
 * compiled much of it already.
 */
export async function growingPieces(
  file: string,
  works: Record<string, Work>
): Promise<Map<string, string[]>> {
  if (isMainThread) return countedApart(file)
  parentPort?.postMessage(
    Object.entries(works).map(([name, work]) => [name, work.pieces.flatMap((piece) => excessOf(piece, work))])
  )
  return new Map()
}

async function countedApart(file: string): Promise<Map<string, string[]>> {
  // Hides the output of the tests in the worker.
  const worker = new Worker(new URL(file), { stdout: true, stderr: true })
  const growing = await new Promise<[string, string[]][]>((resolve, reject) => {
    // The test runner sends messages too.
    worker.on('message', (message) => Array.isArray(message) && resolve(message))
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error(`${file} ended and counted nothing`)))
  })
  await worker.terminate()
  return new Map(growing)
}

function excessOf(piece: string, { read }: Work): string[] {
  const blocks = (length: number) => {
    const text = textOf(piece, length)
    return blocksIn(() => read(text))
  }
  const short = blocks(SHORT)
  const growth = blocks(LONG) / short
  return growth > MOST_GROWTH ? [`${JSON.stringify(piece)}: ${growth.toFixed(0)} times`] : []
}

const session = new Session()
if (!isMainThread) {
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
}

/** Counts how often each block of code ran: the body of a loop once per iteration. */
function blocksIn(work: () => void): number {
  session.post('Profiler.takePreciseCoverage')
  work()
  let blocks = 1
  session.post('Profiler.takePreciseCoverage', (_error, { result }) => {
    for (const { functions } of result)
      for (const { ranges } of functions) for (const { count } of ranges) blocks += count
  })
  return blocks
}
