// That a list asks its endpoint for nothing that this does not know.
import t from 'tap'
import { askedIn } from '#dashboard/kit/lists/asked.js'
import { listDeliveries, listIssues, listRepoHealth } from '../../openapi/fields.js'

const MADE_FOR_ANOTHER = new URLSearchParams(
  'state=open&sort=health&order=asc&cursor=a.b&page=2&per_page=9&toString=1&__proto__=1'
)

t.test(
  'a list asks for its filters and its place, and for nothing that its endpoint does not know',
  async (t) => {
    const asked = (fields: typeof listIssues | typeof listDeliveries | typeof listRepoHealth) =>
      askedIn(MADE_FOR_ANOTHER, { fields, filters: ['state'] })
    t.same(asked(listIssues), { state: 'open', cursor: 'a.b', page: '2' })
    t.same(asked(listDeliveries), { state: 'open', page: '2' })
    t.same(asked(listRepoHealth), { state: 'open', sort: 'health', order: 'asc', cursor: 'a.b', page: '2' })
  }
)
