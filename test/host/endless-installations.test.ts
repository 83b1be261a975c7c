import t from 'tap'
import { startFakeHost } from '#demo/world/http.js'
import { MOST_EXAMINED } from '#domain/operation/examination.js'
import { APP, connect } from '../harness/host.js'

t.test('a host that lists installations without an end is not followed for ever', async (t) => {
  const fake = await startFakeHost()
  t.teardown(() => fake.close())
  let pages = 0
  const login = 'x'.repeat(4_000)
  fake.on('GET /app', { body: { name: 'our-automation' } })
  fake.on('GET /app/hook/config', { body: {} })
  fake.on('GET /app/hook/deliveries', { body: [] })
  fake.on('GET /app/installations', () => {
    pages += 1
    return {
      body: Array.from({ length: 100 }, () => ({ account: { login }, permissions: {} })),
      headers: { link: `<${fake.url}/app/installations?per_page=100&page=${pages + 1}>; rel="next"` }
    }
  })
  const { host } = connect(fake, { credential: APP })
  const { app } = await host.connection.examine()
  t.ok((app?.installations.length ?? 0) > MOST_EXAMINED)
  t.equal(pages, MOST_EXAMINED / 100 + 1)
  t.equal(app?.installations[0]?.account.length, 100)
})
