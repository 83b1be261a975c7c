import type { Deps } from '#deps.js'
import { duplicateStatsOf, FOUND_COUNTER } from '#domain/duplicates/sums.js'
import { textOf } from '#domain/json/text.js'
import { lastDays, sumsQueryFor } from '#domain/mirror/statistics.js'
import { actorOf } from '#http/actor.js'
import { sendList } from '#http/pages.js'
import { type App, sendJsonText } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { memoized } from '#runtime/memo.js'
import { fullNameOf, pagingOf } from '#schemas/common.js'
import * as S from '#schemas/duplicates/duplicates.js'
import * as P from '#schemas/duplicates/pair.js'
import { answerSignal } from '#services/duplicates/answers.js'
import { requestBackfill } from '#services/duplicates/backfill.js'
import { loadPair } from '#services/duplicates/pair.js'
import { dailyOf, FLEET, sumsOf } from '#store/counters/tallies.js'
import { backfillsUnderWay } from '#store/duplicates/backfills.js'
import { affectedRepositories, duplicatesOfIssue, duplicatesPage } from '#store/duplicates/reports.js'

function duplicates(app: App, deps: Deps): void {
  const { db, now } = deps
  const statsOfDays = async (count: number) => {
    const days = lastDays(now(), count)
    const [sums, daily, repos, backfills] = await Promise.all([
      sumsOf(db, FLEET),
      dailyOf(db, FLEET, sumsQueryFor(days, [FOUND_COUNTER])),
      affectedRepositories(db),
      backfillsUnderWay(db, S.MOST_BACKFILLS)
    ])
    return textOf(duplicateStatsOf({ sums, days, daily, repos, backfills }))
  }
  const usualStats = memoized(deps, () => statsOfDays(S.DUPLICATE_TREND_DAYS))

  app.get(
    '',
    { schema: S.listDuplicates, config: { keptUntil: ['duplicates', 'issues', 'actions', 'repositories'] } },
    async ({ query }, reply) =>
      sendList(reply, await duplicatesPage(db, { query, repo: query.repo }, pagingOf(query)))
  )

  app.get('/stats', { schema: S.getDuplicateStats }, async ({ query: { days } }, reply) =>
    sendJsonText(reply, days === undefined ? await usualStats() : await statsOfDays(days))
  )

  app.get('/:id', { schema: P.getDuplicatePair }, async ({ params }, reply) =>
    sendJsonText(reply, await loadPair(deps, params.id))
  )

  app.get(
    '/issue/:hostIssueId',
    {
      schema: S.listIssueDuplicates,
      config: { keptUntil: ['duplicates', 'issues', 'actions', 'repositories'] }
    },
    async ({ params, query }, reply) =>
      sendList(reply, await duplicatesOfIssue(db, params.hostIssueId, pagingOf(query)))
  )

  app.get(
    '/:owner/:repo',
    {
      schema: S.listRepoDuplicates,
      config: { keptUntil: ['duplicates', 'issues', 'actions', 'repositories'] }
    },
    async ({ params, query }, reply) =>
      sendList(reply, await duplicatesPage(db, { query, repo: fullNameOf(params) }, pagingOf(query)))
  )

  app.post('/:id/confirm', { schema: S.confirmDuplicate }, async (request, reply) => {
    const answer = { status: 'confirmed' as const, actor: actorOf(request), close: request.body?.close }
    return sendJsonText(reply, await answerSignal(deps, request.params.id, answer))
  })

  app.post('/:id/dismiss', { schema: S.dismissDuplicate }, async (request, reply) => {
    const answer = { status: 'dismissed' as const, actor: actorOf(request) }
    return sendJsonText(reply, await answerSignal(deps, request.params.id, answer))
  })

  app.post('/backfill/:owner/:repo', { schema: S.backfillDuplicates }, async ({ params }, reply) =>
    reply.code(202).send(await requestBackfill(deps, params))
  )
}

export const duplicatesGroup: RouteGroup = {
  tag: 'duplicates',
  about: 'Suspected duplicate issues, and how people resolved them.',
  prefix: '/api/duplicates',
  auth: 'any',
  schemas: [...S.schemas, ...P.schemas],
  plugin: duplicates
}
