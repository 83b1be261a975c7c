// Short notices of what an action did. A failure stays until it is closed.
import { createStore, useStore } from './store.js'

interface Toast {
  id: number
  text: string
  isFailure: boolean
}

const SHOWN_MS = 8_000
const toasts = createStore<readonly Toast[]>([])
let lastId = 0

export function toast(text: string, isFailure = false): void {
  lastId += 1
  const id = lastId
  toasts.set([...toasts.get(), { id, text, isFailure }])
  if (!isFailure) setTimeout(() => close(id), SHOWN_MS)
}

function close(id: number): void {
  toasts.set(toasts.get().filter((one) => one.id !== id))
}

/** The region stays while empty: a screen reader announces only what changes within it. */
export function Toasts() {
  const shown = useStore(toasts)
  return (
    <div class="toasts" role="status">
      {shown.map(({ id, text, isFailure }) => (
        <p key={id} class={isFailure ? 'bad' : ''}>
          <span>{text}</span>
          <button type="button" aria-label={`Close: ${text}`} onClick={() => close(id)}>
            ×
          </button>
        </p>
      ))}
    </div>
  )
}
