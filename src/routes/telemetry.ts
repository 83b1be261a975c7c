import type { Deps } from '#deps.js'
import { lastDays, sumsQueryFor } from '#domain/mirror/statistics.js'
import {
  CI_HEALTH_MEASURES,
  ciHealthOf,
  SUMMARY_MEASURES,
  summaryOf,
  THROUGHPUT_MEASURES,
  throughputOf
} from '#domain/telemetry/statistics.js'
import { parseMoment } from '#domain/time/moment.js'
import { invalidParameter } from '#errors/errors.js'
import { sendList } from '#http/pages.js'
import type { App } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { usualReply } from '#http/usual-reply.js'
import { pageOf, pagingOf } from '#schemas/common.js'
import * as E from '#schemas/telemetry/events.js'
import * as S from '#schemas/telemetry/statistics.js'
import { liveQueue } from '#services/telemetry/live-queue.js'
import { dailyOf, FLEET } from '#store/counters/tallies.js'
import { repositoryByFullName } from '#store/mirror/repositories.js'
import { type EventFilter, pipelineEventsPage } from '#store/telemetry/reports.js'
import { telemetrySums } from '#store/telemetry/sums.js'

interface WindowQuery {
  repo?: string
  days?: number
}

function telemetry(app: App, deps: Deps): void {
  const { db, now } = deps
  const repoIdOf = async ({ repo }: WindowQuery) =>
    repo === undefined ? undefined : (await repositoryByFullName(db, repo)).repoId

  const summaryFor = async (query: WindowQuery) => {
    const repoId = await repoIdOf(query)
    const [at, days] = [now(), query.days ?? S.SUMMARY_DAYS]
    const span = sumsQueryFor(lastDays(at, days), SUMMARY_MEASURES)
    const [sums, queue] = await Promise.all([
      telemetrySums(db, repoId ?? FLEET, span),
      liveQueue(deps, db, repoId)
    ])
    return summaryOf({ days, sums, queue, now: at })
  }

  const throughputFor = async (query: WindowQuery) => {
    const days = lastDays(now(), query.days ?? S.SERIES_DAYS)
    const span = sumsQueryFor(days, THROUGHPUT_MEASURES)
    return onePage(throughputOf(await dailyOf(db, (await repoIdOf(query)) ?? FLEET, span), days))
  }

  const ciHealthFor = async (query: WindowQuery) => {
    const days = lastDays(now(), query.days ?? S.SERIES_DAYS)
    const span = sumsQueryFor(days, CI_HEALTH_MEASURES)
    return onePage(ciHealthOf(await dailyOf(db, (await repoIdOf(query)) ?? FLEET, span), days))
  }

  app.get('/summary', { schema: S.getTelemetrySummary }, usualReply(deps, summaryFor))

  app.get(
    '/events',
    { schema: E.listPipelineEvents, config: { keptUntil: ['telemetry', 'repositories'] } },
    async ({ query }, reply) => {
      const list = { filter: filterOf(query), repo: query.repo }
      return sendList(reply, await pipelineEventsPage(db, list, pagingOf(query)))
    }
  )

  app.get('/throughput', { schema: S.getThroughput }, usualReply(deps, throughputFor))

  app.get('/ci-health', { schema: S.getCiHealth }, usualReply(deps, ciHealthFor))
}

const onePage = <Row>(rows: Row[]) => pageOf({ page: 1, perPage: rows.length, offset: 0 }, rows.length, rows)

function filterOf({ event_type, pr_number, ...query }: E.PipelineEventQuery): EventFilter {
  const since = query.since === undefined ? undefined : parseMoment('since', query.since, 'start')
  const until = query.until === undefined ? undefined : parseMoment('until', query.until, 'end')
  if (since && until && since > until)
    throw invalidParameter('since', 'must not be later than `until`', 'invalid_time')
  return {
    ...(event_type === undefined ? {} : { event_type }),
    ...(pr_number === undefined ? {} : { pr_number }),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until })
  }
}

export const telemetryGroup: RouteGroup = {
  tag: 'phase2',
  about: 'What happens to changes on their way, and statistics about it.',
  prefix: '/api/phase2/telemetry',
  auth: 'any',
  schemas: [...E.schemas, ...S.schemas],
  plugin: telemetry
}
