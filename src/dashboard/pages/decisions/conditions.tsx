// What a decision depended on, and how each of it came out.
import type { Schemas } from '../../kit/api.js'
import { formatCondition, inWords } from '../../kit/format.js'
import { RowTable } from '../../kit/lists/table.js'
import { Empty } from '../../kit/page.js'

export function Conditions({ conditions }: Pick<Schemas['Decision'], 'conditions'>) {
  if (conditions.length === 0) return <Empty>The decision depended on no condition.</Empty>
  return (
    <RowTable
      label="Conditions"
      rows={conditions.map((condition, at) => ({ condition, at }))}
      rowKey={({ at }) => at}
      columns={[
        { head: 'Condition', cell: ({ condition: { check } }) => formatCondition(check) },
        { head: 'Result', cell: ({ condition: { result } }) => inWords(result) },
        { head: 'Detail', cell: ({ condition: { detail } }) => detail ?? '–' }
      ]}
    />
  )
}
