// A trivial authenticated route with everything switched on, beside bare Fastify with the same body.
import { join } from 'node:path'
import { PACKAGE_FOLDER, SERVICE } from '#paths.js'
import { type Contestant, freshDatabase, median, start } from './contestant.js'
import { load } from './load.js'

const CONNECTIONS = 50
const SECONDS = 5
const ROUNDS = 5
/** A server is fast once its engine has compiled what a request runs through; the larger program needs longer. */
const WARM_UP_SECONDS = 6
const KEY = 'bench-key-0123456789'

const REQUEST = Buffer.from(
  `GET /api/auth/session HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${KEY}\r\n\r\n`
)

export async function measureFloor(): Promise<void> {
  const service = await start(SERVICE, {
    DATABASE_URL: await freshDatabase('bench_service'),
    API_KEY: KEY,
    SESSION_SECRET: 'a session secret for the bench alone',
    RATE_LIMIT_MAX: '1000000000',
    ROLE: 'web',
    NODE_ENV: 'production'
  })
  const bare = await start(join(PACKAGE_FOLDER, 'dist/bench/contestants/bare-reply.js'), {})
  for (const one of [service, bare]) await measure(one, WARM_UP_SECONDS)
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const ours = await measure(service)
    const floor = await measure(bare)
    ratios.push(ours / floor)
    console.log(
      `round ${round + 1}  service ${ours.toFixed(0)}/s  bare Fastify ${floor.toFixed(0)}/s  x${(ours / floor).toFixed(2)}`
    )
  }
  console.log(`\nmedian ratio to bare Fastify: ${median(ratios).toFixed(2)}`)
  await Promise.all([service.stop(), bare.stop()])
}

async function measure({ port }: Contestant, seconds = SECONDS): Promise<number> {
  const shared = { port, connections: CONNECTIONS, next: () => REQUEST, expect: 200, neverSleep: true }
  await load({ ...shared, seconds: 1 })
  const { perSecond, others } = await load({ ...shared, seconds })
  if (others > 0) throw new Error(`${others} requests were not answered with 200`)
  return perSecond
}
