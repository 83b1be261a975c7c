import type { Deps } from '#deps.js'
import { sendList } from '#http/pages.js'
import { type App, sendJsonText } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { usualReply } from '#http/usual-reply.js'
import { fullNameOf, pagingOf } from '#schemas/common.js'
import * as D from '#schemas/flaky-tests/detail.js'
import * as S from '#schemas/flaky-tests/flaky-tests.js'
import * as Statistics from '#schemas/flaky-tests/statistics.js'
import { loadFlakyTest } from '#services/flaky-tests/detail.js'
import { dismissByHand, graduateByHand } from '#services/flaky-tests/people.js'
import { flakyStatistics } from '#services/flaky-tests/statistics.js'
import { flakyTestsPage } from '#store/flaky-tests/lists.js'
import { governed, initiatorOf } from './maintenance/governed.js'

function flakyTests(app: App, deps: Deps): void {
  app.get(
    '/stats',
    { schema: Statistics.getFlakyStatistics },
    usualReply(deps, ({ repo }: { repo?: string }) => flakyStatistics(deps, repo))
  )

  app.get(
    '',
    {
      schema: S.listFlakyTests,
      config: { keptUntil: ['flaky_tests', 'repositories'], notKeptWith: ['quarantine_ends_within_days'] }
    },
    async ({ query }, reply) =>
      sendList(
        reply,
        await flakyTestsPage(deps.db, { query, repo: query.repo, now: deps.now() }, pagingOf(query))
      )
  )

  app.get('/:id', { schema: D.getFlakyTest }, async ({ params }, reply) =>
    sendJsonText(reply, await loadFlakyTest(deps, params.id))
  )

  app.get(
    '/:owner/:repo',
    {
      schema: S.listRepoFlakyTests,
      config: { keptUntil: ['flaky_tests', 'repositories'], notKeptWith: ['quarantine_ends_within_days'] }
    },
    async ({ params, query }, reply) =>
      sendList(
        reply,
        await flakyTestsPage(deps.db, { query, repo: fullNameOf(params), now: deps.now() }, pagingOf(query))
      )
  )

  app.post('/:id/graduate', { ...governed, schema: S.graduateFlakyTest }, (request) =>
    graduateByHand(deps, { id: request.params.id, by: initiatorOf(request), body: request.body })
  )

  app.post('/:id/dismiss', { ...governed, schema: S.dismissFlakyTest }, (request) =>
    dismissByHand(deps, { id: request.params.id, by: initiatorOf(request), body: request.body })
  )
}

export const flakyTestGroup: RouteGroup = {
  tag: 'phase3',
  about: 'Tests that fail without a cause in the code: what proves it, the quarantine, and what they cost.',
  prefix: '/api/phase3/flaky',
  auth: 'any',
  schemas: [...S.schemas, ...D.schemas, ...Statistics.schemas],
  plugin: flakyTests
}
