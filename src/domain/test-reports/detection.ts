// Tells the format of a report by how it begins.
import { createDocumentParser } from './json/document.js'
import { dartEvents } from './lines/dart.js'
import { createEventParser, eventIn } from './lines/events.js'
import { goEvents } from './lines/go.js'
import { createTapParser } from './lines/tap.js'
import type { ReportBounds, ReportParser } from './report.js'
import { createTally } from './tally.js'
import { createXmlParser } from './xml/parser.js'

export interface ReportStart {
  fileName: string
  head: string
  bounds: ReportBounds
}

const TAP_LINE = /^(?:TAP version \d|(?:not )?ok {1,4}\d|1\.\.\d|# Subtest: )/

export function detectParser({ fileName, head, bounds }: ReportStart): ReportParser {
  const tally = createTally(bounds)
  if (head.startsWith('<')) return createXmlParser(tally, bounds)
  const lines = head.split('\n')
  const event = lines.map(eventIn).find((found) => found !== undefined)
  if (event?.['Action'] && (event['Package'] || event['ImportPath']))
    return createEventParser(goEvents(tally, bounds), tally, bounds)
  if (event?.['protocolVersion']) return createEventParser(dartEvents(tally, bounds), tally, bounds)
  if (/^[[{]/.test(head)) return createDocumentParser(tally, bounds)
  if (fileName.endsWith('.tap') || lines.some((line) => TAP_LINE.test(line)))
    return createTapParser(tally, bounds)
  return {
    push: () => undefined,
    end: () => ({ kind: 'unreadable', reason: 'The file is in no known format of test reports' })
  }
}
