// Where a failure points to: a file and line, the rule that a tool names, a package.
import type { FailureType } from '../../../schemas/ci.js'
import type { ScoredHit } from './score.js'

export interface Pointers {
  failing_file: string | null
  failing_line: number | null
  rule_id: string | null
  package: string | null
}

const MOST_HITS = 200

/** A pattern names what it captures; several alternatives number their names. */
export function pointersOf(hits: readonly ScoredHit[], type: FailureType): Pointers {
  const named = hits
    .filter(({ rule }) => rule.type === type)
    .slice(0, MOST_HITS)
    .map(({ rule, text }) => rule.pattern.exec(text)?.groups ?? {})
  const placed = named.find((groups) => capturedIn(groups, 'file') !== null) ?? {}
  const first = (name: string) =>
    named.map((groups) => capturedIn(groups, name)).find((value) => value !== null) ?? null
  const line = capturedIn(placed, 'line')
  return {
    failing_file: pathOf(capturedIn(placed, 'file')),
    failing_line: line === null ? null : Number(line),
    rule_id: first('rule'),
    package: first('package')
  }
}

/** Where runners keep what they checked out: what comes after it is a path of the repository. */
const WORKSPACE =
  /^(?:file:\/\/)?(?:\/(?:home|Users)\/runner\/work\/([^/]{1,100})\/\1\/|\/__w\/([^/]{1,100})\/\2\/|\/github\/workspace\/|(?:[A-Z]:)?[\\/]a[\\/]([^\\/]{1,100})[\\/]\3[\\/])/i

function pathOf(file: string | null): string | null {
  if (file === null) return null
  const path = file.trim()
  const inside = path.replace(WORKSPACE, '')
  return inside === path ? path.replace(/^\.\//, '') : inside.replaceAll('\\', '/')
}

function capturedIn(groups: Record<string, string | undefined>, name: string): string | null {
  const captured = Object.entries(groups).find(
    ([key, value]) => value !== undefined && key.replace(/\d$/, '') === name
  )
  return captured?.[1] ?? null
}
