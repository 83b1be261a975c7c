// Files that are no reports, and JSON that attacks its reader.
import type { ReportCase } from './case.js'

const refused = (name: string, file: string, content: ReportCase['content']): ReportCase => ({
  name,
  file,
  content,
  expected: { unreadable: true }
})

export const hostileReports: readonly ReportCase[] = [
  refused('An empty file is unreadable, not a run without tests', 'junit.xml', ''),
  refused('A file of white space is unreadable', 'junit.xml', ' \r\n\t\n\u00a0\n'),
  refused('A file of NULs is unreadable', 'junit.xml', '\u0000'.repeat(4096)),
  refused('A lone byte order mark is unreadable', 'junit.xml', () => Buffer.from([0xef, 0xbb, 0xbf])),
  refused('An archive is unreadable', 'junit.xml', () =>
    Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 7, 0])
  ),
  refused(
    'A page of HTML in place of XML is unreadable',
    'junit.xml',
    '<!DOCTYPE html>\n<html><head><title>404</title><meta charset="utf-8"></head><body><h1>Not found</h1><br></body></html>'
  ),
  refused(
    'A page of well-formed XHTML is unreadable, though it is XML',
    'junit.xml',
    '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body><p>0 failures</p></body></html>'
  ),
  refused(
    'A report of coverage is no report of tests',
    'coverage.xml',
    '<?xml version="1.0"?><coverage line-rate="0.9" version="1.9"><packages><package name="a"><classes/></package></packages></coverage>'
  ),
  refused(
    'A manifest of Maven is no report of tests',
    'pom.xml',
    '<?xml version="1.0"?><project><modelVersion>4.0.0</modelVersion><artifactId>a</artifactId></project>'
  ),
  refused(
    'A manifest of npm is no report of tests',
    'report.json',
    '{"name":"a","version":"1.0.0","scripts":{"test":"jest"},"jest":{"verbose":true}}'
  ),
  refused('An empty object is no report', 'report.json', '{}'),
  refused('An empty list is no report', 'report.json', '[]'),
  refused('A null is no report', 'report.json', 'null'),
  refused('A number is no report', 'report.json', '42'),
  refused('A message of an API is no report', 'report.json', '{"message":"Bad credentials","status":"401"}'),
  refused('Prose is no report', 'results.txt', 'All tests passed. Nothing is wrong, it is all ok.\n'),
  refused('JSON nested 100,000 deep is unreadable and breaks nothing', 'report.json', () =>
    '['.repeat(100_000)
  ),
  refused(
    'JSON nested 100,000 deep that closes again is unreadable and breaks nothing',
    'report.json',
    () => `${'{"tests":'.repeat(100_000)}1${'}'.repeat(100_000)}`
  ),
  refused(
    'A report of Jest that was cut off is unreadable',
    'jest.json',
    '{"numTotalTests":2,"success":true,"testResults":[{"name":"/a.test.ts","status":"passed","message":"","assertionResults":[{"ancestorTitles":[],"fullName":"a","title":"a","status":"passed"'
  ),
  {
    name: 'A report of Jest with a conflict of a merge in it is no success',
    file: 'jest.json',
    content:
      '<<<<<<< HEAD\n{"success":true,"testResults":[]}\n=======\n{"success":false,"testResults":[]}\n>>>>>>> b\n',
    expected: { notGreen: true }
  },
  {
    name: 'A report of Jest whose statuses and names are of wrong kinds has no passed test',
    file: 'jest.json',
    content:
      '{"success":true,"numTotalTests":4,"testResults":[{"name":"/a.test.ts","status":"passed","message":"","assertionResults":[{"title":"a","fullName":"a","ancestorTitles":[],"status":true},{"title":"b","fullName":"b","ancestorTitles":[],"status":["passed"]},{"title":"c","fullName":"c","ancestorTitles":[],"status":{"toString":"passed"}},{"title":"d","fullName":"d","ancestorTitles":[],"status":"PASSED?"}]}]}',
    expected: { passed: 0, mayRefuse: true }
  },
  {
    name: 'A name with half of a surrogate pair, a NUL and a change of direction is no danger',
    file: 'jest.json',
    content:
      '{"success":false,"testResults":[{"name":"/a.test.ts","status":"failed","message":"","assertionResults":[{"title":"\\ud83d \\u0000 \\u202e","fullName":"\\ud83d \\u0000 \\u202e","ancestorTitles":[],"status":"failed","failureMessages":["\\u0000"]}]}]}',
    expected: { tests: 1, failed: 1, without: ['\u0000'], mayRefuse: true }
  },
  {
    name: 'A report of Jest with a __proto__ passes nothing by inheritance',
    file: 'jest.json',
    content:
      '{"__proto__":{"testResults":[]},"success":false,"testResults":[{"__proto__":{"status":"passed"},"name":"/a.test.ts","status":"failed","message":"","assertionResults":[{"__proto__":{"status":"passed"},"title":"a","fullName":"a","ancestorTitles":[],"status":"failed","failureMessages":[]}]}]}',
    expected: { tests: 1, passed: 0, failed: 1, mayRefuse: true }
  }
]
