import { eq } from 'drizzle-orm'
import t from 'tap'
import type { Deps } from '#deps.js'
import { openRateLimiter, type RateLimiter } from '#services/accounts/rate-limiter.js'
import { rateLimits } from '#tables/accounts/rate-limits.js'
import { startTestService } from '#test/harness/app.js'
import { until } from '#test/harness/until.js'

const service = await startTestService({ work: false })
t.teardown(() => service.close())

const admit = async (office: RateLimiter, ip: string) =>
  (office.spend(ip) ?? (await office.admit(ip))).admitted

async function admittedOf(office: RateLimiter, ip: string, tries: number) {
  const answers = await Promise.all(Array.from({ length: tries }, () => admit(office, ip)))
  return answers.filter((admitted) => admitted).length
}

/** Deps that count their transactions, and let them fail when they are told to. */
function watched(deps: Partial<Deps>) {
  const store = { transactions: 0, complaints: 0, fails: false }
  const warn = () => {
    store.complaints += 1
  }
  const transaction: Deps['transaction'] = (work) => {
    store.transactions += 1
    return store.fails ? Promise.reject(new Error('the store is gone')) : service.deps.transaction(work)
  }
  return { store, deps: { ...service.deps, log: { ...service.deps.log, warn }, transaction, ...deps } }
}

t.test('a thousand requests of one client cost fewer than a hundred transactions', async (t) => {
  for (const max of [1_000, 100_000]) {
    const { store, deps } = watched({ rateLimit: { max, windowSeconds: 60 } })
    const office = openRateLimiter(deps)
    let admitted = 0
    for (let sent = 0; sent < 1_000; sent += 1)
      if (await admit(office, `198.51.100.${max % 250}`)) admitted += 1
    t.equal(admitted, 1_000)
    t.ok(store.transactions < 100, `${store.transactions} transactions with a limit of ${max}`)
    await office.close()
  }
})

t.test('once a window is used up, refusals cost no transaction', async (t) => {
  const { store, deps } = watched({ rateLimit: { max: 10, windowSeconds: 60 } })
  const office = openRateLimiter(deps)
  t.equal(await admittedOf(office, '198.51.101.1', 20), 10)
  const before = store.transactions
  t.equal(await admittedOf(office, '198.51.101.1', 1_000), 0)
  t.equal(store.transactions, before)
})

t.test('while the store fails, a process enforces the limit alone and logs one warning', async (t) => {
  const { store, deps } = watched({ rateLimit: { max: 50, windowSeconds: 60 } })
  store.fails = true
  const office = openRateLimiter(deps)
  t.equal(await admittedOf(office, '198.51.102.1', 60), 50)
  t.equal(await admittedOf(office, '198.51.102.1', 60), 0, 'nor more later')
  t.equal(await admittedOf(office, '198.51.102.2', 60), 50, 'each client has its own')
  t.equal(store.complaints, 1)
})

t.test('a store that fails in the middle of a window does not open a second one', async (t) => {
  const { store, deps } = watched({ rateLimit: { max: 50, windowSeconds: 60 } })
  const office = openRateLimiter(deps)
  t.equal(await admittedOf(office, '198.51.103.1', 20), 20)
  store.fails = true
  t.equal(await admittedOf(office, '198.51.103.1', 100), 30)
})

t.test('tickets counted while the store was down are not returned to it afterwards', async (t) => {
  const { store, deps } = watched({ rateLimit: { max: 50, windowSeconds: 60 } })
  const lonely = openRateLimiter(deps)
  const other = openRateLimiter({ ...deps, transaction: service.deps.transaction })
  store.fails = true
  await admit(lonely, '198.51.104.1')
  store.fails = false
  t.equal(await admittedOf(other, '198.51.104.1', 100), 50)
  await lonely.close()
  t.equal(await admittedOf(other, '198.51.104.1', 100), 0)
})

t.test('tickets returned late are found by a process that had already refused requests', async (t) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let slow = false
  const { deps } = watched({ rateLimit: { max: 50, windowSeconds: 60 } })
  const hoarder = openRateLimiter({
    ...deps,
    transaction: async (work) => {
      if (slow) await held
      return service.deps.transaction(work)
    }
  })
  const other = openRateLimiter(deps)
  t.equal(await admittedOf(hoarder, '198.51.105.1', 1), 1)
  slow = true
  const before = await admittedOf(other, '198.51.105.1', 100)
  t.ok(before < 49, 'the hoarder has not answered')
  release()
  let after = 0
  await until('the rest is admitted', async () => {
    after += await admittedOf(other, '198.51.105.1', 5)
    return before + after >= 49
  })
  t.equal(before + after, 49)
  t.equal(await admittedOf(other, '198.51.105.1', 20), 0, 'together they are the limit')
})

