// What changes from one state to another, value by value.
import { RowTable } from '../../kit/lists/table.js'
import { Empty } from '../../kit/page.js'
import type { ValueDifference } from './settings.js'

interface DifferenceTableProps {
  label: string
  all: readonly ValueDifference[]
  none: string
}

export function DifferenceTable({ label, all, none }: DifferenceTableProps) {
  if (all.length === 0) return <Empty>{none}</Empty>
  return (
    <RowTable
      label={label}
      rows={all}
      rowKey={({ pointer }) => pointer}
      columns={[
        { head: 'Key', cell: ({ pointer }) => <Key pointer={pointer} /> },
        { head: 'Before', cell: ({ from }) => <Value value={from} /> },
        { head: 'After', cell: ({ to }) => <Value value={to} /> }
      ]}
    />
  )
}

export function Key({ pointer }: { pointer: string }) {
  return <code>{pointer.slice(1).replaceAll('/', '.') || 'everything'}</code>
}

const LONGEST = 300

function Value({ value }: { value: unknown }) {
  if (value === undefined) return <span class="muted">not set</span>
  const text = JSON.stringify(value)
  return <code>{text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}</code>
}
