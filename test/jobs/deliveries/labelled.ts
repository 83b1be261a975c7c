// What the host sends when an issue gets a label, and what becomes of it.
import { randomUUID } from 'node:crypto'
import { jobs } from '#capabilities/index.js'
import type { JobTable } from '#queue/job.js'
import { handleDelivery } from '#services/deliveries/handle.js'
import type { TestService } from '#test/harness/app.js'
import { type EventHandler, withEventHandler } from '#test/harness/event-handlers.js'
import { until } from '#test/harness/until.js'

export interface Labelled {
  repo: number
  number: number
  labels: string[]
  /** When the host changed it; its clock counts whole seconds. */
  updatedAt?: string
}

export function labelled({ repo, number, labels, updatedAt = '2026-01-02T10:00:00Z' }: Labelled) {
  return {
    action: 'labeled',
    issue: {
      id: repo * 1_000 + number,
      number,
      title: 'It crashes',
      state: 'open',
      labels: labels.map((name) => ({ name })),
      created_at: '2026-01-02T09:00:00Z',
      updated_at: updatedAt
    },
    label: { name: labels.at(-1) ?? '' },
    repository: { id: repo, full_name: `octo-org/repo-${repo}`, private: false, default_branch: 'main' },
    installation: { id: 7 }
  }
}

/** The jobs of the service, but with another effect of a delivery. */
export function tableWith(effect: EventHandler): JobTable {
  const definition = jobs['delivery.handle']
  return {
    ...jobs,
    'delivery.handle': {
      ...definition,
      handle: (deps, { delivery_row }) => handleDelivery(withEventHandler(deps, effect), delivery_row)
    }
  }
}

/** Sends an account of an issue and waits until it is accepted. */
export async function send(service: TestService, issue: Labelled): Promise<string> {
  const id = randomUUID()
  const { statusCode } = await service.deliver({ id, payload: labelled(issue) })
  if (statusCode !== 202) throw new Error(`it was answered ${statusCode}`)
  return id
}

export async function detailOf({ client }: TestService, id: string) {
  const { data } = await client.GET('/api/deliveries/{id}', { params: { path: { id } } })
  if (!data) throw new Error(`there is no delivery ${id}`)
  return data
}

export function hasState(service: TestService, id: string, state: string): Promise<void> {
  return until(`the delivery is ${state}`, async () => (await detailOf(service, id)).state === state)
}
