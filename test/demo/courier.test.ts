// The log of the emulated host: what the courier has really sent.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { install } from '#demo/cast.js'
import { openCourier } from '#demo/courier.js'
import { startWorld } from '#demo/world/world.js'

const receiver = createServer((request, response) => {
  response.writeHead(request.url === '/webhooks/host' ? 202 : 404).end()
}).listen(0, '127.0.0.1')
await once(receiver, 'listening')
// Cast: a server that listens on a port has an address with one.
const { port } = receiver.address() as AddressInfo
const world = await startWorld()
t.teardown(() => {
  receiver.close()
  return world.close()
})

interface LoggedDelivery {
  id: number
  guid: string
}

/** The newest first. */
const log = async () => {
  const reply = await fetch(`${world.url}/app/hook/deliveries`)
  // Cast: the emulated host answers as the host does.
  return (await reply.json()) as LoggedDelivery[]
}

t.test('a delivery is logged once it was sent, with what was replied, and can be sent again', async (t) => {
  const address = `http://127.0.0.1:${port}`
  const courier = openCourier(world, address, 'a-secret')
  t.match(await (await fetch(`${world.url}/app/hook/config`)).json(), { url: `${address}/webhooks/host` })
  install(world)
  t.same(await log(), [])
  await courier.carry()
  const [sent] = await log()
  t.match(sent, { event: 'installation', status_code: 202, redelivery: false })
  await fetch(`${world.url}/app/hook/deliveries/${sent?.id}/attempts`, { method: 'POST' })
  t.equal((await log()).length, 1)
  t.ok(courier.isBehind())
  await courier.carry()
  t.match((await log())[0], { guid: sent?.guid ?? '', status_code: 202, redelivery: true })
})
