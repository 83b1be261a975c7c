// Reads sources as TypeScript reads them, so that comments and texts are not mistaken for code.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { PACKAGE_FOLDER } from '#paths.js'

export function sourcesIn(...folders: string[]): ts.SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(join(PACKAGE_FOLDER, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('node_modules'))
      .sort()
      .map((name) => parsed(join(folder, name)))
  )
}

function parsed(path: string): ts.SourceFile {
  const text = readFileSync(join(PACKAGE_FOLDER, path), 'utf8')
  return ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true)
}

/** Every node below this one for which the question is answered with yes. */
export function nodesIn(node: ts.Node, wanted: (node: ts.Node) => boolean): ts.Node[] {
  const found = wanted(node) ? [node] : []
  ts.forEachChild(node, (child) => {
    found.push(...nodesIn(child, wanted))
  })
  return found
}

/** The places in these sources, each as a line that an editor can open. */
export function placesIn(sources: readonly ts.SourceFile[], wanted: (node: ts.Node) => boolean): string[] {
  return sources.flatMap((source) => nodesIn(source, wanted).map(placeOf))
}

export function placeOf(node: ts.Node): string {
  const source = node.getSourceFile()
  const { line } = source.getLineAndCharacterOfPosition(node.getStart())
  return `${source.fileName}:${line + 1} ${node.getText().split('\n', 1)[0]}`
}

export function isNamed(node: ts.Node, names: ReadonlySet<string>): boolean {
  return ts.isIdentifier(node) && names.has(node.text)
}
