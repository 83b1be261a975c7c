// Reports that are one JSON document. They are kept until their end, and told apart by what they hold.
import type { Json } from '#schemas/common.js'
import type { ReportBounds, ReportParser, ReportReading } from '../report.js'
import type { TestTally } from '../tally.js'
import { JEST } from './jest.js'
import { MOCHA } from './mocha.js'
import { PLAYWRIGHT } from './playwright.js'
import { PYTEST } from './pytest.js'
import { RSPEC } from './rspec.js'

export interface ReportDocument {
  isKnown(document: Json): boolean
  read(document: Json, tally: TestTally): ReportReading
}

const DOCUMENTS: readonly ReportDocument[] = [JEST, PLAYWRIGHT, PYTEST, RSPEC, MOCHA]

export function createDocumentParser(tally: TestTally, bounds: ReportBounds): ReportParser {
  let pieces: string[] = []
  let length = 0
  let values = 0
  const isTooLarge = () => length > bounds.documentLength || values > bounds.documentValues
  return {
    push(text) {
      length += text.length
      values += countMarks(text)
      if (isTooLarge()) pieces = []
      else pieces.push(text)
    },
    end() {
      if (isTooLarge())
        return damaged(
          `The JSON is longer than ${bounds.documentLength} characters, or holds more than ${bounds.documentValues} values`
        )
      const document = parsed(pieces.join(''))
      if (document === undefined) return damaged('The JSON is not well-formed')
      const known = DOCUMENTS.find(({ isKnown }) => isKnown(document))
      return known?.read(document, tally) ?? unreadable('The JSON is no known test report')
    }
  }
}

const MARKS: ReadonlySet<number> = new Set([...'[{,'].map((mark) => mark.charCodeAt(0)))

/** Those within texts count as well, which is cheaper than to tell them apart. */
function countMarks(text: string): number {
  let marks = 0
  for (let at = 0; at < text.length; at += 1) if (MARKS.has(text.charCodeAt(at))) marks += 1
  return marks
}

const unreadable = (reason: string): ReportReading => ({ kind: 'unreadable', reason })

/** What it might have been cannot be known: it may hold failures. */
const damaged = (reason: string): ReportReading => ({ kind: 'unreadable', reason, isReport: true })

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
