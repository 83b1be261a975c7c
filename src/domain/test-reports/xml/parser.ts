// Parses XML as it arrives. No entity is ever looked up: what a document type defines stays as it is written.
import { SaxesParser } from 'saxes'
import type { ReportBounds, ReportParser, ReportReading } from '../report.js'
import type { TestTally } from '../tally.js'
import { createElementStack, type XmlElement } from './elements.js'
import { junitDialect } from './junit.js'
import { nunitDialect } from './nunit.js'
import { trxDialect } from './trx.js'
import { xunitDialect } from './xunit.js'

export interface XmlDialect {
  /** The elements with a text that matters. */
  texts: ReadonlySet<string>
  open(element: XmlElement): void
  close(element: XmlElement): void
  end(): ReportReading
}

const DIALECTS: Record<string, (tally: TestTally, bounds: ReportBounds) => XmlDialect> = {
  testsuites: junitDialect,
  testsuite: junitDialect,
  'test-results': nunitDialect,
  'test-run': nunitDialect,
  assemblies: xunitDialect,
  assembly: xunitDialect,
  TestRun: trxDialect
}

/** Tools write such characters as they came from a terminal; the structure is sound, and so are the counts. */
const HARMLESS = [
  'disallowed character',
  'undefined entity',
  'malformed character entity',
  'the string "]]>" is disallowed'
]

const LONGEST_REASON = 200

export function createXmlParser(tally: TestTally, bounds: ReportBounds): ReportParser {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false })
  const elements = createElementStack(bounds)
  let fault: string | undefined
  let oddities = 0
  let dialect: XmlDialect | undefined
  let tokenStart = 0
  const fail = (reason: string) => {
    fault ??= reason
  }
  const checkToken = () => {
    if (parser.position - tokenStart > bounds.tokenLength)
      fail(`The XML has a text or a tag of more than ${bounds.tokenLength} characters`)
  }
  const endToken = () => {
    checkToken()
    tokenStart = parser.position
  }
  parser.on('error', ({ message }) => {
    oddities += 1
    if (oddities > bounds.oddities)
      fail(`The XML has more than ${bounds.oddities} characters that are not allowed`)
    else if (HARMLESS.some((start) => message.startsWith(start)))
      tally.note('Characters or entities that XML does not allow were read as they stand')
    else fail(`The XML is not well-formed: ${message.slice(0, LONGEST_REASON)}`)
  })
  parser.on('opentag', (tag) => {
    endToken()
    if (fault !== undefined) return
    const element = elements.enter(tag, dialect?.texts)
    dialect ??= dialectOf(element.name)?.(tally, bounds)
    if (!dialect) fail(`The element <${element.name.slice(0, LONGEST_REASON)}> begins no known test report`)
    else if (elements.depth() > bounds.depth) fail(`The XML is nested deeper than ${bounds.depth} elements`)
    else dialect.open(element)
  })
  parser.on('closetag', () => {
    endToken()
    const element = elements.leave()
    if (fault === undefined && element) dialect?.close(element)
  })
  const readText = (text: string) => {
    endToken()
    elements.text(text)
  }
  parser.on('text', readText)
  parser.on('cdata', readText)
  return {
    push(text) {
      if (fault !== undefined) return
      parser.write(text)
      checkToken()
    },
    end() {
      if (fault === undefined) parser.close()
      if (fault === undefined && dialect) return dialect.end()
      return {
        kind: 'unreadable',
        reason: fault ?? 'The XML has no elements',
        isReport: dialect !== undefined
      }
    }
  }
}

const dialectOf = (root: string) => (Object.hasOwn(DIALECTS, root) ? DIALECTS[root] : undefined)
