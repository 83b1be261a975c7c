import { PGlite } from '@electric-sql/pglite'
import t from 'tap'
import { DATABASE_IMAGE } from '#paths.js'
import { openPglite } from '#store/embedded/embedded.js'

const client = await openPglite({ image: DATABASE_IMAGE })
t.teardown(() => client.close())
await client.exec('create table people (id int primary key, name text)')
const add = 'insert into people values ($1, $2)'
type Answer = { rows: Record<string, unknown>[] }

const names = async () => {
  const { rows } = await client.query<{ name: string }>('select name from people order by id')
  return rows.map(({ name }) => name)
}

t.test('a statement answers the same each time as without preparation', async (t) => {
  const statements: [text: string, values: unknown[]][] = [
    ['select $1::int as i, $2::text as t, $3::jsonb as j', [7, "it's", { a: [null, 'x'] }]],
    ['select $1::timestamptz as at, $2::bool as b', [new Date('2026-03-01T10:00:00.000Z'), false]],
    [
      'select $1::bigint as big, $2::text[] as list, $3::text as none',
      [9_007_199_254_740_993n, ['a', 'b"'], null]
    ],
    ['select generate_series(1, $1::int) as n', [3]],
    ['select 1 where false', []],
    ['update people set name = name where id = $1', [1]]
  ]
  for (const [text, values] of statements) {
    const expected = await PGlite.prototype.query.call<PGlite, [string, unknown[]], Promise<Answer>>(
      client,
      text,
      values
    )
    for (let time = 1; time <= 3; time += 1) t.strictSame(await client.query(text, values), expected, text)
    const rows = await client.query(text, values, { rowMode: 'array' })
    t.strictSame(
      rows.rows,
      expected.rows.map((row) => Object.values(row)),
      text
    )
  }
})

t.test('a statement that fails harms no later one', async (t) => {
  await client.query(add, [1, 'Ada'])
  for (let time = 1; time <= 3; time += 1) {
    await t.rejects(client.query(add, [1, 'again']), { code: '23505' })
    await t.rejects(client.query('select nothing from nowhere'), { code: '42P01' })
    await t.rejects(client.query('select $1::int', ['no number']), { code: '22P02' })
  }
  await client.query(add, [2, 'Grace'])
  t.same(await names(), ['Ada', 'Grace'])
})

t.test('a transaction that fails leaves nothing, and one that is over takes no statement', async (t) => {
  const failed = client.transaction(async (tx) => {
    await tx.query(add, [3, 'Lost'])
    await tx.query(add, [3, 'Lost'])
  })
  await t.rejects(failed, { code: '23505' })
  t.same(await names(), ['Ada', 'Grace'])
  const over = await client.transaction(async (tx) => tx)
  await t.rejects(over.query('select 1'), { message: 'Transaction is closed' })
})

t.test('a query waits until the transaction before it has ended', async (t) => {
  const seen: string[] = []
  const first = client.transaction(async (tx) => {
    await tx.query(add, [4, 'Edsger'])
    await tx.query('select pg_sleep(0.05)')
    seen.push('transaction')
  })
  const second = names().then((found) => seen.push(found.join()))
  await Promise.all([first, second])
  t.same(seen, ['transaction', 'Ada,Grace,Edsger'])
})

t.test('a statement about a table that has changed is prepared anew', async (t) => {
  const all = () => client.query('select * from people where id = 1')
  for (let time = 1; time <= 3; time += 1) await all()
  await client.exec('alter table people add column born int')
  await all().catch(() => undefined)
  t.same((await all()).rows, [{ id: 1, name: 'Ada', born: null }])
})

t.test('only so many statements are kept', async (t) => {
  const count = async () => {
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from pg_prepared_statements'
    )
    return rows[0]?.count ?? 0
  }
  for (let number = 0; number < 600; number += 1) await client.query(`select ${number} as once`)
  t.ok((await count()) < 50, 'what comes once is not kept')
  for (let number = 0; number < 600; number += 1)
    for (let time = 1; time <= 2; time += 1) await client.query(`select ${number} as often`)
  t.ok((await count()) <= 400, `${await count()}`)
  const known = await count()
  const long = `select 1 as long /* ${'x'.repeat(9_000)} */`
  for (let time = 1; time <= 3; time += 1) await client.query(long)
  t.equal(await count(), known, 'long ones are not kept')
  for (let time = 1; time <= 3; time += 1) await t.rejects(client.query(add, [1, 'again']), { code: '23505' })
  t.ok((await count()) <= 400, 'those that failed are not left behind')
})
