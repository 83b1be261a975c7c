// The filters of a list, with what the document allows, kept in the address.
import { useEffect, useState } from 'preact/hooks'
import { Control } from '../forms/control.js'
import { controlKind, type Field, type Fields, faultOf, fieldLabel } from '../forms/fields.js'

interface FiltersProps {
  fields: Fields
  names: readonly string[]
  params: URLSearchParams
  suggestions: Readonly<Record<string, readonly string[]>>
  change: (changes: Record<string, string>) => void
}

export function Filters({ fields, names, params, suggestions, change }: FiltersProps) {
  const shown = names.flatMap((name) => (fields[name] ? [{ name, field: fields[name] }] : []))
  const isFiltered = names.some((name) => params.has(name))
  const clear = () => change(Object.fromEntries(names.map((name) => [name, ''])))
  return (
    <search>
      <form class="filters" noValidate onSubmit={(event) => event.preventDefault()}>
        {shown.map(({ name, field }) => (
          <Filter
            key={name}
            name={name}
            field={field}
            value={params.get(name) ?? String(field.default ?? '')}
            suggestions={suggestions[name]}
            choose={(value) => change({ [name]: value })}
          />
        ))}
        {isFiltered && (
          <button type="button" onClick={clear}>
            Clear filters
          </button>
        )}
      </form>
    </search>
  )
}

interface FilterProps {
  name: string
  field: Field
  value: string
  suggestions: readonly string[] | undefined
  choose: (value: string) => void
}

/** A choice counts at once; a text counts when the reader leaves the field or presses Enter. */
function Filter({ name, field, value, suggestions, choose }: FilterProps) {
  const [draft, setDraft] = useState(value)
  useEffect(() => setDraft(value), [value])
  const fault = faultOf(field, draft)
  const isChoice = ['choice', 'yes-no'].includes(controlKind(name, field))
  const id = `filter-${name}`
  const finish = (text: string) => {
    if (faultOf(field, text.trim()) === undefined && text.trim() !== value) choose(text.trim())
  }
  const enter = (text: string) => {
    setDraft(text)
    if (isChoice || text === '') finish(text)
  }
  return (
    <div class="field">
      <label for={id}>{fieldLabel(name)}</label>
      <Control
        id={id}
        name={name}
        field={field}
        value={draft}
        none="All"
        describedBy={fault && `${id}-fault`}
        isInvalid={fault !== undefined}
        isLine
        suggestions={suggestions}
        onEnter={enter}
        onFinish={() => finish(draft)}
      />
      {fault && (
        <p id={`${id}-fault`} class="fault">
          {fieldLabel(name)} {fault}.
        </p>
      )}
    </div>
  )
}
