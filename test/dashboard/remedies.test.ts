import t from 'tap'
import { remedyOf } from '#dashboard/pages/readiness/remedies.js'
import { matchSite } from '#dashboard/site-map.js'
import { CHECK_IDS } from '#schemas/gates/readiness.js'
import { startTestService } from '../harness/app.js'

const service = await startTestService({ work: false })
t.teardown(() => service.close())

t.test('each check of readiness that fails leads to where something can be done about it', async (t) => {
  const { body } = await service.inject({ url: '/docs' })
  for (const check of CHECK_IDS) {
    const { href, text, title } = remedyOf(check, 'octo-org/hello')
    t.ok(text && title, check)
    const { pathname, hash } = new URL(href, 'http://service.test')
    const isThere = pathname === '/docs' ? body.includes(`id="${hash.slice(1)}"`) : matchSite(pathname)
    t.ok(isThere, `${check}: ${href}`)
  }
})
