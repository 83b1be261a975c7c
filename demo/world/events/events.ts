// Sends events and logs them as deliveries.
import { randomUUID } from 'node:crypto'
import { idAt, objectAt, stringAt } from '#host/payload.js'
import type { JsonObject } from '#schemas/common.js'
import { installationShape, repositoryShape, userShape } from '../shapes.js'
import { type Delivery, type Installation, installationOf, type Repository, type State } from '../state.js'

/** Sends an event about a repository; nothing if no active installation can access it. */
export function announce(
  state: State,
  repository: Repository,
  event: string,
  payload: JsonObject
): Delivery[] {
  noteEntry(state, repository, payload)
  const installation = installationOf(state, repository)
  if (!installation || installation.suspendedAt || state.unheard.has(event)) return []
  const { owner } = repository
  const node_id = Buffer.from(`Installation${installation.id}`).toString('base64')
  return [
    deliver(state, event, {
      ...payload,
      repository: repositoryShape(repository),
      ...(owner.type === 'Organization' ? { organization: userShape(owner) } : {}),
      sender: payload['sender'] ?? userShape(owner),
      installation: { id: installation.id, node_id }
    })
  ]
}

const timelines = new WeakMap<Repository, Map<number, JsonObject[]>>()

/** What happened to an issue or a pull request, the oldest first. */
export function timelineOf(repository: Repository, number: number): JsonObject[] {
  const known = timelines.get(repository) ?? new Map<number, JsonObject[]>()
  timelines.set(repository, known)
  const entries = known.get(number) ?? []
  known.set(number, entries)
  return entries
}

function noteEntry(state: State, repository: Repository, payload: JsonObject): void {
  const item = objectAt(payload, 'pull_request') ?? objectAt(payload, 'issue')
  const number = item?.['number']
  if (typeof number !== 'number') return
  timelineOf(repository, number).push({
    event: stringAt(payload, 'action') ?? '',
    actor: payload['sender'] ?? userShape(repository.owner),
    created_at: state.now().toISOString()
  })
}

/** Sends an event about an installation, even while it is suspended. */
export function announceInstallation(
  state: State,
  installation: Installation,
  event: string,
  payload: JsonObject
): Delivery[] {
  const sender = userShape(installation.account)
  return [deliver(state, event, { ...payload, installation: installationShape(installation), sender })]
}

function deliver(state: State, event: string, payload: JsonObject): Delivery {
  const delivery: Delivery = {
    id: state.nextId(),
    guid: randomUUID(),
    event,
    body: JSON.stringify(payload),
    action: stringAt(payload, 'action'),
    installationId: idAt(objectAt(payload, 'installation'), 'id'),
    repositoryId: idAt(objectAt(payload, 'repository'), 'id'),
    deliveredAt: state.now(),
    redelivery: false,
    statusCode: firstStatus(state)
  }
  state.deliveries.push(delivery)
  return delivery
}

/** What is really sent has no reply yet. */
const firstStatus = ({ receiver }: State) => (receiver === undefined ? 200 : null)

/** Sends the same event again, as the host does on request. */
export function redeliver(state: State, delivery: Delivery): Delivery {
  const again = {
    ...delivery,
    id: state.nextId(),
    deliveredAt: state.now(),
    redelivery: true,
    statusCode: firstStatus(state)
  }
  state.deliveries.push(again)
  return again
}

/** The payload that a test delivers. */
export function payloadOf({ body }: Delivery): JsonObject {
  // Cast: the text was written from an object.
  return JSON.parse(body)
}
