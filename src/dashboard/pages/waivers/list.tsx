// Exceptions that people have granted, with their reason and end.
import { grantWaiver, listWaivers } from '../../../../openapi/fields.js'
import { apiClient, callApi, type Schemas } from '../../kit/api.js'
import { Badge } from '../../kit/details.js'
import { formatName, formatNumber } from '../../kit/format.js'
import { ActionButton } from '../../kit/forms/action-button.js'
import type { FormValues } from '../../kit/forms/schema-form.js'
import { List } from '../../kit/lists/list.js'
import { Screen } from '../../kit/page.js'
import { Time } from '../../kit/time.js'
import { RevokeWaiver, WaiverCover } from './waiver.js'

export function WaiversPage() {
  return (
    <Screen
      title="Waivers"
      lead="Exceptions that people granted: where a pillar holds back, why, and until when."
      tools={<Grant />}
    >
      <List
        title="All waivers"
        path="/api/waivers"
        fields={listWaivers}
        filters={['q', 'status', 'pillar', 'scope', 'repo', 'granted_by']}
        noun={['waiver', 'waivers']}
        none="No waivers, so every pillar decides everywhere. Grant one where a pillar should hold back."
        rowKey={({ id }) => id}
        columns={[
          { head: 'Reason', cell: ({ id, reason }) => <a href={`/dashboard/waivers/${id}`}>{reason}</a> },
          { head: 'Status', cell: ({ status }) => <Badge word={status} /> },
          { head: 'Pillar', cell: ({ pillar }) => formatName(pillar) },
          { head: 'Covers', cell: (waiver) => <WaiverCover waiver={waiver} /> },
          { head: 'Granted by', isMinor: true, cell: ({ granted_by }) => granted_by },
          { head: 'Times used', isMinor: true, cell: (waiver) => <Uses waiver={waiver} /> },
          {
            head: 'Ends',
            cell: ({ expires_at }) => (expires_at === null ? 'never' : <Time at={expires_at} />)
          },
          {
            head: 'Answer',
            cell: (waiver) => (
              <span class="row-tools">
                <RevokeWaiver waiver={waiver} />
              </span>
            )
          }
        ]}
      />
    </Screen>
  )
}

/** Leads to what it was used for. */
function Uses({ waiver: { id, uses } }: { waiver: Schemas['Waiver'] }) {
  return uses === 0 ? <>never</> : <a href={`/dashboard/decisions?waiver_id=${id}`}>{formatNumber(uses)}</a>
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
