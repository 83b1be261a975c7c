// A local copy of the advisory database of realistic size: what its import costs, what the next import costs where
// nothing has changed, and what it costs to compare the packages of a large repository with it.

import { importAdvisories } from '#services/dependencies/import.js'
import { compareWithDatabase } from '#services/dependencies/matching.js'
import { openNotes } from '#services/dependencies/notes.js'
import { migrate } from '#store/sql/migrate.js'
import { openPostgres } from '#store/sql/postgres.js'
import { freshDatabase } from './contestant.js'

const DATABASE = 'bench_advisories'
const ADVISORIES = 200_000
const PACKAGES = 5_000
/** Some packages have many advisories, most have one. */
const NAMES = 60_000
const WANTED_SECONDS = 2
const WANTED_MIB = 250
const DAY_MS = 86_400_000

export async function measureAdvisories(): Promise<void> {
  const database = openPostgres(await freshDatabase(DATABASE))
  try {
    await migrate(database)
    let days = 0
    const deps = {
      db: database.db,
      transaction: database.transaction,
      now: () => new Date(Date.now() + days * DAY_MS),
      host: { client: { isConfigured: false } },
      queue: { enqueue: async () => {} },
      advisorySource: {
        name: 'made up',
        parts: ['npm'],
        read: async () => ({ isWhole: true, modified: null, files: records() })
      }
    }
    await report(`import of ${ADVISORIES} advisories`, () => importAdvisories(deps))
    days = 1
    await report('the same, unchanged', () => importAdvisories(deps))
    await report(
      `compare ${PACKAGES} packages (less than ${WANTED_SECONDS} s, ${WANTED_MIB} MiB wanted)`,
      async () => {
        const notes = openNotes()
        const found = await compareWithDatabase(deps, packages(), notes)
        const findings = [...found.values()].reduce((sum, { length }) => sum + length, 0)
        console.log(`  ${findings} findings of ${found.size} packages`)
      }
    )
  } finally {
    await database.close()
  }
}

async function report(what: string, work: () => Promise<void>): Promise<void> {
  globalThis.gc?.()
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 20)
  const [cpu, start] = [process.cpuUsage(), performance.now()]
  await work()
  clearInterval(watch)
  const { user, system } = process.cpuUsage(cpu)
  const [cpuSeconds, seconds] = [(user + system) / 1e6, (performance.now() - start) / 1e3]
  console.log(
    `${what}: ${cpuSeconds.toFixed(2)} s of CPU, ${seconds.toFixed(2)} s, at most ${Math.round(most / 2 ** 20)} MiB`
  )
}

const nameOf = (at: number) => `package-${(at * 7_919) % NAMES}`

async function* records() {
  for (let at = 0; at < ADVISORIES; at += 1) {
    const id = `GHSA-${at.toString(36).padStart(4, '0')}-made-upid`
    const major = at % 9
    const text = JSON.stringify({
      id,
      modified: '2026-01-01T00:00:00Z',
      published: '2026-01-01T00:00:00Z',
      aliases: [`CVE-2026-${at}`],
      summary: `Something in ${nameOf(at)} can be misused by somebody who sends a long text`,
      details: 'Long. '.repeat(200),
      severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
      affected: [
        {
          package: { ecosystem: 'npm', name: nameOf(at) },
          ranges: [
            { type: 'SEMVER', events: [{ introduced: `${major}.0.0` }, { fixed: `${major}.${at % 20}.5` }] }
          ],
          versions: Array.from({ length: at % 12 }, (_, patch) => `${major}.0.${patch}`)
        }
      ]
    })
    yield { path: `${id}.json`, text }
  }
}

const packages = () =>
  Array.from({ length: PACKAGES }, (_, at) => ({
    path: 'package-lock.json',
    ecosystem: 'npm' as const,
    name: nameOf(at * 3),
    version: `${at % 9}.2.${at % 7}`,
    line: at,
    direct: false,
    dev: false
  }))
