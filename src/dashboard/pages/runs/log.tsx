// The lines of the log that the diagnosis kept, with the one that it names as the cause marked.
import type { Schemas } from '../../kit/api.js'
import { Empty } from '../../kit/page.js'

type Attempt = Pick<Schemas['HealAttemptDetail'], 'extract' | 'root_cause' | 'failing_job'>
type Chunk = Attempt['extract'][number]

export function LogExtract({ attempt: { extract, root_cause } }: { attempt: Attempt }) {
  if (extract.length === 0)
    return <Empty>No lines of the log are kept. They are read when the failure is diagnosed.</Empty>
  const cause = causeIn(extract, root_cause)
  return (
    <>
      {extract.map((chunk) => (
        <Lines key={`${chunk.job} ${chunk.from}`} chunk={chunk} cause={cause} />
      ))}
    </>
  )
}

function Lines({ chunk, cause }: { chunk: Chunk; cause: CauseLine | undefined }) {
  const { job, from, to, lines } = chunk
  const isHere = cause?.chunk === chunk
  return (
    <details class="data" open={isHere || cause === undefined}>
      <summary>
        {job}, lines {from} to {to}
        {isHere && `: the cause is line ${from + cause.at}`}
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre class="log" tabIndex={0}>
        {lines.map((line, at) =>
          isHere && cause.at === at ? (
            <mark key={from + at}>{`${from + at}  ${line}\n`}</mark>
          ) : (
            <span key={from + at}>{`${from + at}  ${line}\n`}</span>
          )
        )}
      </pre>
    </details>
  )
}

interface CauseLine {
  chunk: Chunk
  at: number
}

/** A line of fewer characters is found in most sentences. */
const FEWEST_CHARACTERS = 6
const plain = (text: string) =>
  text
    .replace(/^##\[error\]/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** The diagnosis quotes the line, perhaps its beginning alone and perhaps together with others that follow. */
function causeIn(extract: readonly Chunk[], rootCause: string | null): CauseLine | undefined {
  const quote = plain((rootCause ?? '').replace(/^[^:]*: /, '').replace(/…$/, ''))
  if (quote.length < FEWEST_CHARACTERS) return undefined
  for (const chunk of extract) {
    const at = chunk.lines.findIndex((line) => isQuoted(plain(line), quote))
    if (at !== -1) return { chunk, at }
  }
  return undefined
}

const isQuoted = (line: string, quote: string) =>
  line.length >= FEWEST_CHARACTERS && (line.includes(quote) || quote.startsWith(line))
