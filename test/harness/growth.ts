// How the work upon a text grows with its length: counted, not timed. Patterns, and what the language
// itself does in one call, are not counted here: test/rules/linear.test.ts counts the steps of patterns.
import { Session } from 'node:inspector'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'

const [SHORT, LONG] = [500, 5_000]
/** Ten times the text is ten times the work; with its square it would be a hundred times. */
const MOST_GROWTH = 20

const textOf = (piece: string, length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length)

export interface Work {
  pieces: readonly string[]
  read(text: string): unknown
}

/**
 * Of each work the pieces of which a long text, made of nothing else, costs more than its length explains. A thread of
 * its own loads the test file again and counts there: only what is compiled after counting began is counted, and in this
 * process much has been compiled by the tests before.
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
  // What tests print there is theirs alone.
  const worker = new Worker(new URL(file), { stdout: true, stderr: true })
  const growing = await new Promise<[string, string[]][]>((resolve, reject) => {
    // The runner of tests sends messages too.
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

/** How often a part of a function was run that runs as a whole: the body of a loop at each round. */
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
