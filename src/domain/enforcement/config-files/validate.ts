// Validates a file by what it is. Nothing of it is executed, and time and memory are bounded.
import type { ConfigFileFinding, ConfigFileType } from '#schemas/enforcement/config-results.js'
import { validateCodeowners } from './codeowners.js'
import { validateCompose } from './compose.js'
import { type FileFault, fileError, fileWarning, findingsOf } from './findings.js'
import { validateHcl } from './hcl.js'
import { validateIssueTemplate } from './issue-template.js'
import { validatePackageJson, validateTsconfig } from './json-files.js'
import { validateYaml } from './plain-yaml.js'
import { type ServiceFileKind, validateServiceFile } from './service-file.js'
import { validateWorkflow } from './workflow.js'

export interface FileToValidate extends ServiceFileKind {
  path: string
  fileType: ConfigFileType
  /** Undefined if the file is no text in UTF-8, or larger than its type may be. */
  text: string | undefined
  bytes: number
}

export interface FileVerdict {
  path: string
  fileType: ConfigFileType
  errors: ConfigFileFinding[]
  warnings: ConfigFileFinding[]
}

/** The parser of YAML needs a second for half a megabyte, and others wait for it. */
const MOST_YAML_BYTES = 128 * 1024
/** Larger files are not even fetched. */
const MOST_CONFIG_FILE_BYTES = 1024 * 1024

type Validator = (text: string, file: FileToValidate) => FileFault[]

const VALIDATORS: Readonly<Record<ConfigFileType, Validator>> = {
  host_actions: validateWorkflow,
  host_config: validateYaml,
  terraform: (text) => validateHcl(text, { hasBlocks: true }),
  terraform_vars: (text) => validateHcl(text, { hasBlocks: false }),
  docker_compose: validateCompose,
  yaml: validateYaml,
  package_json: validatePackageJson,
  tsconfig: validateTsconfig,
  codeowners: validateCodeowners,
  issue_template: (text, { path }) => validateIssueTemplate(text, path),
  service_config: validateServiceFile
}

const OF_YAML: ReadonlySet<ConfigFileType> = new Set([
  'host_actions',
  'host_config',
  'docker_compose',
  'yaml',
  'issue_template'
])

export const mostBytesOf = (fileType: ConfigFileType): number =>
  OF_YAML.has(fileType) ? MOST_YAML_BYTES : MOST_CONFIG_FILE_BYTES

export function validateConfigFile(file: FileToValidate): FileVerdict {
  const { path, fileType, text = '' } = file
  const findings = findingsOf(text, faultsOf(file))
  return {
    path,
    fileType,
    errors: findings.filter(({ severity }) => severity === 'error'),
    warnings: findings.filter(({ severity }) => severity === 'warning')
  }
}

function faultsOf(file: FileToValidate): FileFault[] {
  const { fileType, text, bytes } = file
  const most = mostBytesOf(fileType)
  // The service reads no larger file of its own, so that it is not valid.
  if (bytes > most && fileType !== 'service_config')
    return [fileWarning('too_large', 0, `It is larger than ${most} bytes, so that it was not checked.`)]
  if (text === undefined) return [fileError('not_text', 0, 'It is not text in UTF-8.')]
  const isMarked = text.startsWith('\uFEFF')
  const faults = VALIDATORS[fileType](isMarked ? text.slice(1) : text, file)
  return isMarked ? faults.map((fault) => ({ ...fault, at: fault.at + 1 })) : faults
}
