// The file that lists the tests in quarantine, for people and for other tools; the service never reads it.
import { containsSecret, REDACTED_TEXT } from '../text/secrets.js'
import type { TestName } from './identity.js'

export const QUARANTINE_FILE = '.service/quarantine.json'
const FORMAT_VERSION = 1

export interface QuarantinedTest extends TestName {
  testId: string
  since: Date
  expires: Date
  owner: string | null
  issueNumber: number | null
}

/** The same tests give the same bytes. */
export function renderQuarantineList(tests: readonly QuarantinedTest[]): string {
  const list = {
    version: FORMAT_VERSION,
    tests: [...tests].sort(byName).map(({ suite, name, testId, since, expires, owner, issueNumber }) => ({
      suite: shown(suite),
      name: shown(name),
      test_id: testId,
      since: since.toISOString(),
      expires: expires.toISOString(),
      owner,
      issue: issueNumber
    }))
  }
  return `${escaped(JSON.stringify(list, null, 2))}\n`
}

/** No patch may hold what looks like a secret, not even by how it is written out. */
const shown = (text: string) => (containsSecret(escaped(JSON.stringify(text))) ? REDACTED_TEXT : text)

function byName(left: QuarantinedTest, right: QuarantinedTest): number {
  return (
    compareText(left.suite, right.suite) ||
    compareText(left.name, right.name) ||
    compareText(left.testId, right.testId)
  )
}

/** By code units, so that no locale changes the order. */
const compareText = (left: string, right: string) => Number(left > right) - Number(left < right)

/** Names come from results of tests. What cannot be seen, or turns the direction of writing, is written out. */
const BEYOND_ASCII = /[\u007f-\uffff]/g
const escaped = (json: string) => json.replaceAll(BEYOND_ASCII, escapeUnit)
const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
