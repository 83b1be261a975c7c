// A form made from the fields of an operation. Faults stand beside their field, in the words of the service.
import type { ComponentChildren } from 'preact'
import { useId, useRef, useState } from 'preact/hooks'
import type { ApiFailure, ApiResult } from '../api.js'
import { formatWait } from '../format.js'
import { type Drafts, type Faults, faultsIn, valuesOf } from './drafts.js'
import { type Fields, type FieldValue, fieldLabel } from './fields.js'
import { FormField } from './form-field.js'

export type FormValues = Record<string, FieldValue>

export interface SchemaFormProps {
  fields: Fields
  /** The fields that are asked for, in this order; all of them unless given. */
  only?: readonly string[] | undefined
  initial?: Drafts | undefined
  submitLabel: string
  /** What stands above the button for what is entered: what it will do. */
  preview?: ((values: FormValues) => ComponentChildren) | undefined
  send: (values: FormValues) => Promise<ApiResult<unknown>>
  onDone: (reply: unknown) => void
}

export function SchemaForm(props: SchemaFormProps) {
  const { fields, only, initial = {}, submitLabel, preview, send, onDone } = props
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  const asked = only === undefined ? fields : chosenFields(fields, only)
  const [drafts, setDrafts] = useState(initial)
  const [faults, setFaults] = useState<Faults>({})
  const [failure, setFailure] = useState<ApiFailure>()
  const [isBusy, setIsBusy] = useState(false)

  async function submit(event: Event) {
    event.preventDefault()
    const found = faultsIn(asked, drafts)
    setFaults(found)
    if (Object.keys(found).length > 0) return focusFirst(form.current, found)
    setIsBusy(true)
    const result = await send(Object.assign(clearedValues(asked, drafts, initial), valuesOf(asked, drafts)))
    setIsBusy(false)
    if (!result.failure) return onDone(result.data)
    setFailure(result.failure)
    setFaults(faultsFrom(result.failure))
  }

  return (
    <form ref={form} class="form" noValidate onSubmit={(event) => void submit(event)}>
      {Object.entries(asked).map(([name, field]) => (
        <FormField
          key={name}
          id={`${id}-${name}`}
          name={name}
          path={name}
          label={fieldLabel(name)}
          field={field}
          draft={drafts[name]}
          faults={faults}
          onEnter={(draft) => setDrafts((former) => Object.assign({}, former, { [name]: draft }))}
        />
      ))}
      {preview && isSound(asked, drafts) && preview(valuesOf(asked, drafts))}
      <p class="failure" role="alert">
        {failure && failureMessage(failure)}
      </p>
      <button type="submit" class="primary" disabled={isBusy}>
        {isBusy ? 'Sending…' : submitLabel}
      </button>
    </form>
  )
}

/** The fields of these names, in this order. */
export function chosenFields(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])))
}

/** What was there and has been emptied is taken back, where the service knows nothing as a value. */
function clearedValues(fields: Fields, drafts: Drafts, initial: Drafts): FormValues {
  const cleared = Object.entries(fields).filter(
    ([name, { nullable }]) => nullable && drafts[name] === '' && (initial[name] ?? '') !== ''
  )
  return Object.fromEntries(cleared.map(([name]) => [name, null]))
}

/** The faults that the service has found, at their fields. */
export function faultsFrom({ details }: ApiFailure): Faults {
  return Object.fromEntries(details.map(({ path, message }) => [path.replace(/^\//, ''), message]))
}

const isSound = (fields: Fields, drafts: Drafts): boolean =>
  Object.keys(faultsIn(fields, drafts)).length === 0

function focusFirst(form: HTMLFormElement | null, faults: Faults): void {
  const first = [...(form?.elements ?? [])].find((control) =>
    Object.hasOwn(faults, control.getAttribute('name') ?? '')
  )
  if (first instanceof HTMLElement) first.focus()
}

export function failureMessage({ message, retryAfterSeconds }: ApiFailure): string {
  return retryAfterSeconds > 0 ? `${message} Try again in ${formatWait(retryAfterSeconds)}.` : message
}
