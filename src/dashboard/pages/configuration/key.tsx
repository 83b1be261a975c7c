// Asks for the API key, which alone opens the configuration, and forgets it as soon as the page is left.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { type ApiResponse, type ApiResult, apiClient, settleCall } from '../../kit/api.js'
import { failureMessage } from '../../kit/forms/schema-form.js'

export interface KeyedApi {
  headers: { authorization: string }
  call<T>(reply: Promise<ApiResponse<T>>): Promise<ApiResult<T>>
}

interface KeyGateProps {
  /** What the key is needed for. */
  purpose: string
  children: (api: KeyedApi) => ComponentChildren
}

/** The key is in the memory of this component alone: not in the address, the page, a store or a remembered reply. */
export function KeyGate({ purpose, children }: KeyGateProps) {
  const [api, setApi] = useState<KeyedApi>()
  const [notice, setNotice] = useState('')
  const forget = (why: string) => {
    setApi(undefined)
    setNotice(why)
  }
  // The browser may keep a page that it leaves, with all of its memory, for the way back.
  useEffect(() => {
    const leave = () => setApi(undefined)
    window.addEventListener('pagehide', leave)
    return () => window.removeEventListener('pagehide', leave)
  }, [])
  // What had the focus is gone with the question.
  useEffect(() => {
    if (api !== undefined) document.querySelector('h1')?.focus()
  }, [api])
  if (api === undefined) {
    const open = (key: string) => setApi(keyedApi(key, () => forget('The key is no longer accepted.')))
    return <KeyForm purpose={purpose} notice={notice} onOpen={open} />
  }
  return (
    <>
      {children(api)}
      <p class="muted">
        The key is forgotten when you leave this page.{' '}
        <button type="button" class="link" onClick={() => forget('')}>
          Forget it now
        </button>
      </p>
    </>
  )
}

function keyedApi(key: string, onRefused: () => void): KeyedApi {
  return {
    headers: { authorization: `Bearer ${key}` },
    async call(reply) {
      const result = await settleCall(reply)
      if (result.failure?.status === 401) onRefused()
      return result
    }
  }
}

interface KeyFormProps {
  purpose: string
  notice: string
  onOpen: (key: string) => void
}

function KeyForm({ purpose, notice, onOpen }: KeyFormProps) {
  const field = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState(notice)
  const [isBusy, setIsBusy] = useState(false)
  const submit = async (event: Event) => {
    event.preventDefault()
    const key = field.current?.value ?? ''
    setIsBusy(true)
    const found = await faultOfKey(key)
    setIsBusy(false)
    if (found === undefined) return onOpen(key)
    setFault(found)
    field.current?.select()
  }
  return (
    <form method="post" class="form key-form" onSubmit={(event) => void submit(event)}>
      <h2>API key needed</h2>
      <p class="muted">
        {purpose} A login is not enough for this. The key is sent with these requests only, and forgotten when
        you leave this page.
      </p>
      <div class="field">
        <label for="api-key">API key</label>
        <input
          ref={field}
          id="api-key"
          type="password"
          autocomplete="off"
          required
          maxLength={512}
          aria-describedby="key-fault"
          aria-invalid={fault !== '' || undefined}
        />
        <p id="key-fault" class="fault" role="alert">
          {fault}
        </p>
      </div>
      <button type="submit" class="primary" disabled={isBusy}>
        Open
      </button>
    </form>
  )
}

/** Headers hold visible characters only. */
const SENDABLE = /^[\x21-\x7e]+$/

/** Asks with a request that reads nothing and changes nothing. */
async function faultOfKey(key: string): Promise<string | undefined> {
  if (!SENDABLE.test(key)) return 'This is not a valid API key.'
  const headers = { authorization: `Bearer ${key}` }
  const { failure } = await settleCall(
    apiClient.POST('/api/config/validate', { body: { config: {} }, headers })
  )
  if (failure?.status === 401) return 'This is not a valid API key.'
  return failure && failureMessage(failure)
}
