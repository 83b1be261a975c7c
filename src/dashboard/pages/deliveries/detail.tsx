// One delivery: what arrived, which jobs it caused, and how they ended.
import { apiClient, callApi, type Schemas } from '../../kit/api.js'
import { Badge, EventName, type Fact, Facts, repositoryPath } from '../../kit/details.js'
import { formatCount, formatDuration, formatNumber } from '../../kit/format.js'
import { ActionButton } from '../../kit/forms/action-button.js'
import { RowTable } from '../../kit/lists/table.js'
import { type PageProps, Screen, Section } from '../../kit/page.js'
import { Time } from '../../kit/time.js'
import { useApi } from '../../kit/use-api.js'

type Delivery = Schemas['DeliveryDetail']

/** Megabytes of text would freeze the browser. */
const LONGEST_PAYLOAD = 200_000

export function DeliveryPage({ params: { id = '' } }: PageProps) {
  const delivery = useApi('/api/deliveries/{id}', { path: { id } }, 15)
  return (
    <Screen
      title="Delivery"
      lead={
        <>
          One event that the host has told, with the id <code>{id}</code>
        </>
      }
      tools={<Retry delivery={delivery.data} />}
    >
      <Section title="Summary" isTitleUnseen state={delivery}>
        {(data) => (
          <>
            <Facts facts={factsOf(data)} />
            {data.error !== null && (
              <>
                <h2>Error</h2>
                <pre class="bad">{data.error}</pre>
              </>
            )}
            <h2>Jobs</h2>
            <Jobs jobs={data.jobs} />
            <h2>Payload</h2>
            <Payload payload={data.payload} />
          </>
        )}
      </Section>
    </Screen>
  )
}

function Retry({ delivery }: { delivery: Delivery | undefined }) {
  if (delivery === undefined || !['failed', 'dead'].includes(delivery.state)) return null
  const path = { id: delivery.delivery_id }
  return (
    <ActionButton
      label="Retry"
      isPrimary
      explanation="The stored payload is handled again, as if the host had just sent it."
      done="The delivery is handled again."
      send={() => callApi(apiClient.POST('/api/deliveries/{id}/retry', { params: { path } }))}
    />
  )
}

function factsOf(delivery: Delivery): Fact[] {
  const { event_name, action, duplicate_count, installation_id, ignored_because } = delivery
  return [
    ['Status', <Badge key="status" word={delivery.state} />],
    ...(ignored_because === null ? [] : [['Ignored because', IGNORED[ignored_because]] as const]),
    ['Repository', <RepositoryLink key="repository" name={delivery.repo} />],
    ['Event', <EventName key="event" of={action === null ? event_name : `${event_name}.${action}`} />],
    ['Received', <Time key="received" at={delivery.received_at} />],
    ['Finished', <Time key="done" at={delivery.processed_at} />],
    ['Took', formatDuration(delivery.duration_ms)],
    ['Attempts', formatNumber(delivery.attempts)],
    ['Redelivered', formatCount(duplicate_count, 'time', 'times')],
    ['Installation', installation_id === null ? 'none' : String(installation_id)],
    ['SHA-256 of the payload', <code key="sha">{delivery.payload_sha256}</code>]
  ]
}

function RepositoryLink({ name }: { name: string | null }) {
  return name === null ? <>none</> : <a href={repositoryPath(name)}>{name}</a>
}

const IGNORED: Record<NonNullable<Delivery['ignored_because']>, string> = {
  ping: 'A ping only tests the webhook.',
  event_not_handled: 'The service does not know this event.',
  action_not_handled: 'The service has no use for this action of the event.',
  no_repository: 'The event names no repository, and the service works within repositories.',
  incomplete_payload: 'The payload lacks the id or the name of its subject.'
}

function Jobs({ jobs }: Pick<Delivery, 'jobs'>) {
  if (jobs.length === 0) return <p class="muted">No job of the service came of this event.</p>
  return (
    <RowTable
      label="Jobs"
      rows={jobs}
      rowKey={({ queue, name }) => `${queue} ${name}`}
      columns={[
        { head: 'Job', cell: ({ name }) => <code>{name}</code> },
        { head: 'Status', cell: ({ state }) => <Badge word={state} /> },
        { head: 'Attempts', cell: ({ attempts }) => formatNumber(attempts) },
        { head: 'Error', cell: ({ error }) => error ?? '–' }
      ]}
    />
  )
}

function Payload({ payload }: Pick<Delivery, 'payload'>) {
  if (payload === null)
    return <p class="muted">The payload is no longer stored, so the delivery cannot be handled again.</p>
  const text = JSON.stringify(payload, null, 2).replace(DIRECTIONS, escaped)
  const rest = text.length - LONGEST_PAYLOAD
  const shown = rest > 0 ? `${text.slice(0, LONGEST_PAYLOAD)}\n… ${formatNumber(rest)} more characters` : text
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  return <pre tabIndex={0}>{shown}</pre>
}

/** Control characters for text direction could disguise the text. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
