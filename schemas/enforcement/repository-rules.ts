// What policies ask of a repository as a whole, beyond its branches. Each rule is off unless a policy names it.
import { Type } from '@sinclair/typebox'
import { closed, LABEL_COLOR, nullable } from '../common.js'
import { MOST_LABELS_SET, settingProperties } from '../host/settings.js'

const MOST_FILES = 50
const MOST_ALLOWED_ACTIONS = 200
const LONGEST_PATH = 200

const NO_OPINION = '`null`: the policy has no opinion.'
const flag = (description: string) =>
  nullable(Type.Boolean(), { description: `${description} Only reported. ${NO_OPINION}` })

export const repositoryRules = {
  required_files: Type.Array(
    Type.String({ minLength: 1, maxLength: LONGEST_PATH, examples: ['SECURITY.md'] }),
    {
      maxItems: MOST_FILES,
      uniqueItems: true,
      description:
        'Files that the default branch has to have. A name without a folder is also looked for in `.github` and `docs`. Only reported.'
    }
  ),
  forbid_outside_admins: flag('Whether only members of the organisation may administer the repository.'),
  forbid_dangerous_workflows: flag(
    'Whether no workflow may run what outsiders propose with the rights of the repository: `pull_request_target` or `workflow_run` with a checkout of the proposed head.'
  ),
  allowed_actions: nullable(
    Type.Array(Type.String({ minLength: 1, maxLength: LONGEST_PATH, examples: ['actions/*'] }), {
      maxItems: MOST_ALLOWED_ACTIONS,
      uniqueItems: true
    }),
    {
      description: `What workflows may use besides the repository itself: globs on \`owner/repository/path@ref\`; without \`@\`, every ref. Only reported. ${NO_OPINION}`
    }
  ),
  read_only_workflow_token: nullable(Type.Boolean(), {
    description: `Whether workflows may only read by default. ${NO_OPINION}`
  }),
  required_labels: Type.Unsafe<Record<string, string>>(
    Type.Object(
      {},
      {
        additionalProperties: Type.String({
          pattern: LABEL_COLOR,
          description: 'Six hexadecimal digits.'
        }),
        maxProperties: MOST_LABELS_SET,
        description: 'Labels that the repository has to have, each with its color.',
        examples: [{ bug: 'd73a4a' }]
      }
    )
  ),
  repository_settings: closed(settingProperties, {
    description: 'Settings of the repository, by their names on the host. What is left out is no opinion.'
  })
}

export const REPOSITORY_RULE_DEFAULTS = {
  required_files: [],
  forbid_outside_admins: null,
  forbid_dangerous_workflows: null,
  allowed_actions: null,
  read_only_workflow_token: null,
  required_labels: {},
  repository_settings: {}
}
