// A real browser on the pages of a real service, with its real API.
import { chromium, type Page } from 'playwright-core'
import { startTestService, type TestService } from '../harness/app.js'
import { contextOf, EXECUTABLE, loggedIn } from './browser.js'

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
  const origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
  let streams = 0
  service.app.server.on('request', ({ url = '' }, reply) => {
    if (!url.startsWith('/api/stream')) return
    streams += 1
    reply.once('close', () => {
      streams -= 1
    })
  })
  const browser = await chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox'] })
  const state = await loggedIn(browser, origin)
  return {
    origin,
    service,
    streams: () => streams,
    open: async () =>
      watched(await (await contextOf(browser, { theme: 'light', width: 1280 }, state)).newPage()),
    async close() {
      await browser.close()
      await service.close()
    }
  }
}

function watched(page: Page): LivePage {
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
