// TAP, the Test Anything Protocol, with subtests: a test that has subtests sums them up and is no test itself.
import type { ReportBounds, ReportedStatus, ReportParser } from '../report.js'
import type { FoundTest, TestTally } from '../tally.js'
import { createLineSplitter } from './split.js'
import { createTapBlock } from './tap-block.js'
import { createTapNesting } from './tap-nesting.js'

const NOT_OK = /^not ok\b/
const POINT = /^(?:not )?ok\b(?: {1,4}\d{1,9})?(?: {0,4}-)? {0,4}/
const PLAN = /^1\.\.(\d{1,9})/
const DIRECTIVE = /(?:^| )# {0,4}(?:skip|todo)/i
const TIME = /(?:^| )# time=(\d{1,12}(?:\.\d{1,9})?)(m?s)/
const SUBTEST = '# Subtest:'
const BAIL_OUT = 'Bail out!'
/** What the block below a point tells of it. */
const MESSAGE = /^(?:message|error): {0,4}/
const CLASS = 'name: '
const DURATION = /^duration_ms: {0,4}(\d{1,12}(?:\.\d{1,9})?)/
const INDENT = 4
const MS_PER_SECOND = 1_000

export function createTapParser(tally: TestTally, bounds: ReportBounds): ReportParser {
  const nesting = createTapNesting()
  const isInBlock = createTapBlock()
  let planned: number | undefined
  /** The last test waits for what the lines below it tell. */
  let last: FoundTest | undefined
  const replaceLast = (next: FoundTest | undefined) => {
    if (last) tally.add(last)
    last = next
  }
  const take = (line: string) => {
    const text = line.trim()
    const indent = line.length - line.trimStart().length
    const start = POINT.exec(text)
    if (isInBlock({ text, indent, isPoint: start !== null })) {
      if (last) detail(last, text)
      return
    }
    const depth = Math.min(bounds.depth, Math.floor(indent / INDENT))
    if (start) replaceLast(takePoint(depth, text, text.slice(start[0].length)))
    else if (text === '}') replaceLast(nesting.close(depth))
    else takeOther(depth, text)
  }
  const takePoint = (depth: number, text: string, rest: string) => {
    const point = { depth, status: statusOf(text), name: nameIn(rest), durationMs: durationIn(rest) }
    if (!rest.endsWith('{')) return nesting.pointAt(point)
    nesting.open({ ...point, name: tally.nameOf(point.name) })
    return undefined
  }
  const takeOther = (depth: number, text: string) => {
    if (text.startsWith(SUBTEST)) nesting.enter(depth, tally.nameOf(text.slice(SUBTEST.length).trim()))
    else if (text.startsWith(BAIL_OUT)) tally.interrupt(tally.nameOf(bailedOut(text)))
    else if (last) detail(last, text)
    if (depth === 0) planned ??= planIn(text)
  }
  const splitter = createLineSplitter({
    longest: bounds.lineLength,
    line: take,
    skipped: () => tally.note(`Lines longer than ${bounds.lineLength} characters were left out`)
  })
  return {
    push: splitter.push,
    end() {
      splitter.end()
      replaceLast(undefined)
      const missing = (planned ?? 0) - nesting.outermost()
      if (planned === undefined) tally.interrupt('The report ends without a plan')
      else if (missing > 0) tally.interrupt(`${missing} of ${planned} planned tests are not reported`)
      return tally.reading('tap')
    }
  }
}

function bailedOut(text: string): string {
  const reason = text.slice(BAIL_OUT.length).trim()
  return `The run bailed out${reason === '' ? '' : `: ${reason}`}`
}

function planIn(text: string): number | undefined {
  const [, planned] = PLAN.exec(text) ?? []
  return planned === undefined ? undefined : Number(planned)
}

/** What is still to be done may fail, and says nothing where it does not. */
function statusOf(text: string): ReportedStatus {
  if (DIRECTIVE.test(text)) return 'skipped'
  return NOT_OK.test(text) ? 'failed' : 'passed'
}

function nameIn(text: string): string {
  const end = (DIRECTIVE.exec(text) ?? TIME.exec(text))?.index ?? text.length
  return text.slice(0, end).replace(/ ?\{$/, '').trim()
}

function durationIn(text: string): number | null {
  const [, time, unit] = TIME.exec(text) ?? []
  if (time === undefined) return null
  return Number(time) * (unit === 's' ? MS_PER_SECOND : 1)
}

const BLOCK = /^[|>][+-]?$/

/** A message may stand in a block that begins on the line after its label. */
function detail(test: FoundTest, text: string): void {
  const [, duration] = DURATION.exec(text) ?? []
  if (duration !== undefined) test.durationMs ??= Number(duration)
  if (test.failure?.message === '') test.failure.message = text
  else if (text.startsWith(CLASS)) noteFailure(test, { errorClass: unquoted(text.slice(CLASS.length)) })
  const label = MESSAGE.exec(text)
  const message = label ? text.slice(label[0].length) : ''
  if (message !== '') noteFailure(test, { message: BLOCK.test(message) ? '' : unquoted(message) })
}

/** What is told first stands. */
function noteFailure(test: FoundTest, told: FoundTest['failure']): void {
  test.failure = { ...told, ...test.failure }
}

function unquoted(text: string): string {
  const isQuoted = text.length > 1 && /^["']/.test(text) && text.at(0) === text.at(-1)
  return isQuoted ? text.slice(1, -1) : text
}
