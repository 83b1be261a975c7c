import type { Deps } from '#deps.js'
import { gateTrendsOf } from '#domain/gates/trends.js'
import { textOf } from '#domain/json/text.js'
import { lastDays } from '#domain/mirror/statistics.js'
import { actorOf } from '#http/actor.js'
import { type App, sendJsonText } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { memoized } from '#runtime/memo.js'
import { pagingOf } from '#schemas/common.js'
import * as S from '#schemas/gates/gates.js'
import * as R from '#schemas/gates/reports.js'
import { runBacktest } from '#services/gates/backtest.js'
import { fleetGatesReply, loadRepoGates, putGate, removeGate } from '#services/gates/changes.js'
import { evaluateGatesNow } from '#services/gates/evaluate.js'
import { loadFigures } from '#services/gates/figures.js'
import { fleetRows, gateHistoryPage, gateTrendRows } from '#store/gates/reports.js'
import { repositoryByName } from '#store/mirror/repositories.js'

function gates(app: App, deps: Deps): void {
  const { db, now } = deps
  const fleet = memoized(deps, async () => {
    const all = fleetGatesReply(await fleetRows(db), { areFilesRead: deps.host.client.isConfigured })
    const of = (overall: S.Overall) =>
      textOf({ ...all, repos: all.repos.filter((repo) => repo.overall === overall) })
    return { all: textOf(all), passed: of('passed'), warning: of('warning'), failed: of('failed') }
  })

  app.get('', { schema: S.getFleetGates }, async ({ query: { overall } }, reply) =>
    sendJsonText(reply, (await fleet())[overall ?? 'all'])
  )

  app.get('/:owner/:repo', { schema: S.listRepoGates }, async ({ params }) =>
    loadRepoGates(deps, await repositoryByName(db, params))
  )

  app.post('/:owner/:repo', { schema: S.saveGate }, async (request, reply) => {
    const repo = await repositoryByName(db, request.params)
    return reply.code(201).send(await putGate(deps, request.body, { repo, actor: actorOf(request) }))
  })

  app.delete('/:owner/:repo/:name', { schema: S.deleteGate }, async (request) => {
    const repo = await repositoryByName(db, request.params)
    await removeGate(deps, request.params.name, { repo, actor: actorOf(request) })
    return { deleted: true as const }
  })

  app.post('/:owner/:repo/evaluate', { schema: S.evaluateGates }, async (request) => {
    const repo = await repositoryByName(db, request.params)
    return evaluateGatesNow(deps, repo, { body: request.body ?? {}, actor: actorOf(request) })
  })

  app.post(
    '/:owner/:repo/backtest',
    { schema: R.backtestGate, config: { needsDiskSpace: false } },
    async ({ params, body }) => runBacktest(deps, await repositoryByName(db, params), body)
  )

  app.get('/:owner/:repo/history', { schema: R.listGateHistory }, async ({ params, query }) => {
    const { repoId, fullName } = await repositoryByName(db, params)
    return { repo: fullName, ...(await gateHistoryPage(db, { repoId, filter: query }, pagingOf(query))) }
  })

  app.get('/:owner/:repo/metrics', { schema: R.getGateMetrics }, async ({ params }) => {
    const { repoId, fullName } = await repositoryByName(db, params)
    const at = now()
    const { metrics, noData } = await loadFigures(deps, db, repoId, at)
    return { repo: fullName, metrics, no_data: noData, computed_at: at.toISOString() }
  })

  app.get('/:owner/:repo/trends', { schema: R.getGateTrends }, async ({ params, query }) => {
    const { repoId, fullName } = await repositoryByName(db, params)
    const days = lastDays(now(), query.days ?? R.GATE_TREND_DAYS)
    const rows = await gateTrendRows(db, repoId, days[0] ?? '')
    return { repo: fullName, days: days.length, ...gateTrendsOf(rows) }
  })
}

export const gatesGroup: RouteGroup = {
  tag: 'gates',
  about: 'Quality gates: the conditions repositories must meet, and their current results.',
  prefix: '/api/gates',
  auth: 'any',
  schemas: [...S.schemas, ...R.schemas],
  plugin: gates
}
