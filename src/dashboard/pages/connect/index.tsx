// The connection to the host: how it is, what is missing and what that costs, and how it is made.
import type { Schemas } from '../../kit/api.js'
import { apiClient, callApi } from '../../kit/api.js'
import { Badge, EventName, Facts } from '../../kit/details.js'
import { ActionButton } from '../../kit/forms/action-button.js'
import { RowTable } from '../../kit/lists/table.js'
import { Empty, Screen, Section } from '../../kit/page.js'
import { Time } from '../../kit/time.js'
import { useApi } from '../../kit/use-api.js'
import { Budgets } from '../host/budgets.js'
import { Registration } from './registration.js'
import { ReturnFromHost } from './return.js'

type Link = Schemas['HostLink']

const EVERY_SECONDS = 30

export function ConnectPage() {
  const link = useApi('/api/system/connection', {}, EVERY_SECONDS)
  const budgets = useApi('/api/host/rate-limits', { query: { per_page: 100 } }, EVERY_SECONDS)
  return (
    <Screen
      title="Connection"
      lead="How the service is connected with GitHub: what works, what is missing, and what that costs."
    >
      <ReturnFromHost />
      <Section title="Connection" isTitleUnseen state={link}>
        {(shown) => (
          <>
            <State link={shown} />
            {!shown.needs_restart && <Findings findings={shown.findings} />}
          </>
        )}
      </Section>
      {link.data?.can_register && <Registration />}
      <Section title="Webhooks" state={link}>
        {(shown) => <Deliveries link={shown} />}
      </Section>
      <Section title="Budgets" state={budgets}>
        {({ data }) => <Budgets budgets={data} />}
      </Section>
    </Screen>
  )
}

const KINDS = { app: 'a GitHub App', token: 'a token' } as const

function State({ link: { credential, name, is_stored, needs_restart } }: { link: Link }) {
  if (needs_restart)
    return <p role="status">A connection is stored. Start the service anew: then it takes effect.</p>
  if (credential === null) return null
  return (
    <Facts
      facts={[
        ['Credential', KINDS[credential]],
        ['Name on GitHub', name ?? 'unknown'],
        ['Kept in', is_stored ? 'the data directory' : 'the settings']
      ]}
    />
  )
}

function Findings({ findings }: { findings: Link['findings'] }) {
  return (
    <RowTable
      label="What was examined"
      rows={findings}
      rowKey={({ check, message }) => `${check} ${message}`}
      columns={[
        { head: 'Check', cell: ({ check }) => <strong>{check}</strong> },
        { head: 'Outcome', cell: ({ outcome }) => <Badge word={outcome} /> },
        {
          head: 'What was found',
          cell: ({ message, remedy }) => (
            <>
              {message}
              {remedy !== null && <span class="muted"> {remedy}</span>}
            </>
          )
        }
      ]}
    />
  )
}

function Deliveries({ link: { webhook_url, deliveries } }: { link: Link }) {
  if (webhook_url === null) return <Empty>No App sends webhooks here.</Empty>
  return (
    <>
      <p>
        The App sends them to <code>{webhook_url}</code>.
      </p>
      {deliveries.length === 0 ? <Empty>None was sent yet.</Empty> : <DeliveryLog deliveries={deliveries} />}
    </>
  )
}

function DeliveryLog({ deliveries }: { deliveries: Link['deliveries'] }) {
  return (
    <>
      <ActionButton
        label="Try the webhook"
        explanation="GitHub sends the newest ping again. The log below shows within seconds whether it arrives."
        send={() => callApi(apiClient.POST('/api/system/connection/ping', {}))}
      />
      <RowTable
        label="Latest deliveries"
        rows={deliveries}
        rowKey={({ log_id }) => log_id}
        columns={[
          { head: 'Event', cell: ({ event }) => <EventName of={event} /> },
          { head: 'Sent', cell: ({ sent_at }) => <Time at={sent_at} /> },
          {
            head: 'Arrived',
            cell: ({ has_arrived }) => (
              <Badge word={has_arrived ? 'ok' : 'failed'}>{has_arrived ? 'yes' : 'no'}</Badge>
            )
          },
          {
            head: 'Reply',
            cell: ({ status_code }) => (status_code === 0 ? 'none' : String(status_code))
          },
          { head: 'Again', isMinor: true, cell: ({ is_redelivery }) => (is_redelivery ? 'yes' : 'no') }
        ]}
      />
    </>
  )
}
