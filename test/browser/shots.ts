// Takes the pictures of the README over the made-up fleet, at a moment that stands still: `npm run shots`.
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import t from 'tap'
import { PACKAGE_FOLDER } from '#paths.js'
import { seedFleet } from '../../demo/fleet/index.js'
import { KEY, startTestService } from '../harness/app.js'
import { EXECUTABLE, settled } from './browser.js'
import { followRequests } from './shifts.js'
import { smallPng } from './small-png.js'

const NOW = new Date('2026-03-04T10:00:00Z')
const FOLDER = join(PACKAGE_FOLDER, 'docs', 'images')
const LARGEST_BYTES = 150_000
const SIZE = { width: 1280, height: 860 }

interface Shot {
  name: string
  theme: 'light' | 'dark'
  path: string
}

const SHOTS: readonly Shot[] = [
  { name: 'overview', theme: 'light', path: '/dashboard' },
  { name: 'merge-queue', theme: 'light', path: '/dashboard/queue/harbor/checkout' },
  { name: 'flaky-tests', theme: 'dark', path: '/dashboard/flaky' }
]

t.test('the pictures of the README are taken', async (t) => {
  const service = await startTestService({ work: false, ownApp: true, deps: { now: () => NOW } })
  t.teardown(() => service.close())
  await seedFleet(service.deps, { now: NOW })
  const origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
  const browser = await chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox'] })
  t.teardown(() => browser.close())
  mkdirSync(FOLDER, { recursive: true })
  for (const shot of SHOTS) {
    const file = join(FOLDER, `${shot.name}.png`)
    writeFileSync(file, smallPng(await pictureOf(browser, origin, shot)))
    t.ok(statSync(file).size <= LARGEST_BYTES, `${file}: ${statSync(file).size} bytes`)
  }
})

async function pictureOf(browser: Browser, origin: string, { theme, path }: Shot): Promise<Buffer> {
  const context = await browser.newContext({
    viewport: SIZE,
    colorScheme: theme,
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    // A session would be over at that moment.
    extraHTTPHeaders: { authorization: `Bearer ${KEY}` }
  })
  const page = await context.newPage()
  await page.clock.setFixedTime(NOW)
  const requests = followRequests(page)
  await page.goto(origin + path)
  await settled(page)
  await requests.rest()
  const picture = await page.screenshot()
  await context.close()
  return picture
}
