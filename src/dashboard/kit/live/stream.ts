// The one stream of this tab, by which the service tells what changes. The page says when to follow it and when to rest.
import { createStore } from '../store.js'
import type { LiveTopic } from './topics.js'

/** Without topics everything may have changed. */
type OnChange = (topics: readonly LiveTopic[] | undefined) => void

/** Whether changes are told as they happen, or will be with the next event after a rest. */
export const isLive = createStore(false)

/** A stream that something between holds back is as good as none. */
const FIRST_EVENT_WITHIN_MS = 5_000
/** What was missed is told when the browser has connected again. */
const RECONNECTS_WITHIN_MS = 10_000
const TRY_AGAIN_MS = 30_000

let source: EventSource | undefined
let lastId = ''
let patience: ReturnType<typeof setTimeout> | undefined
let nextTry: ReturnType<typeof setTimeout> | undefined

export function follow(onChange: OnChange): void {
  if (source) return
  clearTimeout(nextTry)
  const since = lastId === '' ? '' : `?last_event_id=${encodeURIComponent(lastId)}`
  const opened = new EventSource(`/api/stream${since}`)
  source = opened
  const hear = ({ lastEventId }: MessageEvent<string>, topics: readonly LiveTopic[] | undefined) => {
    stopWaiting()
    lastId = lastEventId
    setLive(true)
    onChange(topics)
  }
  opened.addEventListener('changed', (event) => hear(event, JSON.parse(event.data).topics))
  opened.addEventListener('reset', (event) => hear(event, undefined))
  const giveUp = () => {
    rest()
    setLive(false)
    nextTry = setTimeout(() => follow(onChange), TRY_AGAIN_MS)
  }
  const waitAtMost = (ms: number) => {
    patience ??= setTimeout(giveUp, ms)
  }
  opened.addEventListener('error', () => {
    if (opened.readyState === EventSource.CLOSED) giveUp()
    else waitAtMost(RECONNECTS_WITHIN_MS)
  })
  waitAtMost(FIRST_EVENT_WITHIN_MS)
}

/** The next stream begins with what was missed. */
export function rest(): void {
  stopWaiting()
  clearTimeout(nextTry)
  source?.close()
  source = undefined
}

function stopWaiting(): void {
  clearTimeout(patience)
  patience = undefined
}

function setLive(is: boolean): void {
  if (isLive.get() !== is) isLive.set(is)
}
