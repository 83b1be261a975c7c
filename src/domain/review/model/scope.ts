// Keeps the findings of the language model to the files that the change touches.
import type { ReviewedFile } from '../change.js'
import type { IgnoredModelFinding, ModelFinding } from './model-finding.js'
import type { ReviewReading } from './review-answer.js'

export interface ReviewScope {
  /** All files of the change, also those that were not shown. */
  files: readonly Pick<ReviewedFile, 'path' | 'previousPath'>[]
  /** `require_file_scope`: otherwise findings on other files count as well. */
  isRequired: boolean
}

/** How models write paths of a diff. */
const PREFIXES = ['./', '/', 'a/', 'b/']

/** The path as the change has it; undefined for a file that it does not touch. */
function changedPath(paths: ReadonlyMap<string, string>, path: string): string | undefined {
  const exact = paths.get(path)
  if (exact !== undefined) return exact
  const prefix = PREFIXES.find((one) => path.startsWith(one))
  return prefix === undefined ? undefined : paths.get(path.slice(prefix.length))
}

/** The path of each changed file, by that path and by the one before the change. */
function pathsOf(files: ReviewScope['files']): Map<string, string> {
  const paths = new Map<string, string>()
  for (const { path, previousPath } of files) if (previousPath !== null) paths.set(previousPath, path)
  for (const { path } of files) paths.set(path, path)
  return paths
}

/** A finding about the change as a whole is always in scope. */
export function withinScope(
  findings: readonly ModelFinding[],
  { files, isRequired }: ReviewScope
): { findings: ModelFinding[]; outside: IgnoredModelFinding[] } {
  const paths = pathsOf(files)
  const within: ModelFinding[] = []
  const outside: IgnoredModelFinding[] = []
  for (const finding of findings) {
    const path = finding.file === null ? null : changedPath(paths, finding.file)
    if (path !== undefined) within.push({ ...finding, file: path })
    else if (isRequired) outside.push({ finding, reason: `file_not_in_diff: ${finding.file}` })
    else within.push(finding)
  }
  return { findings: within, outside }
}

/** A change is correct if all that was found lies outside of it, and nothing was found that cannot be placed. */
export function scopedReading(reading: ReviewReading, scope: ReviewScope): ReviewReading {
  const { findings, outside } = withinScope(reading.findings, scope)
  const isOutside = findings.length === 0 && outside.length > 0 && reading.ignored.length === 0
  return {
    findings,
    ignored: [...reading.ignored, ...outside],
    overall: isOutside ? { ...reading.overall, correctness: 'patch is correct' } : reading.overall
  }
}
