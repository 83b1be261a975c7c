// Compliance reports: what the trail proves for each control of a framework, and the request of a new one.
import { useState } from 'preact/hooks'
import { createComplianceReport } from '../../../../openapi/fields.js'
import { apiClient, callApi, type Schemas } from '../../kit/api.js'
import { Badge } from '../../kit/details.js'
import { Dialog } from '../../kit/dialog.js'
import { formatCount, formatDay, formatNumber } from '../../kit/format.js'
import { ActionButton } from '../../kit/forms/action-button.js'
import type { FormValues } from '../../kit/forms/schema-form.js'
import { RowTable } from '../../kit/lists/table.js'
import { Empty, Section } from '../../kit/page.js'
import { Time } from '../../kit/time.js'
import { useApi } from '../../kit/use-api.js'
import { FRAMEWORK_NAMES } from './words.js'

type Report = Schemas['ComplianceReport']

export function Reports() {
  const reports = useApi('/api/audit/reports', { query: { per_page: 10 } }, 20)
  return (
    <Section
      title="Latest compliance reports"
      state={reports}
      tools={
        <div class="section-tools">
          <ReportRequest />
        </div>
      }
    >
      {({ data }) =>
        data.length === 0 ? (
          <Empty>No report yet. Request one for the framework that your auditors ask about.</Empty>
        ) : (
          <RowTable label="Latest compliance reports" rows={data} rowKey={({ id }) => id} columns={COLUMNS} />
        )
      }
    </Section>
  )
}

const COLUMNS = [
  { head: 'Framework', cell: ({ report_type }: Report) => <strong>{FRAMEWORK_NAMES[report_type]}</strong> },
  { head: 'Status', cell: ({ status }: Report) => <Badge word={status} /> },
  {
    head: 'Period',
    cell: ({ period_start, period_end }: Report) => `${formatDay(period_start)} to ${formatDay(period_end)}`
  },
  { head: 'Evidence', cell: ({ entry_count }: Report) => formatCount(entry_count, 'entry', 'entries') },
  { head: 'Requested', isMinor: true, cell: ({ created_at }: Report) => <Time at={created_at} /> },
  { head: 'Contents', cell: (report: Report) => <ReadButton report={report} /> }
]

function ReportRequest() {
  return (
    <ActionButton
      label="Request a report"
      explanation="The report lists the entries of a period that are evidence for each control. It is ready within a minute."
      fields={createComplianceReport}
      only={['report_type', 'from', 'to', 'controls']}
      done="The report was requested."
      send={(values: FormValues) => {
        // Cast: the form demands what the document calls required.
        const body = values as Schemas['ComplianceReportBody']
        return callApi(apiClient.POST('/api/audit/reports', { body }))
      }}
    />
  )
}

function ReadButton({ report: { id, report_type, status } }: { report: Report }) {
  const [isOpen, setIsOpen] = useState(false)
  if (status === 'pending' || status === 'running') return <>not yet</>
  return (
    <span class="row-tools">
      <button type="button" onClick={() => setIsOpen(true)}>
        Read<span class="unseen"> report {id}</span>
      </button>
      {isOpen && (
        <Dialog
          isWide
          title={`${FRAMEWORK_NAMES[report_type]} report ${id}`}
          onClose={() => setIsOpen(false)}
        >
          <Contents id={id} />
        </Dialog>
      )}
    </span>
  )
}

function Contents({ id }: { id: number }) {
  const report = useApi('/api/audit/reports/{id}', { path: { id } })
  return (
    <Section title="Controls" isTitleUnseen state={report}>
      {({ error, summary, controls }) => (
        <>
          {error !== null && <p class="fault">{error}</p>}
          {summary && !summary.chain_intact && (
            <p class="fault">The chain of the trail is broken, so no control passes. Check the chain.</p>
          )}
          <RowTable
            label="Controls"
            rows={controls}
            rowKey={({ framework, control_id }) => `${framework} ${control_id}`}
            columns={[
              { head: 'Control', cell: ({ control_id }) => <strong>{control_id}</strong> },
              { head: 'Asks for', cell: ({ description }) => description },
              {
                head: 'Status',
                cell: ({ status }) => (
                  <Badge word={status === 'pass' ? 'passed' : 'none'}>
                    {status === 'pass' ? 'has evidence' : 'no evidence'}
                  </Badge>
                )
              },
              { head: 'Entries', cell: ({ evidence_count }) => formatNumber(evidence_count) },
              { head: 'Latest', isMinor: true, cell: ({ last_evidence }) => <Time at={last_evidence} /> }
            ]}
          />
        </>
      )}
    </Section>
  )
}
