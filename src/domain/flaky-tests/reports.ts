// Which artifacts and files hold test reports, and what the reports of one attempt say together.
import type { TestStatus } from '#schemas/flaky-tests/enums.js'
import type { ReportedTest, ReportReading } from '../test-reports/report.js'
import { boundedName } from '../test-reports/texts.js'
import { pathInRepository } from './checkout-folder.js'
import { identityOf } from './identity.js'

const ARTIFACT_WORDS = ['testresult', 'testreport', 'junit']

/** Whether an artifact of this name may hold test reports: its name says so. */
export function mayHoldReports(artifactName: string): boolean {
  const plain = artifactName.toLowerCase().replaceAll(/[-_ .]/g, '')
  return ARTIFACT_WORDS.some((word) => plain.includes(word))
}

const REPORT_ENDINGS = ['.xml', '.trx', '.json', '.jsonl', '.ndjson', '.tap', '.txt', '.log', '.out']

export function mayBeReport(path: string): boolean {
  const name = path.toLowerCase()
  return REPORT_ENDINGS.some((ending) => name.endsWith(ending))
}

export interface AttemptResults {
  reports: number
  tests: ReportedTest[]
  /** A run broke outside of its tests, or was cut off. */
  isInterrupted: boolean
  /** A report or an artifact was not read to its end, so that failures may be missing. */
  isIncomplete: boolean
  notes: string[]
}

const MOST_NOTES = 20
const LONGEST_NOTE = 300
const MOST_TESTS = 200_000
/** Characters of all names and messages together: as many as one report may have. */
const MOST_TEXT = 32 * 1024 * 1024

/** Adds up the reports of an attempt. A test that several jobs have run counts once, by its worst result. */
export class AttemptReports {
  readonly #tests = new Map<string, ReportedTest>()
  readonly #notes = new Set<string>()
  #reports = 0
  #isInterrupted = false
  #isIncomplete = false
  #room = MOST_TEXT

  add(path: string, reading: ReportReading): void {
    if (reading.kind === 'unreadable') {
      if (reading.isReport) this.miss(`${path}: ${reading.reason}.`)
      else this.note(`${path}: ${reading.reason}.`)
      return
    }
    this.#reports += 1
    if (reading.interrupted !== null) {
      this.interrupt(`${path}: ${reading.interrupted}.`)
    }
    for (const note of reading.notes) this.note(`${path}: ${note}`)
    for (const test of reading.tests) this.#addTest(placed(test))
  }

  /** Something else than a test has failed. */
  interrupt(text: string): void {
    this.#isInterrupted = true
    this.note(text)
  }

  /** Notes what was not read. */
  miss(text: string): void {
    this.#isIncomplete = true
    this.note(text)
  }

  note(text: string): void {
    if (this.#notes.size < MOST_NOTES) this.#notes.add(boundedName(text, LONGEST_NOTE))
  }

  #addTest(test: ReportedTest): void {
    const key = identityOf(test)
    const known = this.#tests.get(key)
    if (known && severityOf(test) <= severityOf(known)) return
    const room = this.#room - lengthOf(test) + (known ? lengthOf(known) : 0)
    if (room < 0) this.miss(`Only the first ${MOST_TEXT} characters of tests were read.`)
    else if (!known && this.#tests.size >= MOST_TESTS)
      this.miss(`Only the first ${MOST_TESTS} tests were read.`)
    else {
      this.#room = room
      this.#tests.set(key, test)
    }
  }

  get failures(): number {
    return [...this.#tests.values()].filter(({ status }) => status === 'failed' || status === 'errored')
      .length
  }

  get results(): AttemptResults {
    return {
      reports: this.#reports,
      tests: [...this.#tests.values()],
      isInterrupted: this.#isInterrupted,
      isIncomplete: this.#isIncomplete,
      notes: [...this.#notes]
    }
  }
}

const lengthOf = ({ suite, name, file, failure }: ReportedTest) =>
  suite.length + name.length + (file?.length ?? 0) + (failure?.message?.length ?? 0)

/** Suites may be called as their files are, and a file that breaks as a whole is a test of that name. */
function placed(test: ReportedTest): ReportedTest {
  const suite = pathInRepository(test.suite)
  const name = test.name === test.suite ? suite : test.name
  return { ...test, suite, name, file: test.file && pathInRepository(test.file) }
}

const SEVERITIES: Readonly<Record<TestStatus, number>> = { skipped: 0, passed: 1, errored: 3, failed: 4 }

const severityOf = ({ status, flaky }: ReportedTest) => (flaky ? 2 : SEVERITIES[status])
