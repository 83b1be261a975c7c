// Moves between pages without loading them anew. The address holds the whole state of a page.
import { matchSite } from '../site-map.js'
import { LOGIN } from './return-path.js'
import { createStore, useStore } from './store.js'

export interface Place {
  path: string
  search: string
}

const here = (): Place => ({ path: location.pathname, search: location.search })

export const place = createStore(here())

export function navigate(href: string): void {
  const { pathname, search, hash } = new URL(href, location.href)
  history.pushState(null, '', pathname + search + hash)
  arrive(0)
}

/** Changes parameters of the address; an empty value removes one. */
export function changeSearch(changes: Record<string, string>): void {
  const params = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') params.delete(name)
    else params.set(name, value)
  }
  const search = params.size > 0 ? `?${params}` : ''
  if (search === location.search) return
  history.pushState(null, '', location.pathname + search)
  place.set(here())
}

export function useSearch(): URLSearchParams {
  return new URLSearchParams(useStore(place).search)
}

export function startRouter(): void {
  history.scrollRestoration = 'manual'
  document.addEventListener('click', followLink)
  document.addEventListener('scrollend', rememberScroll)
  window.addEventListener('popstate', () => arrive(rememberedScroll()))
  restoreScroll(rememberedScroll())
}

function arrive(scroll: number): void {
  place.set(here())
  restoreScroll(scroll)
}

/** Leaves links to other places, to files and into new tabs to the browser. */
function followLink(event: MouseEvent): void {
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!isPlain || event.defaultPrevented || link === null || !isPage(link)) return
  event.preventDefault()
  if (link.href !== location.href) navigate(link.href)
}

function isPage({ origin, pathname, hash, target }: HTMLAnchorElement): boolean {
  const isInside = origin === location.origin && target === '' && hash === ''
  return isInside && pathname !== LOGIN && matchSite(pathname) !== undefined
}

function rememberScroll(): void {
  history.replaceState({ scroll: scrollY }, '')
}

function rememberedScroll(): number {
  return Number(history.state?.scroll ?? 0)
}

const LONGEST_RESTORE_MS = 3_000

/** A page grows as its data arrives, so the height is awaited for a while, unless the reader scrolls first. */
function restoreScroll(top: number): void {
  const giveUpAt = performance.now() + LONGEST_RESTORE_MS
  const start = place.get()
  const step = () => {
    if (place.get() !== start) return
    scrollTo({ top, behavior: 'instant' })
    if (scrollY < top - 1 && performance.now() < giveUpAt) requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}
