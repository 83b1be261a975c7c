// XML that attacks its reader, or is broken as files of CI are.
import type { ReportCase } from './case.js'

const PROLOG = '<?xml version="1.0" encoding="UTF-8"?>\n'
const suiteOf = (body: string, attributes = 'name="s" tests="1"') =>
  `${PROLOG}<testsuite ${attributes}>${body}</testsuite>\n`
const PASSED = '<testcase name="a" classname="s" time="0.1"/>'
const FAILED = '<testcase name="b" classname="s" time="0.1"><failure message="no">no</failure></testcase>'

const ALL = { tests: 1, passed: 1, skipped: 0, failed: 0, errored: 0 }

function laughs(): string {
  const levels = [...'123456789'].map((n) => `<!ENTITY lol${n} "${`&lol${Number(n) - 1};`.repeat(10)}">`)
  const doctype = `<!DOCTYPE testsuite [\n<!ENTITY lol0 "lol">\n${levels.join('\n')}\n]>\n`
  return `${PROLOG}${doctype}<testsuite name="s"><testcase name="&lol9;" classname="s"><failure>&lol9;</failure></testcase></testsuite>`
}

const QUADRATIC = 'q'.repeat(50_000)
const quadratic = () =>
  `${PROLOG}<!DOCTYPE testsuite [<!ENTITY q "${QUADRATIC}">]>\n<testsuite name="s"><testcase name="a" classname="s"><failure>${'&q;'.repeat(10_000)}</failure></testcase></testsuite>`

const utf16 = (text: string, bigEndian: boolean) => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le')
  return bigEndian ? bytes.swap16() : bytes
}
const declaredUtf16 = suiteOf(FAILED).replace('UTF-8', 'UTF-16')

const nested = (depth: number) =>
  `${PROLOG}${'<testsuite name="n">'.repeat(depth)}${FAILED}${'</testsuite>'.repeat(depth)}`

