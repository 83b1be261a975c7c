import t from 'tap'
import { remedyOf } from '#dashboard/pages/readiness/remedies.js'
import { matchSite } from '#dashboard/site-map.js'
import { CHECK_IDS } from '#schemas/gates/readiness.js'

t.test(
  'each check of readiness that fails leads to a page where something can be done about it',
  async (t) => {
    for (const check of CHECK_IDS) {
      const { href, text, title } = remedyOf(check, 'octo-org/hello')
      t.ok(text && title, check)
      const { pathname, searchParams } = new URL(href, 'http://service.test')
      t.ok(matchSite(pathname), `${check}: ${href}`)
      t.ok(
        pathname.endsWith('/octo-org/hello') || searchParams.get('repo') === 'octo-org/hello',
        `${check}: ${href} is about the repository`
      )
    }
  }
)
