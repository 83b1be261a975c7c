// What a decision depended on, and how each of it came out.
import type { Schemas } from '../../kit/api.js'
import { Badge } from '../../kit/details.js'
import { formatName } from '../../kit/format.js'
import { RowTable } from '../../kit/lists/table.js'
import { Empty } from '../../kit/page.js'

export function Conditions({ conditions }: Pick<Schemas['Decision'], 'conditions'>) {
  if (conditions.length === 0) return <Empty>It needed no condition.</Empty>
  return (
    <RowTable
      label="Conditions"
      rows={conditions.map((condition, at) => ({ condition, at }))}
      rowKey={({ at }) => at}
      columns={[
        { head: 'Condition', cell: ({ condition: { check } }) => formatName(check) },
        { head: 'Result', cell: ({ condition: { result } }) => <Result result={result} /> },
        { head: 'Detail', cell: ({ condition: { detail } }) => detail ?? '–' }
      ]}
    />
  )
}

function Result({ result }: Pick<Schemas['Condition'], 'result'>) {
  if (typeof result !== 'boolean') return <>{String(result)}</>
  return <Badge word={result ? 'passed' : 'failed'}>{result ? 'yes' : 'no'}</Badge>
}
