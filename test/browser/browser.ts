// A real browser on the pages of a real service, whose API replies the test may decide.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { FastifyInstance } from 'fastify'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import type { Deps } from '#deps.js'
import { KEY, startTestService } from '../harness/app.js'
import { root } from '../lanes/tap.js'
import { type ApiMode, type Director, serveOrigin } from './origin/origin.js'

export const EXECUTABLE = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export const hasBrowser = existsSync(EXECUTABLE)
export const noBrowser = `There is no browser at ${EXECUTABLE}. Install Chromium, or set CHROMIUM_PATH, to run these tests.`

/** Long enough for a machine with other work, as that of `until`. */
const LONGEST_WAIT_MS = 120_000

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
  /** As somebody who has not logged in yet. */
  openStrange(look: Look): Promise<OpenedPage>
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
  const { contextWith, served, ...opened } = await browse(service.app)
  return {
    ...opened,
    deps: service.deps,
    open: async (look, mode) => directed(await contextWith(look), served.direct(mode)),
    async close() {
      await opened.close()
      await service.close()
    }
  }
}

/** A browser on a service that somebody else has started, and closes. */
export async function openBrowser(
  app: FastifyInstance,
  onRequest?: Parameters<typeof serveOrigin>[1]
): Promise<OpenedBrowser> {
  const { contextWith: _, served: __, ...opened } = await browse(app, onRequest)
  return opened
}

/** One for all files of a process. Nothing is drawn for anybody to see, so no graphics card is emulated. */
let launched: Promise<Browser> | undefined
root.teardown(async () => (await launched)?.close())

function launchBrowser(): Promise<Browser> {
  launched ??= chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox', '--disable-gpu'] })
  return launched
}

async function browse(app: FastifyInstance, onRequest?: Parameters<typeof serveOrigin>[1]) {
  const served = await serveOrigin(app, onRequest)
  const { origin } = served
  const browser = await launchBrowser()
  const cookies = [await loggedIn(origin)]
  const contexts: BrowserContext[] = []
  async function contextFor({ theme, width }: Look): Promise<BrowserContext> {
    const viewport = { width, height: 900 }
    const context = await browser.newContext({ colorScheme: theme, viewport, reducedMotion: 'reduce' })
    context.setDefaultTimeout(LONGEST_WAIT_MS)
    contexts.push(context)
    return context
  }
  async function contextWith(look: Look): Promise<BrowserContext> {
    const context = await contextFor(look)
    await context.addCookies(cookies)
    return context
  }
  return {
    origin,
    served,
    contextWith,
    openReal: async (look: Look) => watched(await contextWith(look), () => false),
    // The browser itself complains of a key that is refused.
    openStrange: async (look: Look) => watched(await contextFor(look), () => true),
    async close() {
      await Promise.all(contexts.map((context) => context.close()))
      await served.close()
    }
  }
}

/** The cookie of a session. That the login page opens one is a test of its own. */
async function loggedIn(origin: string) {
  const reply = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: KEY })
  })
  const [, name, value] = /^([^=]+)=([^;]+)/.exec(reply.headers.get('set-cookie') ?? '') ?? []
  if (name === undefined || value === undefined) throw new Error(`The login answered ${reply.status}`)
  return { name, value, url: origin, httpOnly: true, sameSite: 'Strict' as const }
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

async function directed(context: BrowserContext, director: Director): Promise<DirectedPage> {
  // A complaint may arrive after the API has recovered.
  let isNoisy = false
  const setApi = (mode: ApiMode) => {
    director.mode = mode
    isNoisy ||= mode !== 'some' && mode !== 'nothing'
  }
  setApi(director.mode)
  await context.addCookies([director.cookie])
  const opened = await watched(context, () => isNoisy)
  return { ...opened, setApi }
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
