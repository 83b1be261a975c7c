// The check run that shows on a commit whether its configuration file is valid.
import { inlineCode, plainProse } from '../text/markdown.js'
import { redactSecrets } from '../text/secrets.js'
import type { LocatedConfigFault } from './file.js'

export interface CheckedConfigFile {
  /** Null if the commit has no configuration file. */
  path: string | null
  errors: readonly LocatedConfigFault[]
  warnings: readonly LocatedConfigFault[]
}

const LONGEST_SUMMARY = 60_000

export function configCommitCheck(
  { path, errors, warnings }: CheckedConfigFile,
  { isDry }: { isDry: boolean }
): { conclusion: 'success' | 'failure' | 'neutral'; title: string; summary: string } {
  const lines = [
    ...errors.map((fault) => `- **Error**${faultMarkdown(fault)}`),
    ...warnings.map((fault) => `- **Warning**${faultMarkdown(fault)}`)
  ]
  const summary = [configCheckIntro(path, errors.length, warnings.length), ...lines].join('\n')
  const verdict = errors.length === 0 ? 'success' : 'failure'
  return {
    conclusion: isDry ? 'neutral' : verdict,
    title: configCheckTitle(path, errors.length, warnings.length),
    summary: summary.slice(0, LONGEST_SUMMARY)
  }
}

function configCheckTitle(path: string | null, errors: number, warnings: number): string {
  if (path === null) return 'There is no configuration file'
  const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`
  if (errors > 0) return `${counted(errors, 'error')} in ${path}`
  return warnings > 0 ? `${path} is valid, with ${counted(warnings, 'warning')}` : `${path} is valid`
}

function configCheckIntro(path: string | null, errors: number, warnings: number): string {
  if (path === null)
    return 'This commit has no configuration file: the defaults and the other layers apply. Nothing to do.\n'
  const file = inlineCode(path)
  if (errors > 0)
    return `${file} is not valid. **What to do next:** fix the errors below. While the default branch has an invalid file, the service does not act on this repository.\n`
  if (warnings > 0)
    return `${file} is valid. **What to do next:** check the warnings below; what they name has no effect.\n`
  return `${file} is valid. Nothing to do.\n`
}

function faultMarkdown({ path, message, line, column }: LocatedConfigFault): string {
  const place = line === undefined ? '' : ` in line ${line}, column ${column}`
  const key = path === '' ? '' : `${inlineCode(redactSecrets(path), 80)} `
  return `${place}: ${key}${plainProse(redactSecrets(message), 160)}`
}
