// Real processes, killed without warning while deliveries stream in: nothing that was answered with 202 is lost.
import { randomUUID } from 'node:crypto'
import t, { type Test } from 'tap'
import { type Environment, homeOf, type ServiceProcess, serviceProcess } from './harness/process.js'
import { until } from './harness/until.js'
import { labelled } from './jobs/deliveries/labelled.js'

async function started(t: Test, home: Environment): Promise<ServiceProcess> {
  const service = serviceProcess(t, home)
  await service.start()
  return service
}

const SENDERS = 8

/**
 * Sends deliveries from several senders at once until there are so many accepted ones. Like the host, a sender that
 * got no answer sends the same delivery again, to whichever process is next.
 */
function stream(doors: ServiceProcess[], count: number) {
  const accepted = new Set<string>()
  const sendOne = async (sender: number) => {
    const id = randomUUID()
    for (let attempt = 0; !accepted.has(id); attempt += 1) {
      const door = doors[(sender + attempt) % doors.length]
      if ((await door?.deliver(id).catch(() => 0)) === 202) accepted.add(id)
      else await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const send = async (sender: number) => {
    while (accepted.size < count) await sendOne(sender)
  }
  const ended = Promise.all(Array.from({ length: SENDERS }, (_, sender) => send(sender)))
  return {
    accepted,
    ended,
    reached: (size: number) => until(`${size} are accepted`, async () => accepted.size >= size)
  }
}

/** Every delivery on record, by id: how far it got, and how often its work was done. */
async function recorded({ client }: ServiceProcess) {
  const found = new Map<string, { state: string; attempts: number }>()
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { data } = await client.GET('/api/deliveries', { params: { query: { page, per_page: 100 } } })
    for (const { delivery_id, state, attempts } of data?.data ?? [])
      found.set(delivery_id, { state, attempts })
    pages = data?.meta.total_pages ?? 0
  }
  return found
}

async function isAllHandled({ client }: ServiceProcess): Promise<boolean> {
  const { data } = await client.GET('/api/deliveries', { params: { query: { state: 'queued' } } })
  return data?.meta.total === 0
}

/** Each accepted delivery is on record and processed, by one attempt alone. */
async function nothingIsLost(t: Test, service: ServiceProcess, accepted: Set<string>): Promise<void> {
  await until('every delivery is handled', () => isAllHandled(service))
  const found = await recorded(service)
  t.same(
    [...accepted].filter((id) => found.get(id)?.state !== 'processed'),
    [],
    'none is lost'
  )
  t.same(
    [...found].filter(([, { attempts }]) => attempts !== 1),
    [],
    'none took effect twice'
  )
  const { data: stats } = await service.client.GET('/api/deliveries/stats')
  t.match(stats, { total: found.size, processed_ok: found.size, errors: 0 }, 'and the counts say the same')
}

const LABELS = ['one', 'two', 'three']

/** Labels each of so many issues, one label after the other within one second of the host, however often a door is shut. */
async function label(doors: ServiceProcess[], issues: number): Promise<void> {
  const tell = async (number: number, labels: string[]) => {
    const id = randomUUID()
    const payload = labelled({ repo: 9, number, labels })
    for (let attempt = number; ; attempt += 1) {
      if ((await doors[attempt % doors.length]?.deliver(id, payload).catch(() => 0)) === 202) return
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const numbers = Array.from({ length: issues }, (_, at) => at + 1)
  await Promise.all(
    numbers.map(async (number) => {
      for (const count of LABELS.keys()) await tell(number, LABELS.slice(0, count + 1))
    })
  )
}

async function noLabelIsLost(t: Test, service: ServiceProcess, issues: number): Promise<void> {
  await until('every delivery is handled', () => isAllHandled(service))
  const { data } = await service.client.GET('/api/issues', {
    params: { query: { repo: 'octo-org/repo-9', per_page: 100 } }
  })
  t.equal(data?.meta.total, issues)
  t.same(
    data?.data.filter(({ labels }) => labels.length < LABELS.length),
    [],
    'the last that was accepted holds'
  )
}

if (process.env['TEST_DATABASE_URL'] === undefined) {
  t.test('what a process accepted before it was killed is handled after it', async (t) => {
    const service = await started(t, await homeOf(t))
    const { accepted, ended, reached } = stream([service], 200)
    await reached(100)
    await service.kill()
    await service.start()
    await ended
    await service.kill()
    await service.start()
    await nothingIsLost(t, service, accepted)
  })

  t.test(
    'what is handled after a process was killed is handled in the order of its acceptance',
    async (t) => {
      const service = await started(t, await homeOf(t))
      const labelling = label([service], 30)
      await until('some are accepted', async () => (await recorded(service)).size > 20)
      await service.kill()
      await service.start()
      await labelling
      await service.kill()
      await service.start()
      await noLabelIsLost(t, service, 30)
    }
  )
} else {
  t.test('two processes lose nothing though one of them is killed again and again', async (t) => {
    const home = await homeOf(t)
    const [steady, killed] = [await started(t, home), await started(t, home)]
    const { accepted, ended, reached } = stream([steady, killed], 600)
    for (const size of [200, 400]) {
      await reached(size)
      await killed.kill()
      await killed.start()
    }
    await ended
    await nothingIsLost(t, steady, accepted)
  })

  t.test('two processes keep the order of acceptance though one of them is killed', async (t) => {
    const home = await homeOf(t)
    const [steady, killed] = [await started(t, home), await started(t, home)]
    const labelling = label([steady, killed], 60)
    await until('some are accepted', async () => (await recorded(steady)).size > 40)
    await killed.kill()
    await labelling
    await noLabelIsLost(t, steady, 60)
  })
}
