// Exceptions that people have granted, with their reason and end.
import { grantWaiver, listWaivers, revokeWaiver } from '../../../openapi/fields.js'
import { apiClient, callApi, type Schemas } from '../kit/api.js'
import { Badge, repositoryPath } from '../kit/details.js'
import { formatCount, formatName } from '../kit/format.js'
import { ActionButton } from '../kit/forms/action-button.js'
import type { FormValues } from '../kit/forms/schema-form.js'
import { List } from '../kit/lists/list.js'
import { Screen } from '../kit/page.js'
import { Time } from '../kit/time.js'

type Waiver = Schemas['Waiver']

export function WaiversPage() {
  return (
    <Screen title="Waivers" lead="Where a pillar holds back, because a person said so." tools={<Grant />}>
      <List
        title="All waivers"
        path="/api/waivers"
        fields={listWaivers}
        filters={['q', 'status', 'pillar', 'scope', 'repo', 'granted_by']}
        noun={['waiver', 'waivers']}
        none="No waivers. Grant one where a pillar should hold back."
        rowKey={({ id }) => id}
        columns={[
          { head: 'Reason', cell: ({ reason }) => <strong class="clip">{reason}</strong> },
          { head: 'Status', cell: ({ status }) => <Badge word={status} /> },
          { head: 'Pillar', cell: ({ pillar }) => formatName(pillar) },
          { head: 'Covers', cell: (waiver) => <Scope waiver={waiver} /> },
          { head: 'Granted by', isMinor: true, cell: ({ granted_by }) => granted_by },
          { head: 'Used', isMinor: true, cell: ({ uses }) => formatCount(uses, 'time', 'times') },
          { head: 'Ends', cell: ({ expires_at }) => <Time at={expires_at} /> },
          { head: 'Answer', cell: (waiver) => <Revoke waiver={waiver} /> }
        ]}
      />
    </Screen>
  )
}

function Scope({ waiver: { scope, scope_value, repo_full_name } }: { waiver: Waiver }) {
  return (
    <>
      <a href={repositoryPath(repo_full_name)}>{repo_full_name}</a>{' '}
      {scope !== 'repo' && `${formatName(scope).toLowerCase()} ${scope_value}`}
    </>
  )
}

function Grant() {
  return (
    <ActionButton
      label="Grant a waiver"
      isPrimary
      explanation="The pillar decides nothing about what the waiver covers, and says so in each decision."
      fields={grantWaiver}
      done="The waiver was granted."
      send={(values: FormValues) => {
        // Cast: the form demands what the document calls required.
        const body = values as Schemas['WaiverBody']
        return callApi(apiClient.POST('/api/waivers', { body }))
      }}
    />
  )
}

function Revoke({ waiver: { id, status, reason } }: { waiver: Waiver }) {
  if (status !== 'active' && status !== 'expiring') return <>–</>
  const params = { path: { id } }
  return (
    <span class="row-tools">
      <ActionButton
        label="Revoke"
        about={reason}
        explanation="The pillar decides again as if the waiver had never been."
        fields={revokeWaiver}
        done="The waiver was revoked."
        send={(body) => callApi(apiClient.DELETE('/api/waivers/{id}', { params, body }))}
      />
    </span>
  )
}
