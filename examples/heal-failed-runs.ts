// Lists all failed runs and asks the service to heal those that nobody has tried to heal.
// SERVICE_URL=https://… SERVICE_KEY=… node heal-failed-runs.js
import { createClient, paginate } from 'repository-automation-service-client'
import { settings } from './settings.js'

const { baseUrl, headers, write } = settings()
const client = createClient({ baseUrl, headers })

for await (const run of paginate(client, '/api/ci', { params: { query: { conclusion: 'failure' } } })) {
  if (run.heal_status !== 'pending') continue
  const { error } = await client.POST('/api/ci/{runId}/heal', {
    params: { path: { runId: run.id } },
    body: { strategy: 'auto' }
  })
  write(`${run.repo_full_name} #${run.id}: ${error ? `${error.code}, ${error.message}` : 'will be healed'}`)
}
