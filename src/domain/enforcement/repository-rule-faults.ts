// Faults of what policies ask of repositories that types do not show.
import type { RepositoryRule } from '#schemas/enforcement/enums.js'
import type { PolicyValues } from '#schemas/enforcement/policies.js'
import { findBaselineFaults } from '../configuration/baseline-faults.js'

interface RuleFault {
  rule: RepositoryRule
  message: string
}

type CheckedValues = Pick<
  PolicyValues,
  'required_files' | 'allowed_actions' | 'required_labels' | 'repository_settings'
>

/** Labels and settings have the faults that a baseline has. */
export function repositoryRuleFaults(values: CheckedValues): RuleFault[] {
  const labels = findBaselineFaults({ labels: values.required_labels })
  const settings = findBaselineFaults({ settings: values.repository_settings })
  return [
    ...faultIf(values.required_files.some(isImpossiblePath), 'required_files', IMPOSSIBLE_PATH),
    ...faultIf(values.allowed_actions?.some(isPadded) === true, 'allowed_actions', PADDED),
    ...labels.map(({ path, message }) => ({
      rule: 'required_labels' as const,
      message: `${path.split('/').at(-1)}: ${message}`
    })),
    ...settings.map(({ message }) => ({ rule: 'repository_settings' as const, message }))
  ]
}

const faultIf = (isFault: boolean, rule: RepositoryRule, message: string): RuleFault[] =>
  isFault ? [{ rule, message }] : []

const IMPOSSIBLE_PATH = 'must be paths of files from the root, as docs/SECURITY.md'
const PADDED = 'must not have spaces'

const isPadded = (text: string) => /\s/.test(text)

/** No file of a repository can have it. */
const isImpossiblePath = (path: string) =>
  path.trim() !== path || path.split('/').some((part) => part === '' || part === '.' || part === '..')
