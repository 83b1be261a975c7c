// The table behind a chart, which says the same to whoever cannot see its bars.

interface ChartTableProps {
  title: string
  /** What the labels of the rows are. */
  what: string
  heads: readonly string[]
  rows: readonly { label: string; cells: readonly string[] }[]
}

export function ChartTable({ title, what, heads, rows }: ChartTableProps) {
  return (
    <div class="unseen">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{what}</th>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, cells }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {cells.map((cell, at) => (
                <td key={heads[at]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
