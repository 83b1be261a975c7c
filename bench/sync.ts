// A first sync of one large repository from an emulated host, and a second one after a hundredth of it has changed.
import { setTimeout } from 'node:timers/promises'
import { startWorld } from '#demo/world/world.js'
import { MINUTE_MS } from '#domain/time/durations.js'
import { createClient } from '../openapi/client.js'
import { KEY, startAsApp } from './as-app.js'
import { costOf } from './contestant.js'

const FILLING = { issues: 10_000, pulls: 2_000, runs: 2_000 }
const ROWS = FILLING.issues + FILLING.pulls + FILLING.runs
const CHANGED = FILLING.issues / 100
const LOOK_AGAIN_MS = 50

const params = { params: { path: { owner: 'octo-org', repo: 'large' } } }

export async function measureSync(): Promise<void> {
  const world = await startWorld()
  const { installation } = world.createInstallation('octo-org')
  const { repository } = world.createRepository('octo-org/large', { installation })
  world.fill(repository, FILLING)
  const service = await startAsApp('bench_sync', world.url)
  const client = createClient({
    baseUrl: `http://127.0.0.1:${service.port}`,
    headers: { authorization: `Bearer ${KEY}` }
  })
  const sync = async () => (await client.GET('/api/repos/{owner}/{repo}', params)).data?.sync
  const isDone = async (since: string | null) => {
    const now = await sync()
    if (now?.status === 'failed') throw new Error(now.last_error ?? 'it failed')
    return now?.complete === true && now.status === 'idle' && now.finished_at !== since
  }
  try {
    while (!(await isDone(null))) await setTimeout(LOOK_AGAIN_MS)
    const { cpuSeconds: seconds } = await costOf(service)
    const first = world.count()
    console.log(
      `first sync   ${ROWS} rows  ${first} requests  ${seconds.toFixed(1)} s of CPU, start included  ` +
        `${(ROWS / seconds).toFixed(0)} rows per second of CPU`
    )
    world.advance(2 * MINUTE_MS)
    for (let number = 1; number <= CHANGED; number += 1) world.closeIssue(repository, number)
    world.forgetCounts()
    const before = (await sync())?.finished_at ?? null
    await client.POST('/api/repos/{owner}/{repo}/sync', params)
    while (!(await isDone(before))) await setTimeout(LOOK_AGAIN_MS)
    const second = world.count()
    console.log(
      `second sync  ${CHANGED} issues changed  ${second} requests  ${((100 * second) / first).toFixed(1)} % of the first`
    )
  } finally {
    await service.stop()
    await world.close()
  }
}
