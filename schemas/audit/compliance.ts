// Compliance reports: the evidence in the audit trail for the controls of a framework.

import { type Static, Type } from '@sinclair/typebox'
import { closed, count, nullable, oneOf, operation, paged, pagingQuery, ref, timestamp } from '../common.js'
import { enumeration } from '../enumeration.js'
import { AUDIT_CATEGORIES, FRAMEWORKS } from './audit.js'

export const REPORT_TYPES = enumeration('ReportType', [...FRAMEWORKS, 'custom'])
export type ReportType = (typeof REPORT_TYPES)[number]

export const REPORT_STATES = enumeration('ReportStatus', ['pending', 'running', 'ready', 'failed'])
export type ReportState = (typeof REPORT_STATES)[number]

/** The longest period of a report. */
export const MOST_REPORT_DAYS = 400

const reportFields = {
  id: Type.Integer({ description: 'Id of the report.' }),
  report_type: oneOf(REPORT_TYPES, { description: 'The framework, or `custom`.' }),
  period_start: timestamp('The first moment that it covers.'),
  period_end: timestamp('The last moment that it covers.'),
  generated_by: Type.String({ description: 'Displayed author.', examples: ['dashboard'] }),
  requested_by: Type.String({ description: 'Who requested it.', examples: ['api'] }),
  status: oneOf(REPORT_STATES, { description: 'Status.' }),
  entry_count: count('Entries that are evidence in it.'),
  report_hash: nullable(Type.String(), {
    description: 'SHA-256 of `{controls, summary}` as canonical JSON, once it is ready.'
  }),
  export_url: nullable(Type.String(), {
    description: 'URL of the export of the last day covered, if there is one.',
    examples: ['/api/audit/export/2026-01-31']
  }),
  created_at: timestamp('When it was requested.')
}

export const ComplianceReport = closed(reportFields, {
  $id: 'ComplianceReport',
  description: 'One compliance report, without its contents.'
})
export type ComplianceReport = Static<typeof ComplianceReport>

export const ReportSummary = closed(
  {
    report_type: oneOf(REPORT_TYPES, { description: 'The framework, or `custom`.' }),
    period_start: timestamp('The first moment that it covers.'),
    period_end: timestamp('The last moment that it covers.'),
    total_entries: count('Entries that are evidence in it.'),
    first_seq: nullable(Type.Integer(), { description: 'The first of them.' }),
    last_seq: nullable(Type.Integer(), { description: 'The last of them.' }),
    ai_decisions: closed(
      {
        total_reviews: count('Reviews.'),
        approved: count('Those that approved.'),
        blocked: count('Those that asked for changes.'),
        flagged: count('Those that left something to discuss.'),
        avg_tokens: nullable(
          Type.Number({
            minimum: 0,
            description: 'Mean tokens per review that reports them; null without any.'
          })
        )
      },
      { description: 'Automated reviews.' }
    ),
    auto_merges: closed(
      { total_merges: count('Merges by the merge queue.'), repos: count('Repositories with such merges.') },
      { description: 'Merges without a person.' }
    ),
    by_category: Type.Array(
      closed({
        category: oneOf(AUDIT_CATEGORIES, { description: 'The category.' }),
        event_type: Type.String({ description: 'The type of event.' }),
        count: count('Entries of that type.')
      }),
      { description: 'One row per category and type of event, by name.' }
    ),
    chain_intact: Type.Boolean({
      description: 'Whether the trail, from the first to the last entry of the period, is intact.'
    })
  },
  { $id: 'ReportSummary', description: 'Summary of a report. All figures cover the same entries.' }
)
export type ReportSummary = Static<typeof ReportSummary>

