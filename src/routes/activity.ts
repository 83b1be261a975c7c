import * as S from '../../schemas/activity.js'
import { pagingOf } from '../../schemas/common.js'
import type { Deps } from '../deps.js'
import { sourcesAsked, summaryOf } from '../domain/activity.js'
import { moment } from '../domain/moment.js'
import { kept } from '../services/kept.js'
import { activityPage, summedActivity } from '../store/activity-reports.js'
import type { WrittenPage } from '../store/lists.js'
import { type App, textOf, written } from './app.js'
import { listed } from './pages.js'

const SOURCES_TEXT = JSON.stringify(S.SOURCE_META)

export function activity(app: App, deps: Deps): void {
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
  return { ...page, text: `${page.text.slice(0, -1)},"sources":${SOURCES_TEXT}}` }
}
