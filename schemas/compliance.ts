// Compliance reports: what the audit trail has to show for the controls of a framework.
import { type Static, Type } from '@sinclair/typebox'
import { AUDIT_CATEGORIES, FRAMEWORKS } from './audit.js'
import { closed, count, nullable, oneOf, operation, paged, pagingQuery, ref, timestamp } from './common.js'

export const REPORT_TYPES = [...FRAMEWORKS, 'custom'] as const
export type ReportType = (typeof REPORT_TYPES)[number]

export const REPORT_STATES = ['pending', 'running', 'ready', 'failed'] as const
export type ReportState = (typeof REPORT_STATES)[number]

/** The longest period that a report covers. */
export const MOST_REPORT_DAYS = 400

const reportFields = {
  id: Type.Integer({ description: 'Id of the report.' }),
  report_type: oneOf(REPORT_TYPES, { description: 'The framework, or `custom`.' }),
  period_start: timestamp('The first moment that it covers.'),
  period_end: timestamp('The last moment that it covers.'),
  generated_by: Type.String({ description: 'Who is to be shown as its author.', examples: ['dashboard'] }),
  requested_by: Type.String({ description: 'Who asked for it.', examples: ['api'] }),
  status: oneOf(REPORT_STATES, { description: 'How far it is.' }),
  entry_count: count('Entries that are evidence in it.'),
  report_hash: nullable(Type.String(), {
    description: 'SHA-256 of `{controls, summary}` as canonical JSON, once it is ready.'
  }),
  export_url: nullable(Type.String(), {
    description: 'The file of the last day that it covers, where that was exported.',
    examples: ['/api/audit/export/2026-01-31']
  }),
  created_at: timestamp('When it was asked for.')
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
        blocked: count('Those that blocked.'),
        flagged: count('Those that flagged something.'),
        avg_tokens: Type.Number({
          minimum: 0,
          description: 'Tokens per review that says how many; 0 without any.'
        })
      },
      { description: 'What the automated reviews came to.' }
    ),
    auto_merges: closed(
      { total_merges: count('Merges of the queue.'), repos: count('Repositories in which there were any.') },
      { description: 'What was merged without a person.' }
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
      description: 'Whether the trail, from the first to the last entry of the period, is what was written.'
    })
  },
  { $id: 'ReportSummary', description: 'What a report comes to. All figures are of the same entries.' }
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
    status: oneOf(['pass', 'no_evidence'], {
      description: '`pass`: there is evidence, and the chain is intact.'
    })
  },
  { $id: 'ReportControl', description: 'What there is to show for one control.' }
)
export type ReportControl = Static<typeof ReportControl>

export const ComplianceReportDetail = closed(
  {
    ...reportFields,
    summary: nullable(ref(ReportSummary), { description: 'What it comes to, once it is ready.' }),
    controls: Type.Array(ref(ReportControl), { description: 'One row per control, once it is ready.' }),
    first_seq: nullable(Type.Integer(), { description: 'The first entry that is evidence in it.' }),
    last_seq: nullable(Type.Integer(), { description: 'The last entry that is evidence in it.' }),
    export_signed_at: nullable(timestamp('When the export that `export_url` leads to was signed.')),
    error: nullable(Type.String(), { description: 'Why it failed.' })
  },
  { $id: 'ComplianceReportDetail', description: 'One compliance report with its contents.' }
)
export type ComplianceReportDetail = Static<typeof ComplianceReportDetail>

export const listComplianceReports = operation({
  operationId: 'listComplianceReports',
  summary: 'List compliance reports, the newest first',
  querystring: Type.Object(pagingQuery()),
  response: { 200: paged(ref(ComplianceReport), 'The reports of the page.') }
})

const edge = (description: string) =>
  Type.Optional(Type.String({ description, examples: ['2026-01-01', '2026-01-31T12:00:00Z'] }))

export const ReportBody = closed(
  {
    report_type: Type.Optional(
      oneOf(REPORT_TYPES, { description: 'For which framework; `soc2` unless given.' })
    ),
    from: edge('The first day or moment; 30 days before the end unless given.'),
    to: edge('The last day or moment; now unless given.'),
    generated_by: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Shown as its author; `dashboard` unless given.'
      })
    ),
    controls: Type.Optional(
      Type.Array(
        Type.String({ minLength: 1, maxLength: 32, description: 'A control.', examples: ['CC6.3'] }),
        {
          minItems: 1,
          maxItems: 20,
          description: 'Of a custom report: only these controls; all unless given.'
        }
      )
    )
  },
  { $id: 'ReportBody', description: 'What the report is to cover.' }
)
export type ReportBody = Static<typeof ReportBody>

export const createComplianceReport = operation({
  operationId: 'createComplianceReport',
  summary: 'Ask for a compliance report',
  description: 'It is made by a job; `GET /api/audit/reports/{id}` says how far it is.',
  body: Type.Union([ref(ReportBody), Type.Null()], { description: 'May be left out.' }),
  response: {
    202: closed(
      {
        message: Type.String({ description: 'What happens now.' }),
        job_id: Type.String({ description: 'The job that makes it.' }),
        id: Type.Integer({ description: 'Id of the report.' }),
        status: oneOf(['pending'], { description: 'It is waiting.' }),
        generating: Type.Boolean({ description: 'True: it will be made.' }),
        report_type: oneOf(REPORT_TYPES, { description: 'The framework, or `custom`.' })
      },
      { description: 'It will be made.' }
    )
  }
})

export const getComplianceReport = operation({
  operationId: 'getComplianceReport',
  summary: 'Show a compliance report',
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
