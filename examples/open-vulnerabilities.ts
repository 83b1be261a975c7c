// Writes all open vulnerabilities as CSV, the most severe first.
// SERVICE_URL=https://… SERVICE_KEY=… node open-vulnerabilities.js > vulnerabilities.csv
import { createClient, paginate } from 'repository-automation-service-client'
import { settings } from './settings.js'

const { baseUrl, headers, write } = settings()
const client = createClient({ baseUrl, headers })

const query = { status: 'open', per_page: 100 } as const
const vulnerabilities = paginate(client, '/api/phase3/dependencies/vulnerabilities', { params: { query } })

/** A text in quotes; what a spreadsheet would take for a formula stays text. */
const cell = (value: string | number | null) =>
  `"${String(value ?? '')
    .replaceAll('"', '""')
    .replace(/^[=+\-@]/, "'$&")}"`

write('repository,package,severity,fixed in')
for await (const one of vulnerabilities)
  write([one.repo_full_name, one.package_name, one.severity, one.patched_version].map(cell).join(','))
