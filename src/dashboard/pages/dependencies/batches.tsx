// Pull requests that update packages.
import type { Schemas } from '../../kit/api.js'
import { Badge } from '../../kit/details.js'
import { formatName } from '../../kit/format.js'
import { RowTable } from '../../kit/lists/table.js'
import { Time } from '../../kit/time.js'

type Batch = Schemas['UpdateBatch']

export function UpdateBatches({ batches }: { batches: readonly Batch[] }) {
  return (
    <RowTable
      label="Updates"
      rows={batches}
      rowKey={({ id }) => id}
      columns={[
        { head: 'Packages', cell: ({ packages }) => <span class="clip">{packagesText(packages)}</span> },
        { head: 'Kind', isMinor: true, cell: ({ update_type }) => formatName(update_type) },
        { head: 'Registry', isMinor: true, cell: ({ ecosystem }) => ecosystem },
        { head: 'Pull request', cell: (batch) => <BatchPull batch={batch} /> },
        { head: 'Status', cell: ({ status }) => <Badge word={status} /> },
        { head: 'Changed', cell: ({ updated_at }) => <Time at={updated_at} /> }
      ]}
    />
  )
}

const packagesText = (packages: Batch['packages']) =>
  packages.map(({ name, from, to }) => `${name} ${from ?? 'unknown'} → ${to}`).join(', ')

function BatchPull({ batch: { pr_number, repo_full_name } }: { batch: Batch }) {
  if (pr_number === null) return <>–</>
  return <a href={`/dashboard/pull-requests/${repo_full_name}/${pr_number}`}>#{pr_number}</a>
}
