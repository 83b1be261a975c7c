import { once } from 'node:events'
import { createServer } from 'node:net'
import { sql } from 'drizzle-orm'
import t from 'tap'
import { openPostgres } from '#store/sql/postgres.js'

t.test(
  'a server that closes each connection at once is told to whoever asks, and is not stormed',
  async (t) => {
    let connections = 0
    const server = createServer((socket) => {
      connections += 1
      socket.on('error', () => {})
      socket.end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const database = openPostgres(`postgres://nobody@127.0.0.1:${port}/none`)
    t.teardown(() => server.close())
    for (let ask = 0; ask < 5; ask += 1)
      await t.rejects(database.db.execute(sql`select 1`), { cause: { code: 'CONNECTION_CLOSED' } })
    await database.close()
    t.ok(connections <= 10, `${connections} connections`)
  }
)
