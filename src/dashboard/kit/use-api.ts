// Loads a reply and keeps it fresh while the page is visible and updates are not paused.
import { useEffect, useState } from 'preact/hooks'
import { type ApiFailure, type ReadParams, type ReadPath, type ReadReply, readApi } from './api.js'
import { createStore } from './store.js'

export interface ApiState<T> {
  /** The latest reply, also while it refreshes and after a refresh has failed. */
  data: T | undefined
  failure: ApiFailure | undefined
  /** Whether the shown data belongs to an earlier query. */
  isOutdated: boolean
}

interface Snapshot<T> {
  key: string
  data: T | undefined
  failure: ApiFailure | undefined
}

export const updates = createStore<{ isPaused: boolean; at: Date | undefined }>({
  isPaused: false,
  at: undefined
})

const loaders = new Set<() => void>()

/** Loads everything on the page again, such as after a change. */
export function refreshAll(): void {
  for (const load of [...loaders]) load()
}

export function togglePause(): void {
  const { isPaused, at } = updates.get()
  updates.set({ isPaused: !isPaused, at })
  refreshAll()
}

export function useApi<Path extends ReadPath>(
  path: Path,
  params: ReadParams<Path>,
  everySeconds = 30
): ApiState<ReadReply<Path>> {
  const key = JSON.stringify([path, params])
  const [held, setHeld] = useState<Snapshot<ReadReply<Path>>>(() => recall(key))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the path and its parameters
  useEffect(() => {
    setHeld((former) => (former.key === key ? former : takeOver<ReadReply<Path>>(key, former.data)))
    return repeat(everySeconds, async (isCurrent) => {
      const { data, failure } = await readApi(path, params)
      if (!isCurrent()) return 0
      if (data !== undefined) remember(key, data)
      setHeld((former) => ({ key, failure, data: data ?? (memory.has(key) ? former.data : undefined) }))
      return failure?.retryAfterSeconds ?? 0
    })
  }, [key, everySeconds])
  const isOutdated = held.key !== key || (held.data !== undefined && !memory.has(key))
  return { data: held.data, failure: held.failure, isOutdated }
}

/** `load` returns how many seconds the service asks to wait. Returns how to end it. */
function repeat(everySeconds: number, load: (isCurrent: () => boolean) => Promise<number>): () => void {
  let latest = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const run = async () => {
    clearTimeout(timer)
    latest += 1
    const number = latest
    if (latest > 1 && (document.hidden || updates.get().isPaused)) return
    const waitSeconds = await load(() => number === latest)
    if (number !== latest) return
    if (waitSeconds === 0) updates.set({ isPaused: updates.get().isPaused, at: new Date() })
    timer = setTimeout(start, Math.max(everySeconds, waitSeconds) * 1000)
  }
  const start = () => void run()
  loaders.add(start)
  document.addEventListener('visibilitychange', start)
  window.addEventListener('online', start)
  start()
  return () => {
    latest = Number.POSITIVE_INFINITY
    clearTimeout(timer)
    loaders.delete(start)
    document.removeEventListener('visibilitychange', start)
    window.removeEventListener('online', start)
  }
}

const MOST_REMEMBERED = 40
/** What was shown before, so that the back button shows a page at once and at the same height. */
const memory = new Map<string, unknown>()

function remember(key: string, data: unknown): void {
  memory.delete(key)
  memory.set(key, data)
  for (const old of [...memory.keys()].slice(0, -MOST_REMEMBERED)) memory.delete(old)
}

/** Until the new query has its own reply, the former one stays in sight. */
function takeOver<T>(key: string, former: T | undefined): Snapshot<T> {
  const { data = former } = recall<T>(key)
  return { key, data, failure: undefined }
}

function recall<T>(key: string): Snapshot<T> {
  // Cast: a key names the path, and the path the type of its reply.
  return { key, data: memory.get(key) as T | undefined, failure: undefined }
}
