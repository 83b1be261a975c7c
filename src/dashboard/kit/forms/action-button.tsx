// A button that asks in a dialog before it acts, says in a toast what happened, and shows the new state of the page.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { ApiResult } from '../api.js'
import { Dialog } from '../dialog.js'
import { holdWhileSending } from '../live/budget.js'
import { toast } from '../toasts.js'
import { refreshAll } from '../use-api.js'
import type { Drafts } from './drafts.js'
import type { Fields } from './fields.js'
import { type FormValues, SchemaForm } from './schema-form.js'

interface ActionButtonProps {
  label: string
  /** What it is about, for rows of a table that all have the same button. */
  about?: string
  explanation: ComponentChildren
  fields?: Fields
  only?: readonly string[]
  initial?: Drafts
  isPrimary?: boolean
  /** What it will do with what is entered. */
  preview?: (values: FormValues) => ComponentChildren
  /** What the toast says, unless the reply has a message of its own. */
  done?: string
  send: (values: FormValues) => Promise<ApiResult<unknown>>
}

export function ActionButton(props: ActionButtonProps) {
  const { label, about, isPrimary = false } = props
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" class={isPrimary ? 'primary' : ''} onClick={() => setIsOpen(true)}>
        {label}
        {about && <span class="unseen"> {about}</span>}
      </button>
      {isOpen && <ActionDialog action={props} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function ActionDialog({ action, onClose }: { action: ActionButtonProps; onClose: () => void }) {
  const { label, about, explanation, fields = {}, only, initial, preview, done = 'Done.', send } = action
  // A refusal may mean that somebody else was faster: the page behind shows the newer state.
  const sendAndRefresh = async (values: FormValues) => {
    const result = await holdWhileSending(send(values))
    refreshAll()
    return result
  }
  const finish = (reply: unknown) => {
    onClose()
    toast(messageOf(reply) ?? done)
  }
  return (
    <Dialog title={about ? `${label}: ${about}` : label} onClose={onClose}>
      <p>{explanation}</p>
      <SchemaForm
        fields={fields}
        only={only}
        initial={initial}
        submitLabel={label}
        preview={preview}
        send={sendAndRefresh}
        onDone={finish}
      />
    </Dialog>
  )
}

function messageOf(reply: unknown): string | undefined {
  const isRecord = typeof reply === 'object' && reply !== null && 'message' in reply
  return isRecord && typeof reply.message === 'string' ? reply.message : undefined
}
