// Loads a reply and keeps it fresh while the page is visible and updates are not paused: by the stream of changes, and
// while there is none by asking from time to time.
import { useEffect, useState } from 'preact/hooks'
import { type ApiFailure, type ReadParams, type ReadPath, type ReadReply, readApi } from './api.js'
import { forgetOutdated, holdRefreshes, type Refreshable, refreshSoon } from './live/budget.js'
import { follow, isLive, rest } from './live/stream.js'
import { type LiveTopic, topicsOf } from './live/topics.js'
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

const loaders = new Set<Loader>()

/** Loads everything on the page again, such as after a change. */
export function refreshAll(): void {
  for (const loader of [...loaders]) loader.run()
}

/** Nobody asks any more for what was deleted, though its page is still in sight. */
export function endReads(path: ReadPath): void {
  for (const loader of loaders)
    if (loader.path === path) {
      loaders.delete(loader)
      forgetOutdated(loader)
    }
}

export function togglePause(): void {
  const { isPaused, at } = updates.get()
  updates.set({ isPaused: !isPaused, at })
  followOrRest()
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
    return repeat({ path, everySeconds, topics: topicsOf(path) }, async (isCurrent) => {
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

interface Loader extends Refreshable {
  path: ReadPath
  topics: readonly LiveTopic[]
}

interface Pace {
  path: ReadPath
  everySeconds: number
  topics: readonly LiveTopic[]
}

/** While the stream tells what changes, replies are only loaded in case something was not told. */
const CALM_SECONDS = 300

const isResting = () => document.hidden || updates.get().isPaused

function followOrRest(): void {
  holdRefreshes(isResting())
  if (isResting()) rest()
  else if (loaders.size > 0) follow(refreshChanged)
}

function refreshChanged(changed: readonly LiveTopic[] | undefined): void {
  for (const loader of loaders)
    if (loader.topics.some((topic) => changed?.includes(topic) ?? true)) refreshSoon(loader)
}

document.addEventListener('visibilitychange', followOrRest)
window.addEventListener('online', () => {
  rest()
  followOrRest()
})

/** `load` returns how many seconds the service asks to wait. Returns how to end it. */
function repeat(
  { path, everySeconds, topics }: Pace,
  load: (isCurrent: () => boolean) => Promise<number>
): () => void {
  let latest = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const isCalm = () => isLive.get() && topics.length > 0
  const wait = (seconds: number) => {
    clearTimeout(timer)
    timer = setTimeout(loader.run, Math.max(isCalm() ? CALM_SECONDS : everySeconds, seconds) * 1000)
  }
  const run = async () => {
    if (latest > 0 && isResting()) return
    clearTimeout(timer)
    forgetOutdated(loader)
    latest += 1
    const number = latest
    loader.isBusy = true
    const waitSeconds = await load(() => number === latest)
    if (number !== latest) return
    loader.isBusy = false
    if (waitSeconds === 0) updates.set({ isPaused: updates.get().isPaused, at: new Date() })
    wait(waitSeconds)
  }
  const loader: Loader = { path, topics, isBusy: false, run: () => void run() }
  const wake = () => (isCalm() ? wait(0) : loader.run())
  const unfollow = isLive.subscribe(() => topics.length > 0 && wake())
  loaders.add(loader)
  document.addEventListener('visibilitychange', wake)
  window.addEventListener('online', loader.run)
  loader.run()
  followOrRest()
  return () => {
    latest = Number.POSITIVE_INFINITY
    clearTimeout(timer)
    unfollow()
    loaders.delete(loader)
    forgetOutdated(loader)
    document.removeEventListener('visibilitychange', wake)
    window.removeEventListener('online', loader.run)
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
