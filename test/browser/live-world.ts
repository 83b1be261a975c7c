// A real browser on the pages of a real service, with its real API.
import type { Page } from 'playwright-core'
import { startTestService, type TestService } from '../harness/app.js'
import { openBrowser } from './browser.js'

export interface LivePage {
  page: Page
  /** What it has asked of the API, in order. */
  asked: string[]
  /** As if the reader went to another tab, or came back. */
  setHidden(isHidden: boolean): Promise<void>
}

export interface LiveWorld {
  origin: string
  service: TestService
  /** How many streams are open. */
  streams(): number
  open(): Promise<LivePage>
  close(): Promise<void>
}

export async function openLiveWorld(): Promise<LiveWorld> {
  const service = await startTestService({ ownApp: true })
  let streams = 0
  const { origin, openReal, close } = await openBrowser(service.app, ({ url = '' }, reply) => {
    if (!url.startsWith('/api/stream')) return
    streams += 1
    reply.once('close', () => {
      streams -= 1
    })
  })
  return {
    origin,
    service,
    streams: () => streams,
    open: async () => asking((await openReal({ theme: 'light', width: 1280 })).page),
    async close() {
      await close()
      await service.close()
    }
  }
}

function asking(page: Page): LivePage {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (/^\/(api|health)/.test(pathname)) asked.push(pathname + search)
  })
  return {
    page,
    asked,
    setHidden: (isHidden) =>
      page.evaluate(`Object.defineProperty(document, 'hidden', { configurable: true, value: ${isHidden} })
        document.dispatchEvent(new Event('visibilitychange'))`)
  }
}
