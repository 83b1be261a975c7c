// The form that asks for the fix of one issue.
import { requestFix } from '../../../../openapi/fields.js'
import { apiClient, callApi, type Schemas } from '../../kit/api.js'
import { ActionButton } from '../../kit/forms/action-button.js'
import type { Fields } from '../../kit/forms/fields.js'
import type { FormValues } from '../../kit/forms/schema-form.js'

const ISSUE: Fields = {
  issue: {
    type: 'integer',
    required: true,
    minimum: 1,
    maximum: 2_147_483_647,
    description: 'The number of the issue.'
  }
}

/** Without a repository the form asks for it as well. */
export function FixButton({ repo, repoField }: { repo?: string; repoField?: Fields }) {
  return (
    <ActionButton
      label="Fix an issue"
      isPrimary
      explanation={
        'The service tries to fix the issue in a small pull request, within the limits of the configuration. ' +
        'People merge it.'
      }
      fields={Object.assign({}, repoField, ISSUE, requestFix)}
      send={(values) => send(Object.assign({ repo }, values))}
    />
  )
}

function send({ repo, issue, ...body }: FormValues) {
  const [owner = '', name = ''] = String(repo).split('/')
  const params = { path: { owner, repo: name, number: Number(issue) } }
  // Cast: what is left of the form are the fields of the body.
  const fix = body as Schemas['FixBody']
  return callApi(apiClient.POST('/api/fix/{owner}/{repo}/issues/{number}', { params, body: fix }))
}