export const ReportControl = closed(
  {
    control_id: Type.String({ description: 'The control.', examples: ['CC6.3'] }),
    framework: oneOf(FRAMEWORKS, { description: 'Its framework.' }),
    evidence_count: count('Entries that are evidence for it.'),
    first_evidence: nullable(timestamp('When the first of them happened.')),
    last_evidence: nullable(timestamp('When the last of them happened.')),
    description: Type.String({ description: 'What the control asks for.' }),
    status: oneOf(enumeration('ControlStatus', ['pass', 'no_evidence']), {
      description: '`pass`: there is evidence, and the chain is intact.'
    })
  },
  { $id: 'ReportControl', description: 'Evidence for one control.' }
)
export type ReportControl = Static<typeof ReportControl>

export const ComplianceReportDetail = closed(
  {
    ...reportFields,
    summary: nullable(ref(ReportSummary), { description: 'Summary, once the report is ready.' }),
    controls: Type.Array(ref(ReportControl), { description: 'One row per control, once it is ready.' }),
    first_seq: nullable(Type.Integer(), { description: 'The first entry that is evidence in it.' }),
    last_seq: nullable(Type.Integer(), { description: 'The last entry that is evidence in it.' }),
    export_signed_at: nullable(timestamp('When the export at `export_url` was signed.')),
    error: nullable(Type.String(), { description: 'Why it failed.' })
  },
  { $id: 'ComplianceReportDetail', description: 'One compliance report with its contents.' }
)
export type ComplianceReportDetail = Static<typeof ComplianceReportDetail>

export const listComplianceReports = operation({
  operationId: 'listComplianceReports',
  codes: ['invalid_cursor'],
  summary: 'List compliance reports, newest first',
  description: 'The list leaves the contents of the reports out: read them one by one.',
  querystring: closed(pagingQuery()),
  response: { 200: paged(ref(ComplianceReport), 'The reports of the page.') }
})

const edge = (description: string) =>
  Type.Optional(Type.String({ description, examples: ['2026-01-01', '2026-01-31T12:00:00Z'] }))

export const ReportBody = closed(
  {
    report_type: Type.Optional(oneOf(REPORT_TYPES, { description: 'Framework; default `soc2`.' })),
    from: edge('Start, as a date or date-time; default: 30 days before the end.'),
    to: edge('End, as a date or date-time; default: now.'),
    generated_by: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Displayed author; default `dashboard`.'
      })
    ),
    controls: Type.Optional(
      Type.Array(
        Type.String({ minLength: 1, maxLength: 32, description: 'A control.', examples: ['CC6.3'] }),
        {
          minItems: 1,
          maxItems: 20,
          description: 'Controls of a custom report; default: all.'
        }
      )
    )
  },
  { $id: 'ComplianceReportBody', description: 'Scope of the report.' }
)
export type ReportBody = Static<typeof ReportBody>

export const createComplianceReport = operation({
  operationId: 'createComplianceReport',
  codes: ['invalid_time'],
  summary: 'Request a compliance report',
  description: 'A job generates the report. Follow its progress with `GET /api/audit/reports/{id}`.',
  body: Type.Union([ref(ReportBody), Type.Null()], { description: 'Optional.' }),
  response: {
    202: closed(
      {
        message: Type.String({ description: 'What happens next.' }),
        job_id: Type.String({ description: 'The job that generates it.' }),
        id: Type.Integer({ description: 'Id of the report.' }),
        status: oneOf(['pending'], { description: 'Status: the report is queued.' }),
        generating: Type.Boolean({ description: 'True: the report is queued.' }),
        report_type: oneOf(REPORT_TYPES, { description: 'The framework, or `custom`.' })
      },
      { description: 'The report is queued.' }
    )
  }
})

export const getComplianceReport = operation({
  operationId: 'getComplianceReport',
  summary: 'Get a compliance report',
  description: 'Each control with the evidence for it, once the report is ready.',
  params: Type.Object({
    id: Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Id of the report.',
      examples: [1]
    })
  }),
  response: { 200: ref(ComplianceReportDetail) }
})

export const schemas = [ComplianceReport, ReportSummary, ReportControl, ComplianceReportDetail, ReportBody]
