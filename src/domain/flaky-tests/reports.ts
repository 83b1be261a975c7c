// Which artifacts and files hold test reports, and what the reports of one attempt say together.
import type { TestStatus } from '#schemas/flaky-tests/enums.js'
import type { ReportedTest, ReportReading } from '../test-reports/report.js'
import { pathInRepository } from './checkout-folder.js'

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
  notes: string[]
}

const MOST_NOTES = 20
const MOST_TESTS = 200_000

/** Adds up the reports of an attempt. A test that several jobs have run counts once, by its worst result. */
export class AttemptReports {
  readonly #tests = new Map<string, ReportedTest>()
  readonly #notes = new Set<string>()
  #reports = 0
  #isInterrupted = false

  add(path: string, reading: ReportReading): void {
    if (reading.kind === 'unreadable') {
      this.note(`${path}: ${reading.reason}.`)
      return
    }
    this.#reports += 1
    if (reading.interrupted !== null) {
      this.#isInterrupted = true
      this.note(`${path}: ${reading.interrupted}.`)
    }
    for (const note of reading.notes) this.note(`${path}: ${note}`)
    for (const test of reading.tests) this.#addTest(placed(test))
  }

  note(text: string): void {
    if (this.#notes.size < MOST_NOTES) this.#notes.add(text)
  }

  #addTest(test: ReportedTest): void {
    const key = JSON.stringify([test.suite, test.name])
    const known = this.#tests.get(key)
    if (known && severityOf(test) <= severityOf(known)) return
    if (known || this.#tests.size < MOST_TESTS) this.#tests.set(key, test)
    else this.note(`Only the first ${MOST_TESTS} tests were read.`)
  }

  get results(): AttemptResults {
    return {
      reports: this.#reports,
      tests: [...this.#tests.values()],
      isInterrupted: this.#isInterrupted,
      notes: [...this.#notes]
    }
  }
}

/** Suites may be called as their files are, and a file that breaks as a whole is a test of that name. */
function placed(test: ReportedTest): ReportedTest {
  const suite = pathInRepository(test.suite)
  const name = test.name === test.suite ? suite : test.name
  return { ...test, suite, name, file: test.file && pathInRepository(test.file) }
}

const SEVERITIES: Readonly<Record<TestStatus, number>> = { skipped: 0, passed: 1, errored: 3, failed: 4 }

const severityOf = ({ status, flaky }: ReportedTest) => (flaky ? 2 : SEVERITIES[status])
