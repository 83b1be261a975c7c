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
