// Files that the repository ignores, and that somebody added all the same.
import ignore from 'ignore'
import type { ReviewedChange } from '../../change.js'
import type { BuiltInFinding } from '../rule.js'
import { UNFIT_KINDS } from './binaries.js'

const MOST_LINES = 500

/** One finding for all: what is added by force usually is a folder. */
export function ignoredFindings({ files, texts }: ReviewedChange): BuiltInFinding[] {
  const text = texts.get('.gitignore')
  if (text === undefined) return []
  const rules = ignore().add(text.split('\n', MOST_LINES))
  const [first, ...others] = files.filter(
    ({ path, status }) =>
      status === 'added' &&
      ignore.isPathValid(path) &&
      rules.ignores(path) &&
      !UNFIT_KINDS.some(({ pattern }) => pattern.test(path))
  )
  if (!first) return []
  return [
    {
      severity: 'medium',
      title: 'A file is added that the repository ignores',
      description: `\`.gitignore\` keeps files of this name out of the repository.${others.length > 0 ? ` ${others.length} more such files are added.` : ''}`,
      suggestion: 'Take it out of the change, or out of `.gitignore` if it belongs here.',
      path: first.path,
      line: null,
      confidence: 0.75,
      context: 'ignored'
    }
  ]
}
