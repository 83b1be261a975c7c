import { once } from 'node:events'
import type { Readable } from 'node:stream'
import t, { type Test } from 'tap'
import { keyRing } from '#domain/accounts/keys.js'
import { ChangeStreams, type StreamDeps } from '#services/operation/change-streams.js'
import { USUAL } from '#test/harness/apps.js'
import { until } from '#test/harness/until.js'

const caller = (principal: string) => ({ method: 'api_key', principal, session: null }) as const

/** Streams of a database that the test stands for. */
function openStreams(t: Test, listen: StreamDeps['listen']) {
  const streams = new ChangeStreams({
    // Cast: without sessions the database is not asked.
    db: {} as StreamDeps['db'],
    keys: keyRing([], USUAL.sessionSecret),
    log: USUAL.log,
    now: () => new Date(),
    listen
  })
  t.teardown(() => streams.close())
  return streams
}

/** Tells of a change in a table. */
type Tell = (table: string) => void

async function toldStreams(t: Test): Promise<{ streams: ChangeStreams; tell: Tell }> {
  let tell: Tell = () => {}
  const streams = openStreams(t, async (_, onMessage) => {
    tell = onMessage
  })
  return { streams, tell: (table) => tell(table) }
}

function heard(stream: Readable): () => string {
  let text = ''
  stream.on('data', (chunk) => {
    text += String(chunk)
  })
  return () => text
}

t.test('a client that does not read is cut off, and the others go on', async (t) => {
  const { streams, tell } = await toldStreams(t)
  const lazy = await streams.open(caller('lazy'), undefined)
  const eager = await streams.open(caller('eager'), undefined)
  const text = heard(eager)
  while (!lazy.destroyed) {
    // Each message breaks off what was before, which is told at once.
    tell('')
    t.ok(lazy.readableLength < 50_000, 'little is kept for it')
    await new Promise((resolve) => setImmediate(resolve))
  }
  t.ok(text().length > 10_000)
  t.notOk(eager.destroyed)
  tell('issues')
  await until('the change is told', async () => text().includes('"issues"'))
})

t.test('there are at most a hundred streams in all', async (t) => {
  const { streams } = await toldStreams(t)
  const open: Readable[] = []
  for (let at = 0; at < 100; at += 1) open.push(await streams.open(caller(`key ${at % 20}`), undefined))
  await t.rejects(streams.open(caller('another'), undefined), { status: 429, code: 'rate_limited' })
  const [first] = open
  if (!first) throw new Error('it is open')
  await once(first.destroy(), 'close')
  t.ok(await streams.open(caller('another'), undefined))
})

t.test('while the database cannot be listened to no stream opens, and afterwards they do', async (t) => {
  let isDown = true
  const streams = openStreams(t, async () => {
    if (isDown) throw new Error('the database is down')
  })
  await t.rejects(streams.open(caller('key'), undefined), { message: 'the database is down' })
  isDown = false
  t.ok(await streams.open(caller('key'), undefined))
})

t.test('after the connection was lost, all that is open is to load everything anew', async (t) => {
  const { streams, tell } = await toldStreams(t)
  const text = heard(await streams.open(caller('key'), undefined))
  await until('the first event', async () => text().includes('event: '))
  const before = text().length
  tell('')
  await until('all is told', async () => text().slice(before).includes('event: reset'))
})

t.test('tables that no topic names are passed over', async (t) => {
  const { streams, tell } = await toldStreams(t)
  const text = heard(await streams.open(caller('key'), undefined))
  tell('tallies')
  tell('waivers')
  await until('the other is told', async () => text().includes('{"topics":["waivers"]}'))
})

t.test('those that are open end in order', async (t) => {
  const { streams } = await toldStreams(t)
  const stream = await streams.open(caller('key'), undefined)
  let isEnded = false
  stream.on('end', () => {
    isEnded = true
  })
  heard(stream)
  await until('it was read', async () => stream.readableLength === 0)
  streams.close()
  await until('it ends', async () => isEnded)
})

t.test('one that was asked for before the end of the process ends with it', async (t) => {
  let listening = () => {}
  const streams = openStreams(
    t,
    () =>
      new Promise((resolve) => {
        listening = resolve
      })
  )
  const asked = streams.open(caller('key'), undefined)
  streams.close()
  listening()
  const stream = await asked
  const text = heard(stream)
  await until('it ends', async () => stream.readableEnded)
  t.match(text(), /^retry: /, 'and the client is told when to come back')
})

t.test('a stream ends after some minutes, so that clients that have vanished hold none', async (t) => {
  const { streams, tell } = await toldStreams(t)
  for (let at = 0; at < 6; at += 1) await streams.open(caller('key'), undefined)
  await t.rejects(streams.open(caller('key'), undefined), { status: 429, code: 'rate_limited' })
  const { now } = performance
  performance.now = () => now.call(performance) + 6 * 60_000
  t.teardown(() => {
    performance.now = now
  })
  tell('sessions')
  await until('their places are free', async () =>
    streams.open(caller('key'), undefined).then(
      () => true,
      () => false
    )
  )
})
