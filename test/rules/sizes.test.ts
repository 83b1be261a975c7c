import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import t, { type Test } from 'tap'
import ts from 'typescript'
import { PACKAGE_FOLDER } from '#paths.js'
import { nodesIn, placeOf, sourcesIn } from './syntax.js'

const FOLDERS = ['schemas', 'drizzle/tables', 'openapi', 'src', 'bench', 'demo', 'test']

/** What the linter, as it is set up here, finds in a folder with these files: each rule with its file. */
function findings(t: Test, files: Record<string, string>): string[] {
  const folder = t.testdir()
  for (const name of ['biome.json', '.gitignore'])
    copyFileSync(join(PACKAGE_FOLDER, name), join(folder, name))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const biome = join(PACKAGE_FOLDER, 'node_modules/@biomejs/biome/bin/biome')
  const args = [biome, 'lint', '--reporter=github', '--max-diagnostics=none', '.']
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  const found = stdout.matchAll(/::error title=lint\/\w+\/(\w+),file=([^,]+),/g)
  return [...found].map(([, rule, file = '']) => `${rule} ${relative(folder, file)}`).sort()
}

const lines = (count: number, line: string) => `${line}\n`.repeat(count)
const fileOf = (count: number) => lines(count, "export * from 'node:fs'")
const functionOf = (count: number) => `export function f() {\n${lines(count, '  globalThis.f()')}}\n`
const parametersOf = (count: number) => `export function f(${[...'abcdefgh'].slice(0, count)}) {}\n`
const complexityOf = (count: number) =>
  `export function f(a) {\n${lines(count, '  if (a) globalThis.f()')}}\n`

const LIMITS = [
  { rule: 'noExcessiveLinesPerFile', most: 300, mostInTests: 400, text: fileOf },
  { rule: 'noExcessiveLinesPerFunction', most: 50, mostInTests: 100, text: functionOf },
  { rule: 'noExcessiveCognitiveComplexity', most: 10, mostInTests: 10, text: complexityOf },
  { rule: 'useMaxParams', most: 4, mostInTests: 4, text: parametersOf }
]

for (const { rule, most, mostInTests, text } of LIMITS) {
  t.test(`${rule} knows no exempt folder: ${most}, in tests ${mostInTests}, and not one more`, async (t) => {
    const files = FOLDERS.flatMap((folder) => {
      const limit = folder === 'test' ? mostInTests : most
      return [
        [`${folder}/within.ts`, text(limit)],
        [`${folder}/beyond.ts`, text(limit + 1)]
      ]
    })
    t.same(
      findings(t, Object.fromEntries(files)),
      FOLDERS.map((folder) => `${rule} ${folder}/beyond.ts`).sort()
    )
  })
}

t.test('any, the exclamation mark and a promise that nobody waits for are errors', async (t) => {
  const text = `async function wait(): Promise<void> {}
    export function f(a: any) {
      wait()
      return a!
    }`
  for (const folder of FOLDERS) {
    const rules = ['noExplicitAny', 'noFloatingPromises', 'noNonNullAssertion']
    t.same(
      findings(t, { [`${folder}/planted.ts`]: text }),
      rules.map((rule) => `${rule} ${folder}/planted.ts`)
    )
  }
})

const sources = sourcesIn(...FOLDERS)
const SUPPRESSION = /(?:biome-)(?:ignore\S*)|@(?:ts-)(?:\w|-)+/
const WITH_REASON = /(?:biome-)ignore lint\/\w+\/\w+: \w.{15,}|@(?:ts-)expect-error \w.{15,}/

t.test('what silences a checker silences one line, and says why', async (t) => {
  t.ok(sources.length > 100, `${sources.length} files`)
  const silenced = sources.flatMap(({ fileName, text }) =>
    text
      .split('\n')
      .map((line, at) => `${fileName}:${at + 1} ${line.trim()}`)
      .filter((line) => SUPPRESSION.test(line) && !WITH_REASON.test(line))
  )
  t.same(silenced, [])
})

const REASON_WITHIN_LINES = 3

t.test('a type is asserted at borders only, and a comment says which', async (t) => {
  t.same(
    sources.flatMap((source) => nodesIn(source, isBareAssertion).map(placeOf)),
    []
  )
})

/** The reason stands on the line or shortly before the statement: borders of one kind may share one. */
function isBareAssertion(node: ts.Node): boolean {
  if (!ts.isAsExpression(node) || node.type.getText() === 'const') return false
  const source = node.getSourceFile()
  const lineOf = (at: number) => source.getLineAndCharacterOfPosition(at).line
  const from = Math.max(0, lineOf(wholeOf(node).getStart()) - REASON_WITHIN_LINES)
  const near = source.text.split('\n').slice(from, lineOf(node.type.getStart()) + 1)
  return !near.some((text) => text.includes('// '))
}

/** The statement or the property that an expression belongs to. */
function wholeOf(node: ts.Node): ts.Node {
  return ts.isStatement(node) || ts.isPropertyAssignment(node) ? node : wholeOf(node.parent)
}
