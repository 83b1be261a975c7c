// When nothing may land: the freezes of a merge queue, and how people set and lift them.
import type { ApiResult, Schemas } from '../../kit/api.js'
import { ActionButton } from '../../kit/forms/action-button.js'
import type { Fields } from '../../kit/forms/fields.js'
import { RowTable } from '../../kit/lists/table.js'
import { Empty } from '../../kit/page.js'
import { Time } from '../../kit/time.js'

type Freeze = Schemas['QueueConfiguration']['freezes'][number]

const FIELDS: Fields = {
  from: {
    type: 'string',
    format: 'date-time',
    description: 'From then on nothing lands; from now on if it is empty.'
  },
  to: {
    type: 'string',
    required: true,
    format: 'date-time',
    description: 'From then on pull requests land again.'
  },
  reason: {
    type: 'string',
    required: true,
    minLength: 1,
    maxLength: 200,
    description: 'Why, shown to everybody who waits.'
  }
}

interface FreezesProps {
  freezes: readonly Freeze[]
  /** Replaces all of them. */
  save: (freezes: Freeze[]) => Promise<ApiResult<unknown>>
}

export function Freezes({ freezes, save }: FreezesProps) {
  const nowOrLater = freezes.filter(({ to }) => new Date(to) > new Date())
  return (
    <>
      <h3>Freezes</h3>
      {nowOrLater.length === 0 ? (
        <Empty>No freeze. What is tested lands at any time.</Empty>
      ) : (
        <RowTable
          label="Freezes"
          rows={nowOrLater}
          rowKey={({ from, to }) => `${from} ${to}`}
          columns={[
            { head: 'Why', cell: ({ reason }) => <strong class="clip">{reason}</strong> },
            { head: 'From', cell: ({ from }) => <Time at={from} /> },
            { head: 'To', cell: ({ to }) => <Time at={to} /> },
            {
              head: 'Answer',
              cell: (freeze) => (
                <Lift freeze={freeze} save={() => save(nowOrLater.filter((one) => one !== freeze))} />
              )
            }
          ]}
        />
      )}
      <p>
        <ActionButton
          label="Freeze"
          explanation="Nothing lands during that time, except what has a priority of 10. Testing goes on."
          fields={FIELDS}
          done="The freeze is set."
          send={({ from, to, reason }) =>
            save([
              ...nowOrLater,
              { from: String(from ?? new Date().toISOString()), to: String(to), reason: String(reason) }
            ])
          }
        />
      </p>
    </>
  )
}

function Lift({ freeze: { reason }, save }: { freeze: Freeze; save: () => Promise<ApiResult<unknown>> }) {
  return (
    <span class="row-tools">
      <ActionButton
        label="Lift"
        about={reason}
        explanation="Pull requests land again as soon as their checks have passed."
        done="The freeze is lifted."
        send={save}
      />
    </span>
  )
}