export const hostileXml: readonly ReportCase[] = [
  {
    name: 'XML: a file that ends within a test case is unreadable, not a short success',
    file: 'junit.xml',
    content: `${PROLOG}<testsuite name="s" tests="3">${PASSED}<testcase name="b" classna`,
    expected: { unreadable: true }
  },
  {
    name: 'XML: a file that ends between two test cases is unreadable, because failures may be missing',
    file: 'junit.xml',
    content: `${PROLOG}<testsuites><testsuite name="s" tests="3">${PASSED}${PASSED}\n`,
    expected: { unreadable: true }
  },
  {
    name: 'XML: tags that close in the wrong order are unreadable',
    file: 'junit.xml',
    content: `${PROLOG}<testsuites><testsuite name="s">${PASSED}</testsuites></testsuite>`,
    expected: { unreadable: true }
  },
  {
    name: 'XML: two documents in one file are refused or both read, never only the first',
    file: 'junit.xml',
    content: suiteOf(PASSED) + suiteOf(FAILED),
    expected: { notGreen: true }
  },
  {
    name: 'XML: entities that multiply are never expanded',
    file: 'junit.xml',
    content: laughs,
    expected: { tests: 1, red: 1, without: ['lollol'], mayRefuse: true }
  },
  {
    name: 'XML: one long entity that is used 10,000 times is never expanded',
    file: 'junit.xml',
    content: quadratic,
    expected: { tests: 1, red: 1, without: ['q'.repeat(1_000)], mayRefuse: true }
  },
  {
    name: 'XML: an entity never reads a file',
    file: 'junit.xml',
    content: `${PROLOG}<!DOCTYPE testsuite [<!ENTITY x SYSTEM "file:///etc/passwd">]>
<testsuite name="s"><testcase name="&x;" classname="s"><failure message="&x;">&x;</failure></testcase></testsuite>`,
    expected: { tests: 1, red: 1, without: ['root:'], mayRefuse: true }
  },
  {
    name: 'XML: a document type that names an address is not fetched and hides no failure',
    file: 'junit.xml',
    content: `${PROLOG}<!DOCTYPE testsuite PUBLIC "-//X//Y" "http://127.0.0.1:9/x.dtd">\n<testsuite name="s">${FAILED}</testsuite>`,
    expected: { tests: 1, failed: 1, mayRefuse: true }
  },
  {
    name: 'XML: markup in CDATA is text and makes no test and no failure',
    file: 'junit.xml',
    content: suiteOf(
      '<testcase name="a" classname="s"><system-out><![CDATA[</system-out><failure/></testcase><testcase name="fake">]] ></x>]]></system-out></testcase>'
    ),
    expected: { ...ALL, cases: [{ name: 'a', status: 'passed' }] }
  },
  {
    name: 'XML: a name that spells a closing tag is only a name',
    file: 'junit.xml',
    content: suiteOf(
      '<testcase name="&lt;/testcase&gt;&lt;failure/&gt;" classname="s" time="0"/><testcase name="</ok>" classname="s"/>'.replace(
        '"</ok>"',
        '"&lt;/ok>"'
      )
    ),
    expected: {
      tests: 2,
      passed: 2,
      skipped: 0,
      failed: 0,
      errored: 0,
      cases: [
        { name: '</testcase><failure/>', status: 'passed' },
        { name: '</ok>', status: 'passed' }
      ]
    }
  },
  {
    name: 'XML: attributes over several lines with line breaks in their values are read',
    file: 'junit.xml',
    content: suiteOf(
      '<testcase\n  name="two\nlines&#10;three"\r\n\tclassname\n=\n"s"\n  time="0.1"\n><failure\nmessage="a\nb"\n/></testcase\n>'
    ),
    expected: { tests: 1, passed: 0, skipped: 0, failed: 1, errored: 0 }
  },
  {
    name: 'XML: colours of a terminal and NULs in output neither hide a failure nor reach the texts as NUL',
    file: 'junit.xml',
    content: suiteOf(
      '<testcase name="a" classname="s"><failure message="\u001b[31mred\u001b[0m">\u0000\u0008&#0;&#27;[31mno</failure></testcase>'
    ),
    expected: { tests: 1, red: 1, without: ['\u0000'], mayRefuse: true }
  },
  {
    name: 'XML: figures of the suite that contradict its cases do not count; the cases do',
    file: 'junit.xml',
    content: suiteOf(PASSED + FAILED, 'name="s" tests="999" failures="0" errors="7" skipped="-3"'),
    expected: { tests: 2, passed: 1, skipped: 0, failed: 1, errored: 0 }
  },
  {
    name: 'XML: durations that are no durations change no result',
    file: 'junit.xml',
    content: suiteOf(
      ['-1', 'NaN', '1,234.5', '1e999', '', 'Infinity', '0x10', '00:00:01', '  2  ']
        .map((time, index) => `<testcase name="t${index}" classname="s" time="${time}"/>`)
        .join('\n')
    ),
    expected: { tests: 9, passed: 9, skipped: 0, failed: 0, errored: 0 }
  },
  {
    name: 'XML: a test case without a name still counts as failed',
    file: 'junit.xml',
    content: suiteOf('<testcase classname="s"><failure/></testcase><testcase><failure/></testcase>'),
    expected: { tests: 2, passed: 0, failed: 2, mayRefuse: true }
  },
  {
    name: 'XML: a name of 10,000 characters is read, if shortened',
    file: 'junit.xml',
    content: () => suiteOf(`<testcase name="${'n'.repeat(10_000)}" classname="s"><failure/></testcase>`),
    expected: { tests: 1, passed: 0, skipped: 0, failed: 1, errored: 0 }
  },
  {
    name: 'XML: 100,000 test cases are refused or read to the last one, which failed',
    file: 'junit.xml',
    content: () => suiteOf('<testcase name="t" classname="s" time="0"/>\n'.repeat(100_000) + FAILED),
    expected: { notGreen: true }
  },
  {
    name: 'XML: suites nested 200 deep are refused or read with the failure at the bottom',
    file: 'junit.xml',
    content: () => nested(200),
    expected: { tests: 1, failed: 1, mayRefuse: true }
  },
  {
    name: 'XML: suites nested 100,000 deep break nothing',
    file: 'junit.xml',
    content: () => nested(100_000),
    expected: { tests: 1, failed: 1, mayRefuse: true }
  },
  {
    name: 'XML: names of the language itself are names like others',
    file: 'junit.xml',
    content: suiteOf(
      '<testcase name="__proto__" classname="constructor"/><testcase name="toString" classname="__proto__"><failure/></testcase>',
      'name="__proto__"'
    ),
    expected: {
      tests: 2,
      passed: 1,
      skipped: 0,
      failed: 1,
      errored: 0,
      cases: [
        { name: '__proto__', status: 'passed' },
        { name: 'toString', status: 'failed' }
      ]
    }
  },
  {
    name: 'XML: a byte order mark of UTF-8 is no text',
    file: 'junit.xml',
    content: () => Buffer.from(`\uFEFF${suiteOf(FAILED)}`),
    expected: { tests: 1, passed: 0, skipped: 0, failed: 1, errored: 0 }
  },
  {
    name: 'XML: UTF-16 in little-endian order is read or refused, never taken for nothing',
    file: 'junit.xml',
    content: () => utf16(declaredUtf16, false),
    expected: { tests: 1, failed: 1, mayRefuse: true }
  },
  {
    name: 'XML: UTF-16 in big-endian order is read or refused, never taken for nothing',
    file: 'junit.xml',
    content: () => utf16(declaredUtf16, true),
    expected: { tests: 1, failed: 1, mayRefuse: true }
  },
  {
    name: 'XML: bytes that are no UTF-8 hide no failure',
    file: 'junit.xml',
    content: () =>
      Buffer.from(
        suiteOf('<testcase name="caf\u00e9" classname="s"><failure message="\u00ff\u00fe"/></testcase>'),
        'latin1'
      ),
    expected: { tests: 1, red: 1, mayRefuse: true }
  }
]
