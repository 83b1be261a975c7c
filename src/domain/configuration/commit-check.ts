// The check run on a commit about its configuration file.
import { redactSecrets } from '../text/secrets.js'
import { faultSentence, type LocatedConfigFault } from './file.js'

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
    ...errors.map((fault) => `- **error**: ${faultSentence(fault)}`),
    ...warnings.map((fault) => `- warning: ${faultSentence(fault)}`)
  ]
  const summary = redactSecrets([configCheckIntro(path, errors.length), ...lines].join('\n'))
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

function configCheckIntro(path: string | null, errors: number): string {
  if (path === null) return 'Without a file, the other layers and the defaults hold.\n'
  if (errors === 0) return `\`${path}\` can be read.\n`
  return `With this \`${path}\` on the default branch, the service does nothing in the repository. Correct the errors:\n`
}
