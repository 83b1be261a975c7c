// Reports of one JSON event a line, as `go test -json` and `dart test --reporter json` write them.
import type { Json, JsonObject } from '#schemas/common.js'
import { isObject } from '../../json/path.js'
import type { ReportBounds, ReportParser, ReportReading } from '../report.js'
import type { TestTally } from '../tally.js'
import { createLineSplitter } from './split.js'

export interface EventSource {
  take(event: JsonObject): void
  end(): ReportReading
}

/** Undefined for whatever is no JSON object, such as what a build prints in between. */
export function eventIn(line: string): JsonObject | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    const value: Json = JSON.parse(line)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

export function createEventParser(source: EventSource, tally: TestTally, bounds: ReportBounds): ReportParser {
  let oddities = 0
  const isHopeless = () => oddities > bounds.oddities
  const splitter = createLineSplitter({
    longest: bounds.lineLength,
    line(line) {
      const event = isHopeless() ? undefined : eventIn(line)
      if (event) return source.take(event)
      if (line.startsWith('{')) oddities += 1
      if (line !== '') tally.note('Lines that are no events were left out')
    },
    skipped: () => tally.note(`Lines longer than ${bounds.lineLength} characters were left out`)
  })
  return {
    push: splitter.push,
    end() {
      splitter.end()
      if (!isHopeless()) return source.end()
      return {
        kind: 'unreadable',
        reason: `More than ${bounds.oddities} lines are no events`,
        isReport: true
      }
    }
  }
}
