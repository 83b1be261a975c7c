// Signed deliveries per second, beside a bare Fastify with one insert and beside Probot with an empty handler.
import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE_FOLDER, SERVICE } from '#paths.js'
import { type Contestant, freshDatabase, median, start } from './contestant.js'
import { type Load, load } from './load.js'
import { publishedExample } from './published-examples.js'

const CONNECTIONS = 50
const SECONDS = 5
const ROUNDS = 5
const SECRET = 'bench-secret-0123456789'

const contestants: Record<string, () => Promise<Contestant>> = {
  service: () => startService('web'),
  'service (and works)': () => startService('all'),
  'bare Fastify': async () =>
    start(join(PACKAGE_FOLDER, 'dist/bench/contestants/bare-intake.js'), {
      DATABASE_URL: await freshDatabase('bench_bare'),
      HOST_WEBHOOK_SECRET: SECRET
    }),
  Probot: () =>
    start(join(PACKAGE_FOLDER, 'bench/contestants/probot.mjs'), {
      HOST_WEBHOOK_SECRET: SECRET,
      APP_PRIVATE_KEY: privateKey()
    })
}

const PROBOT_ANSWERS = 200

/** It is not installed with the service, which does not depend on it. */
const hasProbot = existsSync(join(PACKAGE_FOLDER, 'bench/contestants/node_modules/probot'))

export async function measureIntake(): Promise<void> {
  if (!hasProbot) console.log('Without Probot: `npm ci --prefix bench/contestants` installs it.')
  const taking = Object.entries(contestants).filter(([name]) => name !== 'Probot' || hasProbot)
  const found = new Map<string, Load[]>()
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, open] of taking) {
      const result = await measure(name, await open())
      found.set(name, [...(found.get(name) ?? []), result])
      console.log(`round ${round + 1}  ${name.padEnd(20)} ${described(result)}`)
    }
  }
  const rates = (name: string) => (found.get(name) ?? []).map(({ perSecond }) => perSecond)
  console.log('\nmedian of the rounds, and the ratio to the floors round by round')
  for (const name of found.keys()) {
    const ratio = (floor: string) =>
      median(rates(name).map((rate, at) => rate / (rates(floor)[at] ?? 1))).toFixed(2)
    const floors = ['bare Fastify', 'Probot'].filter((floor) => found.has(floor))
    const ratios = floors.map((floor) => `x${ratio(floor)} of ${floor}`).join('  ')
    const p99 = median((found.get(name) ?? []).map(({ p99Ms }) => p99Ms)).toFixed(1)
    console.log(`${name.padEnd(20)} ${median(rates(name)).toFixed(0)}/s  p99 ${p99} ms  ${ratios}`)
  }
}

async function measure(name: string, contestant: Contestant): Promise<Load> {
  const expect = name === 'Probot' ? PROBOT_ANSWERS : 202
  const shared = { port: contestant.port, connections: CONNECTIONS, next: nextDelivery(), expect }
  try {
    await load({ ...shared, seconds: 5 })
    return await load({ ...shared, seconds: SECONDS })
  } finally {
    await contestant.stop()
  }
}

function described({ perSecond, p50Ms, p99Ms, others }: Load): string {
  const bad = others > 0 ? `  ${others} NOT ANSWERED AS EXPECTED` : ''
  return `${perSecond.toFixed(0)}/s  p50 ${p50Ms.toFixed(1)} ms  p99 ${p99Ms.toFixed(1)} ms${bad}`
}

async function startService(role: string): Promise<Contestant> {
  const url = await freshDatabase('bench_service')
  const environment = {
    DATABASE_URL: url,
    HOST_WEBHOOK_SECRET: SECRET,
    API_KEY: 'bench-key-0123456789',
    SESSION_SECRET: 'a session secret for the bench alone',
    ROLE: role,
    NODE_ENV: 'production'
  }
  return start(SERVICE, environment)
}

/** A real payload; each delivery has an id of its own, and the signature is that of the body. */
function nextDelivery(): () => Buffer {
  const body = JSON.stringify(publishedExample('issues'))
  const signature = createHmac('sha256', SECRET).update(body).digest('hex')
  const head =
    'POST /webhooks/host HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nX-GitHub-Event: issues\r\n' +
    `X-Hub-Signature-256: sha256=${signature}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nX-GitHub-Delivery: `
  return () => Buffer.from(`${head}${randomUUID()}\r\n\r\n${body}`)
}

function privateKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
}
