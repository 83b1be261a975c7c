// Compliance reports: asked for here, made by a job from one walk along the trail.
import { randomUUID } from 'node:crypto'
import type { Deps, Tx } from '#deps.js'
import {
  complianceControls,
  complianceSummary,
  countEntry,
  emptyComplianceTally,
  isInScope,
  KNOWN_CONTROLS,
  type ReportScope
} from '#domain/audit/compliance.js'
import { canonicalJson, sha256Of } from '#domain/json/canonical.js'
import { parseMoment } from '#domain/time/moment.js'
import { invalidParameter, reportNotFound } from '#errors/errors.js'
import {
  type ComplianceReportDetail,
  MOST_REPORT_DAYS,
  type ReportBody,
  type ReportType
} from '#schemas/audit/compliance.js'
import { recordActivity } from '#store/activity/activity.js'
import {
  beginReport,
  complianceReport,
  failReport,
  finishReport,
  insertReport
} from '#store/audit/compliance.js'
import { seqRangeOf } from '#store/audit/reads.js'
import { knownSeals } from './anchors.js'
import { walkTrail } from './verify.js'

const DAY_MS = 24 * 3_600_000
const USUAL_DAYS = 30

export interface RequestedReport {
  id: number
  jobId: string
  type: ReportType
}

export async function requestComplianceReport(
  deps: Deps,
  body: ReportBody,
  actor: string
): Promise<RequestedReport> {
  const { report_type: type = 'soc2', generated_by: generatedBy = 'dashboard' } = body
  const { from, to } = periodOf(deps, body)
  const controls = controlsIn(body, type)
  const jobId = randomUUID()
  const report = { type, from, to, generatedBy, requestedBy: actor, controls, at: deps.now() }
  return deps.transaction(async (tx) => {
    const id = await insertReport(tx, report)
    await deps.queue.enqueue(tx, 'audit.report', [{ payload: { report_id: id }, id: jobId }])
    return { id, jobId, type }
  })
}

function periodOf(deps: Deps, body: ReportBody): { from: Date; to: Date } {
  const to = body.to === undefined ? deps.now() : parseMoment('/to', body.to, 'end')
  const usual = new Date(to.getTime() - USUAL_DAYS * DAY_MS)
  const from = body.from === undefined ? usual : parseMoment('/from', body.from, 'start')
  if (from > to) throw invalidParameter('/from', 'must not be after /to', 'invalid_time')
  if (to.getTime() - from.getTime() > MOST_REPORT_DAYS * DAY_MS)
    throw invalidParameter(
      '/from',
      `must not be more than ${MOST_REPORT_DAYS} days before /to`,
      'invalid_time'
    )
  return { from, to }
}

function controlsIn({ controls }: ReportBody, type: ReportType): readonly string[] {
  if (controls === undefined) return []
  if (type !== 'custom') throw invalidParameter('/controls', 'is for custom reports alone', 'invalid_field')
  const at = controls.findIndex((one) => !KNOWN_CONTROLS.includes(one))
  if (at < 0) return [...new Set(controls)]
  throw invalidParameter(`/controls/${at}`, `must be one of ${KNOWN_CONTROLS.join(', ')}`, 'invalid_field')
}

/** What the job does; a second try begins anew and comes to the same. */
export async function generateReport(deps: Deps, id: number): Promise<void> {
  const report = await deps.transaction((tx) => beginReport(tx, id))
  if (!report) return
  const { type, from, to } = report
  const scope = { type, from: new Date(from), to: new Date(to), controls: JSON.parse(report.controls) }
  const { tally, isIntact } = await tallyTrail(deps, scope)
  const summary = complianceSummary(tally, scope, isIntact)
  const controls = complianceControls(tally, scope, isIntact)
  const texts = {
    summary: canonicalJson({ ...summary }),
    controls: canonicalJson(controls.map((one) => ({ ...one })))
  }
  const hash = sha256Of(`{"controls":${texts.controls},"summary":${texts.summary}}`)
  const { entries: entryCount, firstSeq, lastSeq } = tally
  const done = { id, ...texts, entryCount, firstSeq, lastSeq, hash, at: deps.now() }
  await deps.transaction(async (tx) => {
    if (await finishReport(tx, done))
      await recordReportActivity(deps, tx, { id, status: 'ready', detail: type })
  })
}

interface EndedReport {
  id: number
  status: 'ready' | 'failed'
  detail: string
}

async function recordReportActivity(deps: Deps, tx: Tx, { id, status, detail }: EndedReport): Promise<void> {
  const nowhere = { repoId: null, targetNumber: null, targetUrl: null }
  const item = { source: 'audit_report' as const, sourceId: id, actionType: 'report', status, detail }
  await recordActivity(tx, [{ ...item, ...nowhere, createdAt: deps.now() }])
}

/** Entries do not change: those up to a place are one snapshot, however long reading them takes. */
async function tallyTrail(deps: Deps, scope: ReportScope) {
  const tally = emptyComplianceTally()
  const { anchors, faults } = await knownSeals(deps)
  const { first, last } = await seqRangeOf(deps.db, scope.from, scope.to)
  const state = await walkTrail(deps, {
    from: first,
    to: last,
    anchors,
    each: (entries) => {
      for (const entry of entries) if (isInScope(entry, scope)) countEntry(tally, entry)
    }
  })
  return { tally, isIntact: state.broken === null && state.nextSeq > last && faults.length === 0 }
}

/** Called when the last try is over. */
export async function deadLetterReport(deps: Deps, id: number): Promise<void> {
  const error =
    'The report could not be generated. See the log of the service for the cause, then request it again.'
  await deps.transaction(async (tx) => {
    const isEnded = await failReport(tx, id, error, deps.now())
    if (isEnded) await recordReportActivity(deps, tx, { id, status: 'failed', detail: error })
  })
}

export async function reportDetail(deps: Deps, id: number): Promise<ComplianceReportDetail> {
  const report = await complianceReport(deps.db, id)
  if (!report) throw reportNotFound(id)
  const { summary, controls } = report
  return {
    ...report,
    summary: summary === null ? null : JSON.parse(summary),
    controls: controls === null ? [] : JSON.parse(controls)
  }
}
