// What a test is about, and whether it goes away together with that.
import { isTestFile } from '../../../patches/guard/file-kinds.js'
import { formerPathOf, type ReviewedFile, removedLines } from '../../change.js'
import { directoryOf, fileNameOf, isDocument } from '../../places.js'

/** The name of a file without what makes it a test: `foo.test.ts`, `test_foo.py` and `FooTest.java` are about `foo`. */
export function subjectOf(path: string): string {
  const [name = ''] = fileNameOf(path).split('.')
  return name
    .replace(
      /^(?:test|spec|it)_|_(?:test|spec|tests|it)$|(?:Tests?|TestCase|Spec|Specs|IT)$|^Test(?=[A-Z])/g,
      ''
    )
    .replace(/[_-]/g, '')
    .toLowerCase()
}

const DEFINED =
  /\b(?:function\*?|def|class|func|fn|interface|struct|enum|type|trait|module|object|fun|sub|const|let|var|val|void)\s{1,4}(?:\([^)]{0,60}\)\s{0,2})?(?:self\.)?([A-Za-z_$][\w$]{2,80})/g
const MEMBER =
  /^\s{0,40}(?:[\w<>[\],]{1,60}\s{1,3}){0,4}([A-Za-z_$][\w$]{2,80})\s?\([^)]{0,120}\)\s{0,3}(?::|\{|=>|->)/
const ROUTE = /["'`](\/[\w/:{}.*-]{2,100})["'`]/g
const KEYWORD =
  /^(?:if|for|while|switch|return|function|catch|async|await|const|let|var|public|private|static|void|class|new|test|describe|context|export|default|string|number|boolean|self|this|int|self)$/

/** What the change takes out of the code: names that are defined no longer, and files. */
export interface GoneSubjects {
  names: ReadonlySet<string>
  files: ReadonlySet<string>
  directories: readonly string[]
}

export function goneSubjects(files: readonly ReviewedFile[]): GoneSubjects {
  const code = files.filter(({ path }) => !isTestFile(path) && !isDocument(path))
  const gone = code.filter(({ status }) => status === 'removed' || status === 'renamed')
  const kept = namesIn(code, 'added')
  return {
    names: new Set([...namesIn(code, 'removed')].filter((name) => !kept.has(name))),
    files: new Set(gone.map((file) => subjectOf(formerPathOf(file)))),
    directories: gone.map((file) => directoryOf(formerPathOf(file))).filter((one) => one !== '')
  }
}

function namesIn(files: readonly ReviewedFile[], kind: 'added' | 'removed'): Set<string> {
  const names = new Set<string>()
  for (const { lines } of files)
    for (const line of lines)
      if (line.kind === kind) for (const name of definedIn(line.text.slice(0, 400))) names.add(name)
  return names
}

function definedIn(text: string): string[] {
  const found = [...text.matchAll(DEFINED), ...text.matchAll(ROUTE)].map(([, name = '']) => name)
  const member = MEMBER.exec(text)?.[1]
  return [...found, ...(member ? [member] : [])].filter((name) => !KEYWORD.test(name))
}

const IDENTIFIER = /[A-Za-z_$][\w$]{2,80}|["'`]\/[\w/:{}.*-]{2,100}/g
const SHARE_ABOUT_GONE = 0.15

/** Whether the lines that a test file loses are about what the code loses. */
export function isAboutGone(file: ReviewedFile, gone: GoneSubjects): boolean {
  if (gone.files.has(subjectOf(formerPathOf(file)))) return true
  const removed = removedLines(file).map(({ text }) => text)
  if (removed.some((text) => importsGone(text, gone))) return true
  const about = removed.filter((text) => mentions(text, gone.names)).length
  return about > 0 && about >= removed.length * SHARE_ABOUT_GONE
}

const mentions = (text: string, names: ReadonlySet<string>) =>
  names.size > 0 &&
  (text.slice(0, 400).match(IDENTIFIER) ?? []).some((word) => names.has(word.replace(/^["'`]/, '')))

const IMPORT = /\b(?:import|from|require|use|using|include)\b/

function importsGone(text: string, { files }: GoneSubjects): boolean {
  if (files.size === 0 || !IMPORT.test(text)) return false
  const words = text.slice(0, 400).split(/[^\w-]+/)
  return words.some((word) => word.length > 2 && files.has(word.replace(/[_-]/g, '').toLowerCase()))
}
