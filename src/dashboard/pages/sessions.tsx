// The sessions of the reader's key.
import { apiClient, callApi, type Schemas } from '../kit/api.js'
import { Badge, Facts } from '../kit/details.js'
import { ActionButton } from '../kit/forms/action-button.js'
import { Screen, Section } from '../kit/page.js'
import { Time } from '../kit/time.js'
import { useApi } from '../kit/use-api.js'

const EVERY_SECONDS = 60

export function SessionsPage() {
  const identity = useApi('/api/auth/session', {}, EVERY_SECONDS)
  return (
    <Screen
      title="Sessions"
      lead="The browsers that are logged in with your key. End those that you do not know."
    >
      <Section title="Live sessions" isTitleUnseen state={identity}>
        {({ principal, sessions }) => (
          <>
            <p>
              Sessions of the key <strong>{principal}</strong>. A session expires after a week without use.
            </p>
            <ul class="sessions">
              {sessions.map((session) => (
                <SessionItem key={session.id} session={session} />
              ))}
            </ul>
          </>
        )}
      </Section>
    </Screen>
  )
}

function SessionItem({ session }: { session: Schemas['Session'] }) {
  const { user_agent, current, ip, created, last_seen, expires_at } = session
  return (
    <li>
      <h3>
        {browserOf(user_agent ?? '')} {current && <Badge word="current">this session</Badge>}
      </h3>
      <p class="muted">{user_agent ?? 'No user agent was sent.'}</p>
      <Facts
        facts={[
          ['Address', ip ?? 'unknown'],
          ['Logged in', <Time key="created" at={created} />],
          ['Last used', <Time key="seen" at={last_seen} />],
          ['Ends', <Time key="ends" at={expires_at} />]
        ]}
      />
      {!current && <End session={session} />}
    </li>
  )
}

/** Whoever wants to end this session logs out. */
function End({ session: { id, user_agent, ip } }: { session: Schemas['Session'] }) {
  return (
    <ActionButton
      label="End this session"
      about={`${browserOf(user_agent ?? '')}, ${ip ?? 'unknown address'}`}
      explanation="The browser with this session is logged out at once. Its key stays valid: if somebody else has the key, replace it."
      done="The session has ended."
      send={() => callApi(apiClient.DELETE('/api/auth/sessions/{id}', { params: { path: { id } } }))}
    />
  )
}

/** Ordered by precedence: the user agents of the former browsers also contain the names of the latter. */
const BROWSERS = [/(Edg)\//, /(OPR)\//, /(Firefox)\//, /(Chrom)(e|ium)\//, /(Safari)\//]
const NAMES: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', Chrom: 'Chrome' }
const SYSTEMS = /Android|iPhone|iPad|Windows|Mac OS X|Linux/

function browserOf(agent: string): string {
  const match = BROWSERS.map((pattern) => pattern.exec(agent)?.[1]).find((name) => name !== undefined)
  const browser = match === undefined ? 'Unknown browser' : (NAMES[match] ?? match)
  const system = SYSTEMS.exec(agent)?.[0].replace('Mac OS X', 'macOS')
  return system === undefined ? browser : `${browser} on ${system}`
}
