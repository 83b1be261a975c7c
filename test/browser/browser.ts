// A real browser on the pages of a real service, whose API replies the test may decide.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { FastifyInstance } from 'fastify'
import { type Browser, type BrowserContext, chromium, type Page, type Route } from 'playwright-core'
import type { Deps } from '#deps.js'
import { KEY, startTestService } from '../harness/app.js'
import { root } from '../lanes/tap.js'
import { type Amount, sampleReply } from './samples.js'

export const EXECUTABLE = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export const hasBrowser = existsSync(EXECUTABLE)
export const noBrowser = `There is no browser at ${EXECUTABLE}. Install Chromium, or set CHROMIUM_PATH, to run these tests.`

/** What the API answers: made-up replies, an error, or nothing because the network is gone. */
export type ApiMode = Amount | 'failing' | 'unauthorized' | 'offline'

export interface Look {
  theme: 'light' | 'dark'
  width: number
}

export interface OpenedPage {
  page: Page
  /** What the console has said that it should not. */
  complaints: string[]
}

/** Of a page whose API replies the test decides. */
export interface DirectedPage extends OpenedPage {
  /** Decides what the API answers from now on. */
  setApi(mode: ApiMode): void
}

export interface OpenedBrowser {
  origin: string
  /** Logged in, with the replies of the service itself. */
  openReal(look: Look): Promise<OpenedPage>
  close(): Promise<void>
}

export interface BrowserWorld extends OpenedBrowser {
  /** For tests that fill it. */
  deps: Deps
  open(look: Look, mode: ApiMode): Promise<DirectedPage>
}

/** A service of its own, whose replies are made up. */
export async function openBrowserWorld(): Promise<BrowserWorld> {
  const service = await startTestService({ work: false, ownApp: true })
  const { browser, state, ...opened } = await browse(service.app)
  return {
    ...opened,
    deps: service.deps,
    open: async (look, mode) => directed(await contextOf(browser, look, state), mode),
    async close() {
      await opened.close()
      await service.close()
    }
  }
}

/** A browser on a service that somebody else has started, and closes. */
export async function openBrowser(app: FastifyInstance): Promise<OpenedBrowser> {
  const { browser: _, state: __, ...opened } = await browse(app)
  return opened
}

/** One for all files of a process. */
let launched: Promise<Browser> | undefined
root.teardown(async () => (await launched)?.close())

async function browse(app: FastifyInstance) {
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  launched ??= chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox'] })
  const browser = await launched
  const state = await loggedIn(browser, origin)
  return {
    origin,
    browser,
    state,
    openReal: async (look: Look) => watched(await contextOf(browser, look, state), () => false),
    /** Pages of others stay. */
    async close() {
      const own = browser
        .contexts()
        .filter((context) => context.pages().some((page) => page.url().startsWith(origin)))
      await Promise.all(own.map((context) => context.close()))
    }
  }
}

type LoginState = Awaited<ReturnType<BrowserContext['storageState']>>

/** Logs in through the page, with the real API. */
export async function loggedIn(browser: Browser, origin: string): Promise<LoginState> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${origin}/dashboard/sessions`)
  await page.getByLabel('API key').fill(KEY)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByText('this session').waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}

export function contextOf(
  browser: Browser,
  { theme, width }: Look,
  state: LoginState
): Promise<BrowserContext> {
  const viewport = { width, height: 900 }
  return browser.newContext({ colorScheme: theme, viewport, storageState: state, reducedMotion: 'reduce' })
}

const EXPECTED_NOISE = /Failed to load resource/

/** `isNoisy`: whether the browser itself complains of the replies. */
async function watched(context: BrowserContext, isNoisy: () => boolean): Promise<OpenedPage> {
  const complaints: string[] = []
  const page = await context.newPage()
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    const isNoise = isNoisy() && EXPECTED_NOISE.test(message.text())
    if (['error', 'warning'].includes(message.type()) && !isNoise) complaints.push(message.text())
  })
  return { page, complaints }
}

async function directed(context: BrowserContext, first: ApiMode): Promise<DirectedPage> {
  let mode = first
  // A complaint may arrive after the API has recovered.
  let isNoisy = false
  const opened = await watched(context, () => isNoisy)
  await opened.page.route(/\/(api\/|health)/, (route) => answer(route, mode))
  const setApi = (next: ApiMode) => {
    mode = next
    isNoisy ||= next !== 'some' && next !== 'nothing'
  }
  setApi(first)
  return { ...opened, setApi }
}

/** A stream that tells nothing more; the browser would open it again much later. */
const SILENT_STREAM = {
  contentType: 'text/event-stream',
  body: 'retry: 3600000\nid: 1\nevent: changed\ndata: {"topics":[]}\n\n'
}

async function answer(route: Route, mode: ApiMode): Promise<void> {
  const { pathname } = new URL(route.request().url())
  if (mode === 'offline') return route.abort()
  if (pathname === '/api/stream' && (mode === 'some' || mode === 'nothing'))
    return route.fulfill(SILENT_STREAM)
  if (mode === 'failing') return route.fulfill({ status: 500, json: errorOf(500) })
  if (pathname === '/api/auth/check')
    return route.fulfill({ json: { authenticated: mode !== 'unauthorized' } })
  if (mode === 'unauthorized') return route.fulfill({ status: 401, json: errorOf(401) })
  return route.fulfill({ json: sampleReply(pathname, mode) ?? {} })
}

function errorOf(status: number) {
  return { error: 'Error', message: 'The test answers an error.', status }
}

/** Waits until nothing says any more that it is loading. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  await page.locator('.loading').first().waitFor({ state: 'detached' })
}

/** Follows a link of the dashboard to a page, without loading the frame anew. */
export async function goTo(page: Page, path: string): Promise<void> {
  // The heading of the page before is no sign of this one.
  await page.evaluate(`document.querySelector('h1')?.setAttribute('data-left', '')
    history.pushState(null, '', ${JSON.stringify(path)})
    dispatchEvent(new PopStateEvent('popstate'))`)
  await page.locator('h1:not([data-left])').first().waitFor()
  await settled(page)
}

export async function wear(page: Page, { theme, width }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await page.setViewportSize({ width, height: 900 })
}

/** `contrast` and `layout` are the rules that a theme and a width may break. */
export type AxeRules = 'all' | 'contrast' | 'layout'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const RULES: Record<AxeRules, object> = {
  all: { type: 'tag', values: TAGS },
  contrast: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  layout: {
    type: 'rule',
    values: ['target-size', 'scrollable-region-focusable', 'aria-hidden-focus', 'region']
  }
}

/** Rules of WCAG 2.2 AA that the page breaks, each with the first element that does. */
export async function axeViolations(page: Page, rules: AxeRules = 'all'): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(AXE)
  return page.evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(RULES[rules])}, resultTypes: ['violations'] }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes[0].html + ' ' + nodes[0].failureSummary))`
  )
}

/** By how many pixels the page is wider than the window. */
export function sidewaysOverflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
}

export function wasHacked(page: Page): Promise<boolean> {
  return page.evaluate('globalThis.hacked === true')
}

/** The pages that links of this page lead to. */
export function linksOf(page: Page): Promise<string[]> {
  return page.evaluate(
    `[...document.querySelectorAll('a[href^="/dashboard"]')].map(({ pathname }) => pathname)`
  )
}
