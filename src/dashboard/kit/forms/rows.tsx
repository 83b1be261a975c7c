// A list that grows and shrinks. The focus follows: to the new row, or to the one that takes the place of a removed one.
import { useLayoutEffect, useRef } from 'preact/hooks'
import { emptyRow, type FieldDraft, rowField, rowsIn } from './drafts.js'
import { type HoldingProps, Label, Note, noteId } from './parts.js'

export function Rows(props: HoldingProps) {
  const { path, label, field, draft, onEnter } = props
  const rows = rowsIn(draft)
  const { maxItems = field.maxProperties ?? Number.POSITIVE_INFINITY } = field
  const { box, focusNext } = useFocusAfterChange()
  const add = () => {
    focusNext(`:scope > [data-row="${rows.length}"] :is(input, select, textarea, button)`)
    onEnter([...rows, emptyRow(rowField(field))])
  }
  const remove = (at: number) => {
    focusNext(
      rows.length > 1 ? `:scope > [data-row="${Math.min(at, rows.length - 2)}"] > button` : ':scope > .add'
    )
    onEnter(rows.filter((_, other) => other !== at))
  }
  return (
    <fieldset ref={box} class="group" aria-describedby={noteId(props)}>
      <legend>
        <Label of={props} />
      </legend>
      <Note of={props} />
      {rows.map((row, at) => (
        // A row is its place: nothing else tells equal rows apart.
        <div key={at} class="row" data-row={at}>
          <Row list={props} row={row} at={at} />
          <button type="button" onClick={() => remove(at)}>
            Remove
            <span class="unseen">
              {' '}
              item {at + 1} of {label}
            </span>
          </button>
        </div>
      ))}
      {/* It has the name of the list, so that a fault of the list can lead here. */}
      <button type="button" class="add" name={path} disabled={rows.length >= maxItems} onClick={add}>
        Add<span class="unseen"> to {label}</span>
      </button>
    </fieldset>
  )
}

function Row({ list, row, at }: { list: HoldingProps; row: FieldDraft; at: number }) {
  const { id, name, path, field, draft, faults, onEnter, Inner } = list
  const change = (entered: FieldDraft) =>
    onEnter(rowsIn(draft).map((one, other) => (other === at ? entered : one)))
  return (
    <Inner
      id={`${id}-${at}`}
      name={name}
      path={`${path}/${at}`}
      label={`Item ${at + 1}`}
      field={rowField(field)}
      draft={row}
      faults={faults}
      isTerse
      onEnter={change}
    />
  )
}

/** The row to focus appears, or the other one goes, only with the next render. */
function useFocusAfterChange() {
  const box = useRef<HTMLFieldSetElement>(null)
  const wanted = useRef('')
  useLayoutEffect(() => {
    if (wanted.current === '') return
    box.current?.querySelector<HTMLElement>(wanted.current)?.focus()
    wanted.current = ''
  })
  const focusNext = (selector: string) => {
    wanted.current = selector
  }
  return { box, focusNext }
}
