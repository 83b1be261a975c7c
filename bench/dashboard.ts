// What a page costs the browser: the script, style and layout of a list of 100 rows out of a million.
import { existsSync } from 'node:fs'
import { chromium, type Page } from 'playwright-core'
import { type Contestant, median } from './contestant.js'
import { dataOf } from './data.js'
import type { BenchOptions } from './index.js'
import { KEY, startReads } from './mirror/service.js'

const EXECUTABLE = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
const ROUNDS = 15
const ROWS = 100
const WANTED_MS = 100
const PATHS = ['/dashboard/decisions', '/dashboard/activity', '/dashboard/issues']

export async function measureDashboard({ scale, only }: BenchOptions): Promise<void> {
  if (!existsSync(EXECUTABLE)) return console.log(`There is no browser at ${EXECUTABLE}: set CHROMIUM_PATH.`)
  const service = await startReads({ DATABASE_URL: await dataOf(scale) })
  const browser = await chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox'] })
  const context = await browser.newContext({ extraHTTPHeaders: { authorization: `Bearer ${KEY}` } })
  const page = await context.newPage()
  // More rows than the page asks for, which are as many as the service gives.
  await page.route(/per_page=25/, (route) =>
    route.continue({ url: route.request().url().replace('per_page=25', `per_page=${ROWS}`) })
  )
  for (const path of PATHS.filter((one) => one.includes(only))) await measure(page, service, path)
  await browser.close()
  await service.stop()
}

async function measure(page: Page, { port }: Contestant, path: string): Promise<void> {
  const costs: Cost[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    costs.push(await costOf(page, `http://127.0.0.1:${port}${path}`))
  const of = (pick: (cost: Cost) => number) => median(costs.map(pick)).toFixed(0)
  console.log(
    `${path.padEnd(24)} ${ROWS} rows: ${of(({ script }) => script)} ms of script, ${of(({ layout }) => layout)} ms of ` +
      `style and layout (at most ${WANTED_MS} ms of script wanted)`
  )
}

interface Cost {
  script: number
  layout: number
}

/** Of a whole visit, from the first byte to the last row. */
async function costOf(page: Page, url: string): Promise<Cost> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await page.goto(url)
  await page
    .locator('tbody tr')
    .nth(ROWS - 1)
    .waitFor()
  const { metrics } = await session.send('Performance.getMetrics')
  const ms = (name: string) => 1_000 * (metrics.find((metric) => metric.name === name)?.value ?? 0)
  await session.detach()
  return { script: ms('ScriptDuration'), layout: ms('LayoutDuration') + ms('RecalcStyleDuration') }
}
