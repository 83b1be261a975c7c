// The results of validating configuration files on pushed commits.

import { type Static, Type } from '@sinclair/typebox'
import {
  closed,
  cursorQuery,
  FULL_COMMIT,
  nullable,
  oneOf,
  operation,
  paged,
  pagingQuery,
  RepoParams,
  ref,
  repoFilter,
  timestamp
} from '../common.js'
import { enumeration } from '../enumeration.js'
import { repositoryFields } from './fields.js'

export const CONFIG_FILE_TYPES = enumeration('ConfigFileType', [
  'host_actions',
  'host_config',
  'terraform',
  'terraform_vars',
  'docker_compose',
  'yaml',
  'package_json',
  'tsconfig',
  'codeowners',
  'issue_template',
  'service_config'
])
export type ConfigFileType = (typeof CONFIG_FILE_TYPES)[number]

export const FINDING_SEVERITIES = enumeration('FindingSeverity', ['error', 'warning'])
export type FindingSeverity = (typeof FINDING_SEVERITIES)[number]

const ConfigFileFinding = closed(
  {
    rule: Type.String({ description: 'The rule that it breaks.', examples: ['missing_runs_on'] }),
    message: Type.String({ description: 'What is wrong, and what to do about it.' }),
    line: Type.Integer({ description: 'Line in the file, from 1.' }),
    col: Type.Integer({ description: 'Column in the line, from 1.' }),
    severity: oneOf(FINDING_SEVERITIES, { description: 'Only errors make a file invalid.' })
  },
  { $id: 'ConfigFileFinding', description: 'One fault of a configuration file.' }
)
export type ConfigFileFinding = Static<typeof ConfigFileFinding>

export const ConfigResult = closed(
  {
    id: Type.Integer({ description: 'Id of the result.' }),
    repo_id: Type.Integer({ description: "The host's id of its repository." }),
    commit_sha: Type.String({ description: 'The pushed commit whose file was read.' }),
    file_path: Type.String({ description: 'Where the file is.', examples: ['.github/workflows/ci.yml'] }),
    file_type: oneOf(CONFIG_FILE_TYPES, { description: 'What the file is, told from its path.' }),
    valid: Type.Boolean({ description: 'Whether it has no errors.' }),
    errors: Type.Array(ref(ConfigFileFinding), {
      description: 'What makes it invalid, by line; at most 100.'
    }),
    warnings: Type.Array(ref(ConfigFileFinding), {
      description: 'What it should do otherwise, by line; at most 100.'
    }),
    check_run_id: nullable(Type.Integer(), {
      description: "The host's id of the check that shows it; null until the check is posted."
    }),
    created_at: timestamp('When the file was validated.'),
    ...repositoryFields
  },
  { $id: 'ConfigResult', description: 'What the validation of a configuration file found.' }
)
export type ConfigResult = Static<typeof ConfigResult>

const filters = {
  valid: Type.Optional(Type.Boolean({ description: 'Only valid files, or only invalid ones.' })),
  file_type: Type.Optional(oneOf(CONFIG_FILE_TYPES, { description: 'Only files of this type.' })),
  commit_sha: Type.Optional(
    Type.String({
      pattern: FULL_COMMIT,
      description: 'Only files of this commit, by its full SHA.'
    })
  )
}

export const listConfigResults = operation({
  operationId: 'listConfigResults',
  codes: ['invalid_cursor', 'repo_not_found'],
  summary: 'List validated configuration files of all repositories, newest first',
  description: 'The newest result of each configuration file that was checked. Filters can be combined.',
  querystring: closed({
    ...pagingQuery(),
    ...cursorQuery,
    repo: Type.Optional(repoFilter('Only files of this repository.')),
    ...filters
  }),
  response: { 200: paged(ref(ConfigResult), 'The results of the page.') }
})
export type ConfigResultQuery = Omit<Partial<Static<typeof listConfigResults.querystring>>, 'repo'>

export const listRepoConfigResults = operation({
  operationId: 'listRepoConfigResults',
  codes: ['invalid_cursor', 'repo_not_found'],
  summary: 'List validated configuration files of a repository, newest first',
  description: 'The newest result of each configuration file of one repository.',
  params: RepoParams,
  querystring: closed({ ...pagingQuery(), ...cursorQuery, ...filters }),
  response: { 200: paged(ref(ConfigResult), 'The results of the page.') }
})

export const schemas = [ConfigFileFinding, ConfigResult]
