import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { DATABASE_IMAGE } from '#paths.js'
import { openEmbedded } from '#store/sql/embedded.js'

const spoil = (file: string) => writeFileSync(file, Buffer.alloc(statSync(file).size, 'Z'))
const segmentIn = (folder: string) =>
  join(folder, readdirSync(folder).find((name) => /^[0-9A-F]{24}$/.test(name)) ?? 'none')

const WAYS: Record<string, (directory: string) => void> = {
  'a control file of other content': (directory) => spoil(join(directory, 'global', 'pg_control')),
  'a log of other content': (directory) => spoil(segmentIn(join(directory, 'pg_wal'))),
  'another version': (directory) => writeFileSync(join(directory, 'PG_VERSION'), 'x\n'),
  'a folder that is gone': (directory) => rmSync(join(directory, 'global'), { recursive: true })
}

for (const [way, damage] of Object.entries(WAYS)) {
  t.test(`damaged files of an embedded database are told as such, with what to do: ${way}`, async (t) => {
    const directory = join(t.testdir(), 'database')
    await (await openEmbedded({ directory, image: DATABASE_IMAGE })).close()
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
