import { sql } from 'drizzle-orm'
import t, { type Test } from 'tap'
import { AnnouncementSender, announceOnCommit } from '#store/sql/announcements.js'
import { openTestDatabase } from '#test/harness/database.js'
import { until } from '#test/harness/until.js'

async function open(t: Test) {
  const { database, drop } = await openTestDatabase()
  t.teardown(drop)
  const heard: string[] = []
  await database.listen('news', (message) => heard.push(message))
  return { database, heard }
}

t.test('what a transaction announces is heard once it has committed, and not before', async (t) => {
  const { database, heard } = await open(t)
  await database.transaction(async (tx) => {
    announceOnCommit(tx, 'news', 'first "and"\nsecond line')
    announceOnCommit(tx, 'news', 'again')
    announceOnCommit(tx, 'news', 'again')
    database.announce('news', 'from outside')
    // The embedded database has one connection, which this transaction holds.
    if (database.kind === 'postgres') await until('the other is heard', async () => heard.length > 0)
    t.notMatch(heard, ['again'])
  })
  await until('all is heard', async () => heard.length === 3)
  t.same([...heard].sort(), ['again', 'first "and"\nsecond line', 'from outside'])
})

t.test(
  'nothing is heard of what was rolled back, and a part of a transaction announces nothing',
  async (t) => {
    const { database, heard } = await open(t)
    await t.rejects(
      database.transaction(async (tx) => {
        announceOnCommit(tx, 'news', 'whole')
        throw new Error('undone')
      }),
      { message: 'undone' }
    )
    await database.transaction(async (tx) => {
      announceOnCommit(tx, 'news', 'before')
      const part = tx.transaction(async (inner) => announceOnCommit(inner, 'news', 'part'))
      await t.rejects(part, { message: 'only a whole transaction can announce something' })
      announceOnCommit(tx, 'news', 'after')
    })
    await until('the last is heard', async () => heard.includes('after'))
    t.same(heard, ['before', 'after'])
  }
)

t.test('a transaction that failed before its end is refused, and announces nothing', async (t) => {
  const { database, heard } = await open(t)
  await t.rejects(
    database.transaction(async (tx) => {
      announceOnCommit(tx, 'news', 'never')
      await tx.execute(sql`select 1 / 0`).catch(() => {})
    })
  )
  database.announce('news', 'last')
  await until('the last is heard', async () => heard.length > 0)
  t.same(heard, ['last'])
})

t.test('what comes while others are sent goes together, and what fails is sent once more', async (t) => {
  const sent: unknown[] = []
  const failing = new Set([1, 3, 4])
  const announcer = new AnnouncementSender(async (_, values) => {
    sent.push(values?.[0])
    if (failing.has(sent.length)) throw new Error('the connection is lost')
    return { rows: [] }
  })
  announcer.send('a', '1')
  for (const message of ['2', '3', '2']) announcer.send('a', message)
  await announcer.close()
  t.same(sent, ['[["a","1"]]', '[["a","1"]]', '[["a","2"],["a","3"]]', '[["a","2"],["a","3"]]'])
  announcer.send('a', '4')
  await announcer.close()
  t.equal(sent.at(-1), '[["a","4"]]', 'it goes on after one that was lost')
})

t.test('what is told while the last of them is being sent is sent as well, at whatever moment', async (t) => {
  for (let steps = 0; steps < 12; steps += 1) {
    let sent = ''
    let answer = () => {}
    const announcer = new AnnouncementSender(async (_, values) => {
      sent += String(values?.[0])
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return { rows: [] }
    })
    announcer.send('a', 'first')
    answer()
    for (let step = 0; step < steps; step += 1) await undefined
    announcer.send('a', 'second')
    answer()
    await new Promise((resolve) => setImmediate(resolve))
    t.match(sent, '"second"', `${steps} steps later`)
  }
})

t.test('a message that is too long for the database takes none of the others with it', async (t) => {
  const { database, heard } = await open(t)
  const most = 'x'.repeat(7_999)
  await database.transaction(async (tx) => {
    for (const message of [`${most}y`, most, 'é'.repeat(4_000), 'last']) announceOnCommit(tx, 'news', message)
  })
  await until('the last is heard', async () => heard.includes('last'))
  t.same(heard, [most, 'last'])
})

t.test('a transaction may announce a thousand things, and each is told once', async (t) => {
  const { database, heard } = await open(t)
  const all = Array.from({ length: 1_000 }, (_, at) => `news ${at}`)
  await database.transaction(async (tx) => {
    for (const message of [...all, ...all, '0', 'news']) announceOnCommit(tx, 'news', message)
  })
  await until('all is heard', async () => heard.length >= 1_002)
  t.same(heard, [...all, '0', 'news'])
})

t.test('the end waits a limited time for a database that is silent', async (t) => {
  const announcer = new AnnouncementSender(() => new Promise(() => {}))
  announcer.send('a', '1')
  await t.resolves(announcer.close())
})

t.test(
  'changes of tables wait for each other, go with what must be told at once, and are not lost at the end',
  async (t) => {
    const sent: unknown[] = []
    const announcer = new AnnouncementSender(async (_, values) => {
      sent.push(values?.[0])
      return { rows: [] }
    })
    announcer.send('changes', 'issues')
    announcer.send('changes', 'activity')
    t.same(sent, [])
    announcer.send('jobs', 'triage.run')
    t.same(sent, ['[["changes","issues"],["changes","activity"],["jobs","triage.run"]]'])
    await announcer.close()
    announcer.send('changes', 'decisions')
    await until('a change is told by itself', async () => sent.length === 2)
    announcer.send('changes', 'waivers')
    await announcer.close()
    t.same(sent.slice(1), ['[["changes","decisions"]]', '[["changes","waivers"]]'])
  }
)
