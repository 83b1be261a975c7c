// Carries the events of the emulated host to the service: as signed webhooks over HTTP, in their order.
import { createHmac } from 'node:crypto'
import { WEBHOOK_PATH } from '#domain/operation/app-manifest.js'
import type { Delivery, World } from './world/world.js'

const MOST_AT_ONCE = 8

export interface Courier {
  carry(): Promise<void>
  isBehind(): boolean
}

export function openCourier(world: World, address: string, secret: string): Courier {
  const receiver = `${address}${WEBHOOK_PATH}`
  world.sendWebhooksTo(receiver)
  let carried = 0
  return {
    async carry() {
      const events = world.deliveries.slice(carried)
      carried += events.length
      for (let at = 0; at < events.length; at += MOST_AT_ONCE)
        await Promise.all(events.slice(at, at + MOST_AT_ONCE).map((event) => post(event, receiver, secret)))
    },
    isBehind: () => carried < world.deliveries.length
  }
}

async function post(delivery: Delivery, receiver: string, secret: string): Promise<void> {
  const { event, guid, body } = delivery
  const reply = await fetch(receiver, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-github-event': event,
      'x-github-delivery': guid,
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
    },
    body
  })
  // The body is read, so that the connection can be used again.
  await reply.arrayBuffer()
  delivery.statusCode = reply.status
}