async function takenOf(ip: string) {
  const [row] = await service.deps.db
    .select()
    .from(rateLimits)
    .where(eq(rateLimits.key, `ip:${ip}`))
  return row?.taken
}

t.test('tickets of an earlier window are not returned to the current one', async (t) => {
  const { deps } = watched({ rateLimit: { max: 50, windowSeconds: 60 } })
  const office = openRateLimiter(deps)
  t.ok(await admit(office, '198.51.106.1'))
  const resetAt = new Date(Date.now() + 3_600_000)
  await deps.transaction((tx) => tx.update(rateLimits).set({ taken: 50, resetAt }))
  await office.close()
  t.equal(await takenOf('198.51.106.1'), 50)
})

t.test('tickets of the current window are returned to it', async (t) => {
  const { deps } = watched({ rateLimit: { max: 50, windowSeconds: 60 } })
  const office = openRateLimiter(deps)
  t.ok(await admit(office, '198.51.107.1'))
  t.ok(((await takenOf('198.51.107.1')) ?? 0) > 1, 'some are drawn ahead')
  await office.close()
  t.equal(await takenOf('198.51.107.1'), 1)
})

t.test('a window ends no later for a process than for the store, however late the reply', async (t) => {
  const now = performance.now.bind(performance)
  let ahead = 0
  t.intercept(performance, 'now', { value: () => now() + ahead })
  const { deps } = watched({ rateLimit: { max: 50, windowSeconds: 60 } })
  const transaction: Deps['transaction'] = async (work) => {
    const result = await service.deps.transaction(work)
    ahead += 10_000
    return result
  }
  const { msLeft } = await openRateLimiter({ ...deps, transaction }).admit('198.51.108.1')
  t.ok(msLeft <= 50_000, `${msLeft} ms left`)
})

t.test('a client refused at the end of a window gets all of the next window', async (t) => {
  const key = 'ip:198.51.109.1'
  const spent = { granted: 0, taken: 3, msLeft: -1, resetAt: 1 }
  const next = { granted: 1, msLeft: 60_000, resetAt: 2 }
  const answers = [
    spent,
    undefined,
    spent,
    { ...next, taken: 1 },
    { ...next, taken: 2 },
    { ...next, taken: 3 }
  ]
  let onReturned = (_key: string) => {}
  const transaction = async () => {
    const grant = answers.shift()
    // The recall is answered at once, by nobody who held anything.
    if (grant === undefined) onReturned(key)
    return new Map([[key, grant]])
  }
  const { deps } = watched({
    rateLimit: { max: 3, windowSeconds: 60 },
    // The border to the store, whose answers are written above.
    transaction: transaction as unknown as Deps['transaction'],
    listen: async (channel, onMessage) => {
      if (channel === 'tickets_returned') onReturned = onMessage
    }
  })
  const office = openRateLimiter(deps)
  for (const nth of [1, 2, 3]) t.ok(await admit(office, '198.51.109.1'), `request ${nth}`)
  t.same(answers, [])
})

t.test('a process whose listener lost its connection returns the tickets of all clients', async (t) => {
  let onRecalled = (_key: string) => {}
  const { deps } = watched({
    rateLimit: { max: 50, windowSeconds: 60 },
    listen: async (channel, onMessage) => {
      if (channel === 'tickets_recalled') onRecalled = onMessage
    }
  })
  const office = openRateLimiter(deps)
  const ips = ['198.51.110.1', '198.51.110.2']
  for (const ip of ips) t.ok(await admit(office, ip))
  onRecalled('')
  for (const ip of ips) await until('the rest is given back', async () => (await takenOf(ip)) === 1)
})

t.test('a process that cannot listen to the others logs it and enforces the limit', async (t) => {
  const { store, deps } = watched({
    rateLimit: { max: 50, windowSeconds: 60 },
    listen: () => Promise.reject(new Error('the connection has ended'))
  })
  t.equal(await admittedOf(openRateLimiter(deps), '198.51.111.1', 60), 50)
  t.equal(store.complaints, 2, 'once for each of the two channels')
})
