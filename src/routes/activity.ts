import type { Deps } from '#deps.js'
import { sourcesAsked, summaryOf } from '#domain/activity/activity.js'
import { joined, textOf } from '#domain/json/text.js'
import { moment } from '#domain/time/moment.js'
import { listed } from '#http/pages.js'
import { type App, written } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { kept } from '#runtime/memo.js'
import * as S from '#schemas/activity/activity.js'
import { pagingOf } from '#schemas/common.js'
import { activityPage, summedActivity } from '#store/activity/reports.js'
import type { WrittenPage } from '#store/sql/list.js'

const SOURCES = textOf({ sources: S.SOURCE_META })

function activity(app: App, deps: Deps): void {
  const summaryAt = async (since?: Date) => {
    const { sums, recent } = await summedActivity(deps.db, deps.now(), since)
    return summaryOf(sums, recent)
  }
  const summary = kept(deps, async () => textOf(await summaryAt()))

  app.get('', { schema: S.listActivity }, async ({ query }, reply) => {
    const { source, repo, status, since } = query
    const filter = {
      sources: sourcesAsked(source, status),
      isNarrow: source !== undefined || status !== undefined,
      ...(repo === undefined ? {} : { repo }),
      ...(status === undefined ? {} : { status }),
      ...(since === undefined ? {} : { since: moment('since', since, 'start') })
    }
    return listed(reply, withSources(await activityPage(deps.db, filter, pagingOf(query))))
  })

  app.get('/summary', { schema: S.activitySummary }, async ({ query: { since } }, reply) =>
    since === undefined ? written(reply, await summary()) : summaryAt(moment('since', since, 'start'))
  )
}

/** How sources are shown stands beside every page. */
function withSources(page: WrittenPage<S.Activity>): WrittenPage<S.Activity, S.ActivityPage> {
  return { ...page, text: joined(page.text, SOURCES) }
}

export const activityGroup: RouteGroup = {
  tag: 'activity',
  about: 'Feed of everything the service received and did.',
  prefix: '/api/activity',
  auth: 'any',
  schemas: S.schemas,
  plugin: activity
}
