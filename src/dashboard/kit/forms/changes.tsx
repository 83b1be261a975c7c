// What a change does, side by side: what is now and what is from then on, in words.
import type { ComponentChildren } from 'preact'
import { inWords } from '../format.js'
import { RowTable } from '../lists/table.js'
import { fieldLabel } from './fields.js'
import type { FormValues } from './schema-form.js'

export interface Change {
  name: string
  before: ComponentChildren
  after: ComponentChildren
}

interface ChangeTableProps {
  label: string
  changes: readonly Change[]
  /** The heads of the two sides. */
  sides?: readonly [before: string, after: string]
}

export function ChangeTable({
  label,
  changes,
  sides: [before, after] = ['Now', 'From then on']
}: ChangeTableProps) {
  return (
    <RowTable
      label={label}
      rows={changes}
      rowKey={({ name }) => name}
      columns={[
        { head: 'What', cell: ({ name }) => <span class="plain">{name}</span> },
        { head: before, cell: (change) => change.before },
        { head: after, cell: (change) => <strong>{change.after}</strong> }
      ]}
    />
  )
}

interface PendingProps {
  stored: object
  /** Only what differs from what is stored. */
  changed: FormValues
  wordsOf?: (name: string, value: unknown) => string
}

/** What a form is about to change. */
export function PendingChanges({ stored, changed, wordsOf = (_, value) => inWords(value) }: PendingProps) {
  const known = new Map<string, unknown>(Object.entries(stored))
  const changes = Object.entries(changed).map(([name, value]) => ({
    name: fieldLabel(name),
    before: wordsOf(name, known.get(name)),
    after: wordsOf(name, value)
  }))
  return (
    <div class="pending" aria-live="polite">
      {changes.length === 0 ? (
        <p class="muted">Nothing is changed yet.</p>
      ) : (
        <ChangeTable label="What changes" changes={changes} />
      )}
    </div>
  )
}
