// What a waiver covers, and the button that ends it.
import { revokeWaiver } from '../../../../openapi/fields.js'
import { apiClient, callApi, type Schemas } from '../../kit/api.js'
import { repositoryPath } from '../../kit/details.js'
import { formatName } from '../../kit/format.js'
import { ActionButton } from '../../kit/forms/action-button.js'

type Waiver = Schemas['Waiver']

/** What it covers. */
export function WaiverCover({ waiver: { scope, scope_value, repo_full_name } }: { waiver: Waiver }) {
  return (
    <>
      <a href={repositoryPath(repo_full_name)}>{repo_full_name}</a>{' '}
      {scope !== 'repo' && `${formatName(scope).toLowerCase()} ${scope_value}`}
    </>
  )
}

/** Nothing for one that has ended. */
export function RevokeWaiver({ waiver: { id, status, reason } }: { waiver: Waiver }) {
  if (status !== 'active' && status !== 'expiring') return null
  const params = { path: { id } }
  return (
    <ActionButton
      label="Revoke"
      about={reason}
      explanation="The pillar decides again as if the waiver had never been."
      fields={revokeWaiver}
      done="The waiver was revoked."
      send={(body) => callApi(apiClient.DELETE('/api/waivers/{id}', { params, body }))}
    />
  )
}
