// What has moved on a page without being asked to, and whether the page has come to rest.
import type { Page, Request } from 'playwright-core'

/** Runs in each document before anything else. */
const OBSERVE = `globalThis.shifts = []
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput) shifts.push({
        value,
        moved: sources.map(({ node }) => node?.outerHTML?.slice(0, 90) ?? node?.textContent?.slice(0, 90) ?? 'gone')
      })
  }).observe({ type: 'layout-shift', buffered: true })`

export interface Shift {
  value: number
  /** What has moved, as it begins. */
  moved: string[]
}

export async function observeShifts(page: Page): Promise<void> {
  await page.addInitScript(OBSERVE)
}

export function shiftsOf(page: Page): Promise<Shift[]> {
  return page.evaluate('shifts')
}

/** Follows the requests of a page, so that its rest can be awaited. */
export function followRequests(page: Page): { rest: () => Promise<void>; urls: Set<string> } {
  const urls = new Set<string>()
  const open = new Set<Request>()
  const end = (request: Request) => void open.delete(request)
  page.on('request', (request) => {
    urls.add(request.url())
    // A stream is open as long as its page.
    if (request.resourceType() !== 'eventsource') open.add(request)
  })
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return {
    urls,
    /** Nothing is asked for any more, and what came has been painted. */
    async rest() {
      do await twoFrames(page)
      while (open.size > 0)
      await twoFrames(page)
    }
  }
}

const twoFrames = (page: Page) =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))')
