// One control for one field, chosen by its schema.
import { formatName, formatPart } from '../format.js'
import { controlKind, type Field } from './fields.js'

interface ControlProps {
  id: string
  name: string
  /** Its name among the controls of a form, if a field of the same name is elsewhere in it. */
  path?: string
  field: Field
  value: string
  /** The words for no choice. */
  none: string
  describedBy?: string | undefined
  isInvalid?: boolean
  /** Whether a text stays on one line, however long it may be. */
  isLine?: boolean
  suggestions?: readonly string[] | undefined
  onEnter: (value: string) => void
  /** The reader leaves the line or presses Enter. */
  onFinish?: () => void
}

export function Control(props: ControlProps) {
  const kind = controlKind(props.name, props.field)
  if (kind === 'choice' || kind === 'yes-no') return <Choice {...props} />
  if (kind === 'json' || (kind === 'long-text' && !props.isLine)) return <LongText {...props} />
  return <Line {...props} />
}

function attributesOf({ id, name, path = name, field, describedBy, isInvalid }: ControlProps) {
  return {
    id,
    name: path,
    'aria-describedby': describedBy,
    'aria-invalid': isInvalid || undefined,
    'aria-required': field.required
  }
}

function Choice(props: ControlProps) {
  const { name, field, value, none, onEnter } = props
  const options = field.enum?.map(String) ?? ['true', 'false']
  // A list that shows a part by default has a word for all of it.
  const hasDefault = field.default !== undefined && options.includes('all')
  const format = name === 'source' ? formatPart : formatName
  const wordsOf = (option: string) => (field.enum ? format(option) : option === 'true' ? 'Yes' : 'No')
  return (
    <select {...attributesOf(props)} value={value} onChange={(event) => onEnter(event.currentTarget.value)}>
      {hasDefault ? null : <option value="">{none}</option>}
      {options
        .filter((option) => hasDefault || option !== 'all')
        .map((option) => (
          <option key={option} value={option}>
            {wordsOf(option)}
          </option>
        ))}
    </select>
  )
}

function LongText(props: ControlProps) {
  const isJson = controlKind(props.name, props.field) === 'json'
  return (
    <textarea
      {...attributesOf(props)}
      rows={isJson ? 8 : 3}
      class={isJson ? 'code' : ''}
      spellcheck={!isJson}
      maxLength={props.field.maxLength}
      value={props.value}
      onInput={(event) => props.onEnter(event.currentTarget.value)}
    />
  )
}

const INPUT_TYPES: Record<string, string> = { number: 'number', day: 'date', moment: 'datetime-local' }

function Line(props: ControlProps) {
  const { id, name, field, value, suggestions = [], onEnter, onFinish } = props
  const isSearch = name === 'search' || name === 'q'
  return (
    <>
      <input
        {...attributesOf(props)}
        type={isSearch ? 'search' : (INPUT_TYPES[controlKind(name, field)] ?? 'text')}
        min={field.minimum}
        max={field.maximum}
        step={field.type === 'number' ? 'any' : undefined}
        maxLength={field.maxLength}
        placeholder={name === 'repo' ? 'owner/name' : undefined}
        list={suggestions.length > 0 ? `${id}-list` : undefined}
        autocomplete="off"
        spellcheck={false}
        value={value}
        onInput={(event) => onEnter(event.currentTarget.value)}
        onChange={onFinish}
      />
      {suggestions.length > 0 && (
        <datalist id={`${id}-list`}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
    </>
  )
}
