// What a failure points to: file and line, the rule of a linter, a package.
import type { FailureType } from '#schemas/mirror/ci.js'
import type { ScoredHit } from './cause/score.js'
import type { CapturedGroups, QuotedLine } from './quoted-line.js'

export interface FailurePointers {
  failing_file: string | null
  failing_line: number | null
  rule_id: string | null
  package: string | null
}

const MOST_HITS = 200

/**
 * Reads the named groups of the matching patterns; alternatives carry a digit (`file2`). The quoted line takes
 * precedence.
 */
export function failurePointers(
  hits: readonly ScoredHit[],
  type: FailureType,
  quoted: QuotedLine | null
): FailurePointers {
  const captured = hits
    .filter(({ rule }) => rule.type === type)
    .slice(0, MOST_HITS)
    .map(({ rule, text, line }) => ({ line, groups: rule.pattern.exec(text)?.groups ?? {} }))
  const all = [quoted?.captured ?? {}, ...captured.map(({ groups }) => groups)]
  const placed = all.find((groups) => capturedValue(groups, 'file') !== null) ?? {}
  const file = capturedValue(placed, 'file')
  const first = (name: string) =>
    all.map((groups) => capturedValue(groups, name)).find((value) => value !== null) ?? null
  const line = capturedValue(placed, 'line') ?? lineIn(file, captured)
  return {
    failing_file: repositoryPath(file),
    failing_line: line === null ? null : Number(line),
    rule_id: first('rule'),
    package: first('package')
  }
}

interface CapturedHit {
  line: number
  groups: CapturedGroups
}

/** If the file came without a line, takes the first line number that the log names for it. */
function lineIn(file: string | null, captured: readonly CapturedHit[]): string | null {
  const [first] = captured
    .filter(({ groups }) => capturedValue(groups, 'file') === file && capturedValue(groups, 'line') !== null)
    .sort((a, b) => a.line - b.line)
  return file === null || !first ? null : capturedValue(first.groups, 'line')
}

/** The checkout directory of runners; the rest of the path is a path in the repository. */
const WORKSPACE =
  /^(?:file:\/\/)?(?:\/(?:home|Users)\/runner\/work\/([^/]{1,100})\/\1\/|\/__w\/([^/]{1,100})\/\2\/|\/github\/workspace\/|(?:[A-Z]:)?[\\/]a[\\/]([^\\/]{1,100})[\\/]\3[\\/])/i

function repositoryPath(file: string | null): string | null {
  if (file === null) return null
  const path = file.trim()
  const inside = path.replace(WORKSPACE, '')
  return inside === path ? path.replace(/^\.\//, '') : inside.replaceAll('\\', '/')
}

function capturedValue(groups: CapturedGroups, name: string): string | null {
  const captured = Object.entries(groups).find(
    ([key, value]) => value !== undefined && key.replace(/\d$/, '') === name
  )
  return captured?.[1] ?? null
}
