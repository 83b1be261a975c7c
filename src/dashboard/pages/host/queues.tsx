// The queues of jobs: those with something in them, and how many are idle.
import type { Schemas } from '../../kit/api.js'
import { formatCount, formatDuration, formatNumber } from '../../kit/format.js'
import { RowTable } from '../../kit/lists/table.js'
import { Empty } from '../../kit/page.js'

type Queue = Schemas['QueueBacklog']

const isBusy = ({ waiting, later, running, failed }: Queue): boolean => waiting + later + running + failed > 0

export function Queues({ queues }: { queues: readonly Queue[] | null }) {
  if (queues === null) return <p class="fault">The queues could not be read in time.</p>
  const busy = queues.filter(isBusy)
  const idle = formatCount(queues.length - busy.length, 'queue is', 'queues are')
  if (busy.length === 0) return <Empty>No job waits or runs: {idle} idle.</Empty>
  return (
    <>
      <RowTable
        label="Queues of jobs"
        rows={busy}
        rowKey={({ name }) => name}
        columns={[
          { head: 'Queue', cell: ({ name }) => <code>{name}</code> },
          { head: 'Waiting', cell: ({ waiting }) => formatNumber(waiting) },
          { head: 'Running', cell: ({ running }) => formatNumber(running) },
          { head: 'Later', isMinor: true, cell: ({ later }) => formatNumber(later) },
          { head: 'Failed', cell: ({ failed }) => <Failed count={failed} /> },
          { head: 'Longest wait', cell: ({ oldest_waiting_ms: age }) => formatDuration(age) }
        ]}
      />
      <p class="muted">{idle} idle. Failed jobs are those that were given up within a day.</p>
    </>
  )
}

function Failed({ count }: { count: number }) {
  return count > 0 ? <strong class="fault">{formatNumber(count)}</strong> : <>0</>
}
