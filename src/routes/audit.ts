import type { Deps } from '#deps.js'
import { parseMoment } from '#domain/time/moment.js'
import { invalidParameter } from '#errors/errors.js'
import { actorOf } from '#http/actor.js'
import { sendList } from '#http/pages.js'
import type { App } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import * as S from '#schemas/audit/audit.js'
import * as C from '#schemas/audit/compliance.js'
import * as V from '#schemas/audit/verification.js'
import { pagingOf } from '#schemas/common.js'
import { reportDetail, requestComplianceReport } from '#services/audit/compliance.js'
import { dayToExport, exportDay, openExportedFile } from '#services/audit/export.js'
import { loadAuditStats } from '#services/audit/stats.js'
import { createTrailVerifier } from '#services/audit/verify.js'
import { reportsPage } from '#store/audit/compliance.js'
import { type AuditFilter, entriesPage } from '#store/audit/reads.js'

function audit(app: App, deps: Deps): void {
  const verify = createTrailVerifier(deps)

  app.get('/stats', { schema: S.getAuditStats }, ({ query: { days = 30 } }) => loadAuditStats(deps, days))

  app.get(
    '/entries',
    { schema: S.listAuditEntries, config: { keptUntil: ['audit'] } },
    async ({ query }, reply) => sendList(reply, await entriesPage(deps.db, filterOf(query), pagingOf(query)))
  )

  app.get('/verify', { schema: V.verifyAudit }, ({ query }) => {
    const { from = 1, to } = query
    if (to !== undefined && to < from)
      throw invalidParameter('to', 'must not be before from', 'invalid_field')
    return verify(query)
  })

  app.post('/export', { schema: S.exportAudit }, async ({ body }) => {
    const date = dayToExport(deps, body?.date)
    return (await exportDay(deps, date, 'manual')) ?? { message: 'No entries for this date' }
  })

  app.get('/export/:date', { schema: S.downloadAuditExport }, async ({ params: { date } }, reply) => {
    const file = await openExportedFile(deps, date)
    reply.header('content-disposition', `attachment; filename="audit-${date}.jsonl"`)
    // Cast for the framework, which types the reply by its schema: a text may be sent as a stream.
    return reply.type('application/x-ndjson').send(file as unknown as string)
  })

  addReports(app, deps)
}

function addReports(app: App, deps: Deps): void {
  app.get(
    '/reports',
    { schema: C.listComplianceReports, config: { keptUntil: ['audit'] } },
    async ({ query }, reply) => sendList(reply, await reportsPage(deps.db, pagingOf(query)))
  )

  app.post('/reports', { schema: C.createComplianceReport }, async (request, reply) => {
    const { id, jobId, type } = await requestComplianceReport(deps, request.body ?? {}, actorOf(request))
    const message = `The report is being generated. Follow its progress with GET /api/audit/reports/${id}.`
    return reply
      .code(202)
      .send({ message, job_id: jobId, id, status: 'pending', generating: true, report_type: type })
  })

  app.get('/reports/:id', { schema: C.getComplianceReport }, ({ params: { id } }) => reportDetail(deps, id))
}

function filterOf({ since, until, ...rest }: S.AuditQuery): AuditFilter {
  return {
    ...rest,
    ...(since === undefined ? {} : { since: parseMoment('since', since, 'start') }),
    ...(until === undefined ? {} : { until: parseMoment('until', until, 'end') })
  }
}

export const auditGroup: RouteGroup = {
  tag: 'intelligence',
  about: 'Audit trail, exports and compliance reports.',
  prefix: '/api/audit',
  auth: 'any',
  schemas: [...S.schemas, ...V.schemas, ...C.schemas],
  plugin: audit
}
