// Tells screen readers what has changed without moving the focus.
import { createStore, useStore } from './store.js'

const announcement = createStore('')

export function announce(text: string): void {
  announcement.set(text)
}

export function Announcer() {
  return (
    <p class="unseen" role="status">
      {useStore(announcement)}
    </p>
  )
}
