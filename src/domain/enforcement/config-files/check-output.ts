// The check run that shows on a commit what the validation of its configuration files found.
import { type CheckAnnotation, MOST_CHECK_ANNOTATIONS } from '#schemas/actions/arguments.js'
import type { ConfigFileFinding } from '#schemas/enforcement/config-results.js'
import { inertLine, inlineCode, plainProse } from '../../text/markdown.js'
import type { FileVerdict } from './validate.js'

export interface ValidatedCommit {
  files: readonly FileVerdict[]
  /** Whether it was about the service's own file, and the commit has none. */
  lacksServiceFile: boolean
  /** Changed files that were not looked at; null if nobody knows how many. */
  unchecked: number | null
}

export interface ConfigCheckOutput {
  conclusion: 'success' | 'failure' | 'neutral'
  title: string
  summary: string
  annotations: CheckAnnotation[]
}

const LONGEST_SUMMARY = 60_000
const MOST_LINES = 200

interface PlacedFinding extends ConfigFileFinding {
  path: string
}

export function configCheckOutput(commit: ValidatedCommit, { isDry }: { isDry: boolean }): ConfigCheckOutput {
  const errors = commit.files.flatMap(({ path, errors }) => errors.map((one) => ({ ...one, path })))
  const warnings = commit.files.flatMap(({ path, warnings }) => warnings.map((one) => ({ ...one, path })))
  const found = [...errors, ...warnings]
  const verdict = errors.length === 0 ? 'success' : 'failure'
  const lines = found.slice(0, MOST_LINES).map(findingMarkdown)
  const more = found.length > MOST_LINES ? [`- And ${found.length - MOST_LINES} more.`] : []
  const summary = [introOf(commit, errors.length, warnings.length), ...lines, ...more].join('\n')
  return {
    conclusion: isDry ? 'neutral' : verdict,
    title: titleOf(commit, errors.length, warnings.length),
    summary: summary.slice(0, LONGEST_SUMMARY),
    annotations: found.slice(0, MOST_CHECK_ANNOTATIONS).map(annotationOf)
  }
}

const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`

function titleOf({ files }: ValidatedCommit, errors: number, warnings: number): string {
  const [first, ...others] = files
  if (!first) return 'There is no configuration file'
  const name = others.length === 0 ? inertLine(first.path, 150) : counted(files.length, 'file')
  if (errors > 0) return `${counted(errors, 'error')} in ${name}`
  const valid = others.length === 0 ? `${name} is valid` : `${name} are valid`
  return warnings > 0 ? `${valid}, with ${counted(warnings, 'warning')}` : valid
}

function introOf(commit: ValidatedCommit, errors: number, warnings: number): string {
  const { files, lacksServiceFile, unchecked } = commit
  const parts = [
    verdictOf(files, errors, warnings),
    ...(lacksServiceFile
      ? ['This commit has no configuration file of the service: the defaults and the other layers apply.']
      : []),
    ...(isServiceFileInvalid(files)
      ? [
          "While the default branch has an invalid `.service.yml`, the service does not act on this repository; that of the organisation's `service-config` stops it in all repositories of the organisation."
        ]
      : []),
    ...(unchecked === 0
      ? []
      : [`${unchecked ?? 'More'} changed files were not checked, because they are too many.`])
  ]
  return `${parts.join('\n\n')}\n`
}

function verdictOf(files: readonly FileVerdict[], errors: number, warnings: number): string {
  const [first, ...others] = files
  if (!first) return 'No configuration file was checked. Nothing to do.'
  const checked = others.length === 0 ? inlineCode(first.path) : counted(files.length, 'file')
  if (errors > 0) return `${checked}: ${counted(errors, 'error')}. **What to do next:** fix the errors below.`
  const valid = others.length === 0 ? `${checked} is valid.` : `${checked} are valid.`
  return warnings > 0 ? `${valid} **What to do next:** check the warnings below.` : `${valid} Nothing to do.`
}

const isServiceFileInvalid = (files: readonly FileVerdict[]): boolean =>
  files.some(({ fileType, errors }) => fileType === 'service_config' && errors.length > 0)

const WORDS = { error: 'Error', warning: 'Warning' } as const

function findingMarkdown({ path, severity, line, col, rule, message }: PlacedFinding): string {
  const place = `${inlineCode(path, 60)} in line ${line}, column ${col}`
  return `- **${WORDS[severity]}** ${place}: ${plainProse(message, 140)} (\`${rule}\`)`
}

const annotationOf = ({ path, severity, line, col, rule, message }: PlacedFinding): CheckAnnotation => ({
  path,
  line,
  column: col,
  level: severity === 'error' ? 'failure' : 'warning',
  title: rule,
  message: inertLine(message, 300)
})

/** While the files are being read. */
export const RUNNING_CHECK = {
  title: 'The configuration files are being checked',
  summary: 'Nothing to do: the result follows.'
} as const

/** The check of a commit whose files could not be checked: it must not stay open. */
export const abandonedCheck = (reason: string) =>
  ({
    conclusion: 'neutral',
    title: 'The configuration files could not be checked',
    summary: `${plainProse(reason)}\n\n**What to do next:** push another commit to have them checked again.`
  }) as const
