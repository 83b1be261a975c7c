// A form made from the fields of an operation. Faults stand beside their field, in the words of the service.
import type { ComponentChildren } from 'preact'
import { useId, useRef, useState } from 'preact/hooks'
import type { ApiFailure, ApiResult } from '../api.js'
import { formatWait } from '../format.js'
import { Control } from './control.js'
import { type Field, type Fields, type FieldValue, faultOf, fieldLabel, fieldValue } from './fields.js'

export type FormValues = Record<string, FieldValue>

export interface SchemaFormProps {
  fields: Fields
  /** The fields that are asked for, in this order; all of them unless given. */
  only?: readonly string[] | undefined
  initial?: Record<string, string> | undefined
  submitLabel: string
  /** What stands above the button for what is entered: what it will do. */
  preview?: ((values: FormValues) => ComponentChildren) | undefined
  send: (values: FormValues) => Promise<ApiResult<unknown>>
  onDone: (reply: unknown) => void
}

type Faults = Record<string, string>

export function SchemaForm(props: SchemaFormProps) {
  const { fields, only, initial = {}, submitLabel, preview, send, onDone } = props
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  const names = (only ?? Object.keys(fields)).filter((name) => Object.hasOwn(fields, name))
  const [texts, setTexts] = useState(initial)
  const [faults, setFaults] = useState<Faults>({})
  const [failure, setFailure] = useState<ApiFailure>()
  const [isBusy, setIsBusy] = useState(false)

  async function submit(event: Event) {
    event.preventDefault()
    const found = faultsIn(fields, names, texts)
    setFaults(found)
    if (Object.keys(found).length > 0) return focusFirst(form.current, names, found)
    setIsBusy(true)
    const result = await send(valuesOf(fields, names, texts))
    setIsBusy(false)
    if (!result.failure) return onDone(result.data)
    setFailure(result.failure)
    setFaults(
      Object.fromEntries(
        result.failure.details.map(({ path, message }) => [path.replace(/^\//, ''), message])
      )
    )
  }

  return (
    <form ref={form} class="form" noValidate onSubmit={(event) => void submit(event)}>
      {names.map((name) => (
        <FormField
          key={name}
          id={`${id}-${name}`}
          name={name}
          field={fields[name] ?? { type: 'string' }}
          value={texts[name] ?? ''}
          fault={faults[name]}
          onEnter={(text) => setTexts((former) => Object.assign({}, former, { [name]: text }))}
        />
      ))}
      {preview?.(valuesOf(fields, names, texts))}
      <p class="failure" role="alert">
        {failure && failureMessage(failure)}
      </p>
      <button type="submit" class="primary" disabled={isBusy}>
        {isBusy ? 'Sending…' : submitLabel}
      </button>
    </form>
  )
}

interface FormFieldProps {
  id: string
  name: string
  field: Field
  value: string
  fault: string | undefined
  onEnter: (text: string) => void
}

function FormField({ id, name, field, value, fault, onEnter }: FormFieldProps) {
  const label = fieldLabel(name)
  return (
    <div class="field">
      <label for={id}>
        {label}
        {!field.required && <span class="muted"> (optional)</span>}
      </label>
      <Control
        id={id}
        name={name}
        field={field}
        value={value}
        none={field.required ? 'Choose…' : '–'}
        describedBy={`${id}-hint`}
        isInvalid={fault !== undefined}
        onEnter={onEnter}
      />
      <p id={`${id}-hint`} class={fault ? 'fault' : 'muted'}>
        {fault ? `${label} ${fault}.` : <Hint text={field.description ?? ''} />}
      </p>
    </div>
  )
}

/** The document marks code with backticks. */
function Hint({ text }: { text: string }) {
  return <>{text.split('`').map((part, at) => (at % 2 === 1 ? <code key={part}>{part}</code> : part))}</>
}

function faultsIn(fields: Fields, names: readonly string[], texts: Record<string, string>): Faults {
  return Object.fromEntries(
    names.flatMap((name) => {
      const field = fields[name]
      const fault = field && faultOf(field, texts[name] ?? '')
      return fault === undefined ? [] : [[name, fault]]
    })
  )
}

function valuesOf(fields: Fields, names: readonly string[], texts: Record<string, string>): FormValues {
  return Object.fromEntries(
    names.flatMap((name) => {
      const field = fields[name]
      const value = field && fieldValue(field, texts[name] ?? '')
      return value === undefined ? [] : [[name, value]]
    })
  )
}

function focusFirst(form: HTMLFormElement | null, names: readonly string[], faults: Faults): void {
  const first = names.find((name) => Object.hasOwn(faults, name))
  const control = form?.elements.namedItem(first ?? '')
  if (control instanceof HTMLElement) control.focus()
}

export function failureMessage({ message, retryAfterSeconds }: ApiFailure): string {
  return retryAfterSeconds > 0 ? `${message} Try again in ${formatWait(retryAfterSeconds)}.` : message
}
