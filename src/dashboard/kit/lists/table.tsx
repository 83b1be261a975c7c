// A table that scrolls by itself if it exceeds its container.
import type { ComponentChildren } from 'preact'

export interface Column<Row> {
  head: string
  cell: (row: Row) => ComponentChildren
  /** The value of `sort` that orders by this column. */
  sort?: string
  /** Whether narrow screens do without it. */
  isMinor?: boolean
}

export interface Sorting {
  by: string
  order: string
  change: (by: string, order: string) => void
}

interface TableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  sorting?: Sorting | undefined
}

export function RowTable<Row>({ label, columns, rows, rowKey, sorting }: TableProps<Row>) {
  const [first, ...others] = columns
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="scroll" tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.head} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              <th scope="row">{first?.cell(row)}</th>
              {others.map(({ head, cell, isMinor }) => (
                <td key={head} class={isMinor ? 'minor' : ''}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface HeadProps {
  column: { head: string; sort?: string; isMinor?: boolean }
  sorting: Sorting | undefined
}

function Head({ column: { head, sort, isMinor }, sorting }: HeadProps) {
  const className = isMinor ? 'minor' : ''
  if (sort === undefined || sorting === undefined)
    return (
      <th scope="col" class={className}>
        {head}
      </th>
    )
  const { by, order, change } = sorting
  const isChosen = by === sort
  const next = isChosen && order === 'desc' ? 'asc' : 'desc'
  const direction = order === 'asc' ? 'ascending' : 'descending'
  return (
    <th scope="col" class={className} aria-sort={isChosen ? direction : undefined}>
      <button type="button" class="link sort" onClick={() => change(sort, next)}>
        {head}
        <span aria-hidden="true">{isChosen ? (order === 'asc' ? ' ↑' : ' ↓') : ''}</span>
      </button>
    </th>
  )
}
