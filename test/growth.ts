// How the work upon a text grows with its length: told by the processor's time, so that a busy machine changes little.

const [SHORT, LONG] = [5_000, 50_000]
const TRIES = 3
/** Below that a measurement is noise. */
const LEAST_MS = 0.5
/** Ten times the text is ten times the work; with its square it would be a hundred times. */
const MOST_GROWTH = 30

function millisecondsOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return Math.max(LEAST_MS, (user + system) / 1_000)
}

const textOf = (piece: string, length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length)

/** The pieces of which a long text, made of nothing else, costs more than its length explains, however often it is tried. */
export function growingPieces(pieces: readonly string[], work: (text: string) => unknown): string[] {
  return pieces.flatMap((piece) => {
    const short = textOf(piece, SHORT)
    const long = textOf(piece, LONG)
    let growth = Number.POSITIVE_INFINITY
    for (let tries = 0; tries < TRIES && growth > MOST_GROWTH; tries += 1)
      growth = millisecondsOf(() => work(long)) / millisecondsOf(() => work(short))
    return growth > MOST_GROWTH ? [`${JSON.stringify(piece)}: ${growth.toFixed(0)} times`] : []
  })
}
