// What the fields of a form have in common, whatever their shape.
import type { ComponentType } from 'preact'
import type { Faults, FieldDraft } from './drafts.js'
import type { Field } from './fields.js'

export interface FieldProps {
  id: string
  name: string
  /** Where it is in what is sent; also its name among the controls of the form. */
  path: string
  label: string
  field: Field
  draft: FieldDraft | undefined
  faults: Faults
  /** Whether it is one of many alike, which need no explanation each. */
  isTerse?: boolean
  onEnter: (draft: FieldDraft) => void
}

/** A field that holds others shows them with this, so that no file needs the one that needs it. */
export interface HoldingProps extends FieldProps {
  Inner: ComponentType<FieldProps>
}

/** The element that says more about a field; undefined if nothing is to be said. */
export function noteId({ id, path, field, faults, isTerse }: FieldProps): string | undefined {
  const hasText = Boolean(field.description) && !isTerse
  return faults[path] !== undefined || hasText ? `${id}-note` : undefined
}

/** What is wrong with a field, or else what it is for. */
export function Note({ of }: { of: FieldProps }) {
  const { path, label, field, faults } = of
  const id = noteId(of)
  const fault = faults[path]
  if (id === undefined) return null
  return (
    <p id={id} class={fault ? 'fault' : 'muted'}>
      {fault ? `${label} ${fault}.` : <Hint text={field.description ?? ''} />}
    </p>
  )
}

/** The document marks code with backticks. */
function Hint({ text }: { text: string }) {
  return <>{text.split('`').map((part, at) => (at % 2 === 1 ? <code key={part}>{part}</code> : part))}</>
}

export function Label({ of: { label, field, isTerse } }: { of: FieldProps }) {
  return (
    <>
      {label}
      {!field.required && !isTerse && <span class="muted"> (optional)</span>}
    </>
  )
}
