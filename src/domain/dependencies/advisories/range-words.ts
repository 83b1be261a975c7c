// The affected versions in words: `>= 1.0, < 1.4.2 || >= 2.0, <= 2.0.3`.
import type { AffectedPackage, RangeEvent } from './advisory.js'

const MOST_SPANS = 20
const MOST_NAMED = 10

export function describeAffected(affected: AffectedPackage): string {
  const spans = affected.ranges.flatMap(spansOf)
  if (spans.length > 0) return shortened([...new Set(spans)], MOST_SPANS, ' || ')
  return shortened(affected.versions, MOST_NAMED, ', ')
}

function shortened(texts: readonly string[], most: number, between: string): string {
  const more = texts.length - most
  return texts.slice(0, most).join(between) + (more > 0 ? `${between}… (${more} more)` : '')
}

const END_SIGNS = { fixed: '<', last_affected: '<=' } as const

/** What begins while a span is open, or ends while none is, changes nothing. */
function spansOf(events: readonly RangeEvent[]): string[] {
  const spans: string[] = []
  let start: string | null = null
  for (const { kind, version } of events) {
    if (kind === 'limit') continue
    if (kind === 'introduced') {
      start ??= version
      continue
    }
    if (start !== null) spans.push(spanOf(start, version, END_SIGNS[kind]))
    start = null
  }
  return start === null ? spans : [...spans, openSpan(start, limitOf(events))]
}

/** Any limit that a version comes before lets it in, so the last one counts. */
function limitOf(events: readonly RangeEvent[]): string | undefined {
  const limits = events.filter(({ kind }) => kind === 'limit').map(({ version }) => version)
  return limits.includes('*') ? undefined : limits.at(-1)
}

function openSpan(start: string, limit: string | undefined): string {
  if (limit !== undefined) return joined(start, `< ${limit}`)
  return start === '0' ? 'all versions' : `>= ${start}`
}

const spanOf = (start: string, end: string, sign: string) =>
  start === end && sign === '<=' ? `= ${start}` : joined(start, `${sign} ${end}`)

const joined = (start: string, end: string) => (start === '0' ? end : `>= ${start}, ${end}`)
