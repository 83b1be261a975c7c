// The files with the entries of a day each, which prove the trail outside of the database.
import type { Schemas } from '../../kit/api.js'
import { Badge } from '../../kit/details.js'
import { formatDay, formatNumber } from '../../kit/format.js'
import { RowTable } from '../../kit/lists/table.js'
import { Empty } from '../../kit/page.js'

export function Exports({ exports }: { exports: Schemas['AuditStats']['recent_exports'] }) {
  if (exports.length === 0)
    return <Empty>No export yet. The service makes one each night; “Export a day” makes one now.</Empty>
  return (
    <RowTable
      label="Latest exports"
      rows={exports}
      rowKey={({ date_covered }) => date_covered}
      columns={[
        {
          head: 'Day',
          cell: ({ date_covered }) => (
            <a href={`/api/audit/export/${date_covered}`} download={`audit-${date_covered}.jsonl`}>
              {formatDay(date_covered)}
            </a>
          )
        },
        { head: 'Entries', cell: ({ entry_count }) => formatNumber(entry_count) },
        {
          head: 'Seal',
          cell: ({ signed }) => (
            <Badge word={signed ? 'ok' : 'none'}>{signed ? 'signed' : 'not signed'}</Badge>
          )
        },
        { head: 'SHA-256', isMinor: true, cell: ({ file_hash }) => <code>{file_hash.slice(0, 16)}</code> }
      ]}
    />
  )
}
