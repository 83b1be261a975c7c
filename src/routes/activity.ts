import type { Deps } from '#deps.js'
import { activitySummaryOf, requestedSources } from '#domain/activity/activity.js'
import { joined, textOf } from '#domain/json/text.js'
import { parseMoment } from '#domain/time/moment.js'
import { sendList } from '#http/pages.js'
import { type App, sendJsonText } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { memoized } from '#runtime/memo.js'
import * as S from '#schemas/activity/activity.js'
import { pagingOf } from '#schemas/common.js'
import { activityPage, summedActivity } from '#store/activity/reports.js'
import type { JsonPage } from '#store/sql/list.js'

const SOURCES = textOf({ sources: S.SOURCE_META })

function activity(app: App, deps: Deps): void {
  const summaryAt = async (since?: Date) => {
    const { sums, recent } = await summedActivity(deps.db, deps.now(), since)
    return activitySummaryOf(sums, recent)
  }
  const summary = memoized(deps, async () => textOf(await summaryAt()))

  app.get(
    '',
    { schema: S.listActivity, config: { keptUntil: ['activity', 'repositories'] } },
    async ({ query }, reply) => {
      const { source, repo, status, since } = query
      const filter = {
        sources: requestedSources(source, status),
        isNarrow: source !== undefined || status !== undefined,
        ...(repo === undefined ? {} : { repo }),
        ...(status === undefined ? {} : { status }),
        ...(since === undefined ? {} : { since: parseMoment('since', since, 'start') })
      }
      return sendList(reply, withSources(await activityPage(deps.db, filter, pagingOf(query))))
    }
  )

  app.get('/summary', { schema: S.getActivitySummary }, async ({ query: { since } }, reply) =>
    since === undefined
      ? sendJsonText(reply, await summary())
      : summaryAt(parseMoment('since', since, 'start'))
  )
}

/** Every page includes how to display the sources. */
function withSources(page: JsonPage<S.Activity>): JsonPage<S.Activity, S.ActivityPage> {
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
