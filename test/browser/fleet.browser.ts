import t from 'tap'
import { matchSite, SITE_MAP } from '#dashboard/site-map.js'
import { seedFleet } from '../../demo/fleet/index.js'
import { startTestService } from '../harness/app.js'
import { axeViolations, linksOf, openBrowser, settled, sidewaysOverflow } from './browser.js'
import { followRequests, observeShifts, type Shift, shiftsOf } from './shifts.js'

const service = await startTestService({ work: false, ownApp: true })
t.teardown(() => service.close())
await seedFleet(service.deps, { now: new Date() })
const browser = await openBrowser(service.app)
t.teardown(() => browser.close())

const LOOK = { theme: 'light', width: 1280 } as const
const FAILURE = '.failure:not(.banner):visible'
const MOST_SHIFT = 0.02
const LEFT_OUT = ['login']
const KB = 1_000
const MOST_OF_PAGE = 150 * KB
const MOST_OF_FRAME = 60 * KB

const opened = await browser.openReal(LOOK)
const { page } = opened
await observeShifts(page)
const requests = followRequests(page)

/** The addresses of pages, each found as a link of another page. */
const known = new Map<string, string>([['overview', '/dashboard']])
/** What each page has loaded of the files of the dashboard. */
const filesOf = new Map<string, string[]>()

async function learnLinks(): Promise<void> {
  for (const path of await linksOf(page)) {
    const name = matchSite(path)?.site.name
    if (name !== undefined && !known.has(name)) known.set(name, path)
  }
}

const wordsOf = (shifts: readonly Shift[]) =>
  shifts.map(({ value, moved }) => `${value.toFixed(3)} ${moved.join(' | ')}`)

const sumOf = (shifts: readonly Shift[]) => shifts.reduce((sum, { value }) => sum + value, 0)

t.test('every page shows a real fleet: nothing fails, moves, sticks out or is inaccessible', async (t) => {
  const visited = new Set<string>()
  for (let next = nextOf(visited); next; next = nextOf(visited)) {
    const [name, path] = next
    visited.add(name)
    requests.urls.clear()
    await page.goto(browser.origin + path)
    await settled(page)
    await requests.rest()
    filesOf.set(
      name,
      [...requests.urls].filter((url) => new URL(url).pathname.startsWith('/dashboard'))
    )
    await learnLinks()
    t.same(await page.locator(FAILURE).allInnerTexts(), [], `${path}: nothing fails`)
    t.same(await axeViolations(page), [], `${path}: axe finds nothing`)
    t.ok((await sidewaysOverflow(page)) <= 0, `${path}: nothing sticks out`)
    // As a computer that has slept: a key would excuse what moves after it.
    await page.evaluate(`dispatchEvent(new Event('online'))`)
    await requests.rest()
    const shifts = await shiftsOf(page)
    t.ok(sumOf(shifts) < MOST_SHIFT, `${path}: nothing moves while it loads and refreshes`, {
      moved: wordsOf(shifts)
    })
    const others = [...requests.urls].filter((url) => new URL(url).origin !== browser.origin)
    t.same(others, [], `${path}: nobody else is asked`)
    t.same(opened.complaints.splice(0), [], `${path}: the console is silent`)
  }
  const unseen = SITE_MAP.filter(({ name }) => !visited.has(name) && !LEFT_OUT.includes(name))
  t.same(unseen, [], 'links lead to every page')
})

function nextOf(visited: ReadonlySet<string>): [string, string] | undefined {
  return [...known].find(([name]) => !visited.has(name) && !LEFT_OUT.includes(name))
}

t.test('a first visit loads few bytes', async (t) => {
  const sizes = new Map<string, number>()
  for (const url of new Set([...filesOf.values()].flat())) {
    const { pathname } = new URL(url)
    const reply = await service.inject({ url: pathname, headers: { 'accept-encoding': 'br' } })
    sizes.set(url, reply.rawPayload.length)
  }
  const sizeOf = (urls: readonly string[]) => urls.reduce((sum, url) => sum + (sizes.get(url) ?? 0), 0)
  const files = [...filesOf.values()].map((urls) => urls.filter((url) => /\/assets\//.test(url)))
  const frame = (files[0] ?? []).filter((url) => files.every((urls) => urls.includes(url)))
  t.ok(sizeOf(frame) > 10 * KB && sizeOf(frame) <= MOST_OF_FRAME, `the frame has ${sizeOf(frame)} bytes`)
  for (const [name, urls] of filesOf) t.ok(sizeOf(urls) <= MOST_OF_PAGE, `${name}: ${sizeOf(urls)} bytes`)
})
