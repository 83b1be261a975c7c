// New issues through intake, triage and the search for duplicates, on Postgres with one process: a thousand at a time,
// to see whether the last cost more than the first.
import { createHmac } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type Delivery, startWorld } from '#demo/world/world.js'
import { createClient } from '../openapi/client.js'
import { KEY, startAsApp } from './as-app.js'
import { type Contestant, costOf } from './contestant.js'
import { issuesOf } from './duplicates/made-up.js'

const SECRET = 'bench-secret-0123456789'
const ISSUES = 10_000
const AT_ONCE = 1_000
const SENDERS = 8
/** Each issue is judged, and compared with those before it. */
const DECISIONS_EACH = 2
const LOOK_AGAIN_MS = 50

const params = { path: { owner: 'octo-org', repo: 'busy' } }

export async function measureJudging(): Promise<void> {
  const world = await startWorld()
  const { installation } = world.createInstallation('octo-org')
  const { repository } = world.createRepository('octo-org/busy', { installation })
  const service = await startAsApp('bench_judging', world.url, { HOST_WEBHOOK_SECRET: SECRET })
  const client = createClient({
    baseUrl: `http://127.0.0.1:${service.port}`,
    headers: { authorization: `Bearer ${KEY}` }
  })
  const isSynced = async () => {
    const { data } = await client.GET('/api/repos/{owner}/{repo}', { params })
    return data?.sync.complete === true && data.sync.status === 'idle'
  }
  const decided = async () => (await client.GET('/api/decisions/summary')).data?.totals.total ?? 0
  try {
    while (!(await isSynced())) await setTimeout(LOOK_AGAIN_MS)
    // What is decided is measured, not the host that would have to be written on.
    await client.PUT('/api/config/{owner}/{repo}', { params, body: { settings: { dry_run: true } } })
    const madeUp = issuesOf(ISSUES)
    for (let before = 0; before < ISSUES; before += AT_ONCE) {
      const events = Array.from({ length: AT_ONCE }, () => {
        const { title, body } = madeUp.next()
        return world.createIssue(repository, { title, body }).events
      }).flat()
      const { cpuSeconds } = await costOf(service)
      const began = performance.now()
      await sendAll(service, events)
      while ((await decided()) < (before + AT_ONCE) * DECISIONS_EACH) await setTimeout(LOOK_AGAIN_MS)
      const seconds = (performance.now() - began) / 1000
      const after = await costOf(service)
      console.log(
        `issues ${before + 1} to ${before + AT_ONCE}  ${(AT_ONCE / seconds).toFixed(0)} per second  ` +
          `${(((after.cpuSeconds - cpuSeconds) * 1000) / AT_ONCE).toFixed(1)} ms of CPU each  ${after.rssMb.toFixed(0)} MB resident`
      )
    }
  } finally {
    await service.stop()
    await world.close()
  }
}

async function sendAll(service: Contestant, events: Delivery[]): Promise<void> {
  const waiting = events.values()
  const send = async () => {
    for (const event of waiting) await post(service, event)
  }
  await Promise.all(Array.from({ length: SENDERS }, send))
}

async function post({ port }: Contestant, { event, guid, body }: Delivery): Promise<void> {
  const reply = await fetch(`http://127.0.0.1:${port}/webhooks/host`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-github-event': event,
      'x-github-delivery': guid,
      'x-hub-signature-256': `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`
    },
    body
  })
  if (reply.status !== 202) throw new Error(`${reply.status} ${await reply.text()}`)
  await reply.arrayBuffer()
}
