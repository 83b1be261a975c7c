import { cpSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { DATABASE_IMAGE } from '#paths.js'
import { openEmbedded, openPglite } from '#store/embedded/embedded.js'

const spoil = (file: string) => writeFileSync(file, Buffer.alloc(statSync(file).size, 'Z'))
const segmentIn = (folder: string) =>
  join(folder, readdirSync(folder).find((name) => /^[0-9A-F]{24}$/.test(name)) ?? 'none')

const WAYS: Record<string, (directory: string) => void> = {
  'a control file of other content': (directory) => spoil(join(directory, 'global', 'pg_control')),
  'a log of other content': (directory) => spoil(segmentIn(join(directory, 'pg_wal'))),
  'another version': (directory) => writeFileSync(join(directory, 'PG_VERSION'), 'x\n'),
  'a folder that is gone': (directory) => rmSync(join(directory, 'global'), { recursive: true })
}

/** Made once and copied, as making one takes longest. */
const made = join(t.testdir(), 'made')
await (await openEmbedded({ directory: made, image: DATABASE_IMAGE })).close()

for (const [way, damage] of Object.entries(WAYS)) {
  t.test(`damaged files of an embedded database are told as such, with what to do: ${way}`, async (t) => {
    const directory = join(t.testdir(), 'database')
    cpSync(made, directory, { recursive: true })
    damage(directory)
    await t.rejects(openEmbedded({ directory }), {
      name: 'ServiceError',
      message: `The embedded database in ${directory} cannot be opened: its files are damaged`
    })
    t.ok(readdirSync(directory).length > 1, 'what is there is left as it is')
  })
}

const MIB = 1024 * 1024

function mibIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0) / MIB
}

t.test('a new embedded database is small, and its log is again once it is closed', async (t) => {
  const directory = join(t.testdir(), 'database')
  const database = await openEmbedded({ directory, image: DATABASE_IMAGE })
  const log = join(directory, 'pg_wal')
  t.ok(mibIn(directory) < 24, `${mibIn(directory)} MiB`)
  await database.execute(
    "create table filled as select repeat('x', 1000) as line from generate_series(1, 16384)",
    []
  )
  t.ok(mibIn(log) > 16, `a log of ${mibIn(log)} MiB`)
  await database.close()
  t.ok(mibIn(log) < 4, `a log of ${mibIn(log)} MiB once it is closed`)
})

t.test(
  'a database in memory reads arrays as arrays, and knows no types but those that are read',
  async (t) => {
    const client = await openPglite({ image: DATABASE_IMAGE })
    t.teardown(() => client.close())
    const { rows } = await client.query(
      `select array[true] as b, array[1] as i, array['x'] as t, array['x']::varchar[] as v, array[2]::int8[] as l,
       array[0.5]::float8[] as f, array['6f9619ff-8b86-4011-b42d-00c04fc964ff']::uuid[] as u, array['{"a": [1]}']::jsonb[] as j`
    )
    t.strictSame(rows, [
      {
        b: [true],
        i: [1],
        t: ['x'],
        v: ['x'],
        l: [2],
        f: [0.5],
        u: ['6f9619ff-8b86-4011-b42d-00c04fc964ff'],
        j: [{ a: [1] }]
      }
    ])
    t.ok(Object.keys(client.parsers).length <= 40, 'each query copies them all')
  }
)
