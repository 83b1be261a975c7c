// A trail of a million entries on Postgres: how long a check takes, how much memory, how long it keeps others waiting.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Deps } from '#deps.js'
import { entryHashOf } from '#domain/audit/audit.js'
import type { ChainedEntry } from '#domain/audit/entry.js'
import { canonicalJson, sha256Of } from '#domain/json/canonical.js'
import { DAY_MS } from '#domain/time/durations.js'
import { PACKAGE_FOLDER } from '#paths.js'
import { CONTROLS } from '#schemas/audit/controls.js'
import { verifyTrail } from '#services/audit/verify.js'
import { type AuditFilter, entriesPage } from '#store/audit/reads.js'
import type { Database } from '#store/sql/database.js'
import { migrate } from '#store/sql/migrate.js'
import { openPostgres } from '#store/sql/postgres.js'
import { freshDatabase, median } from './contestant.js'
import type { BenchOptions } from './index.js'

const ENTRIES = 1_000_000
const AT_ONCE = 5_000
const DAYS = 300
const BEGIN = Date.UTC(2026, 0, 1)
const CATEGORIES = ['config_change', 'heal', 'auto_merge', 'policy_bypass'] as const

export async function measureTrail({ scale }: BenchOptions): Promise<void> {
  const database = openPostgres(await freshDatabase('bench_trail'))
  await migrate(database)
  const entries = Math.round(ENTRIES * scale)
  await fill(database, entries)
  await measureCheck(database)
  await measureLists(database)
  await database.close()
}

function entryAt(n: number, of: number, prevHash: string | null): ChainedEntry {
  const category = CATEGORIES[n % CATEGORIES.length] ?? 'heal'
  const payload = canonicalJson({
    path: 'settings.dry_run',
    before: { dry_run: false },
    after: { dry_run: true },
    n
  })
  const { frameworks, control } = CONTROLS[category]
  const entry = {
    seq: n,
    category,
    event_type: 'patch',
    actor: `actor-${n % 50}`,
    actor_type: 'human',
    repo_full_name: `octo-org/service-${n % 1000}`,
    pr_number: n % 5_000,
    commit_sha: null,
    framework: frameworks,
    control_id: control,
    payload,
    payload_hash: sha256Of(payload),
    prev_hash: prevHash,
    entry_hash: '',
    occurred_at: new Date(BEGIN + (n / of) * DAYS * DAY_MS).toISOString()
  }
  return { ...entry, entry_hash: entryHashOf(entry) }
}

async function fill({ execute }: Database, entries: number): Promise<void> {
  let prevHash: string | null = null
  for (let first = 1; first <= entries; first += AT_ONCE) {
    const rows: ChainedEntry[] = []
    for (let n = first; n < Math.min(first + AT_ONCE, entries + 1); n += 1) {
      const entry: ChainedEntry = entryAt(n, entries, prevHash)
      prevHash = entry.entry_hash
      rows.push(entry)
    }
    await execute(
      'insert into audit_entries select * from json_populate_recordset(null::audit_entries, $1::json)',
      [JSON.stringify(rows)]
    )
  }
  await execute(`insert into audit_head values (1, ${entries}, '${prevHash}', null, '2026-12-31')`)
  await execute(`insert into audit_days select (occurred_at at time zone 'UTC')::date, category, event_type, actor_type,
    count(*), min(seq), max(seq), min(occurred_at), max(occurred_at) from audit_entries group by 1, 2, 3, 4`)
  await execute(`insert into audit_parties select 'actor', actor, count(*), date '2026-10-01' from audit_entries group by actor
    union all select 'repo', repo_full_name, count(*), date '2026-10-01' from audit_entries group by repo_full_name`)
  await execute('analyze')
}

async function measureCheck({ db }: Database): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  let mostMb = 0
  const watch = setInterval(() => {
    mostMb = Math.max(mostMb, process.memoryUsage.rss() / 2 ** 20)
  }, 50)
  const began = performance.now()
  const exports = { directory: PACKAGE_FOLDER, key: undefined, formerKeys: [], signedSince: undefined }
  // The border to what a check never asks for.
  const verdict = await verifyTrail({ db, exports } as unknown as Deps, {})
  const seconds = (performance.now() - began) / 1000
  clearInterval(watch)
  console.log(
    `${verdict.entries_checked} entries, valid: ${verdict.valid}, in ${seconds.toFixed(1)} s; ` +
      `at most ${mostMb.toFixed(0)} MB resident; the event loop waited ${(delay.max / 1e6).toFixed(0)} ms at most, ` +
      `${(delay.percentile(99) / 1e6).toFixed(0)} ms at p99`
  )
}

const FILTERS: Record<string, AuditFilter> = {
  'no filter': {},
  category: { category: 'heal' },
  actor: { actor: 'actor-7' },
  repo: { repo: 'octo-org/service-7' },
  framework: { framework: 'iso27001' },
  'event type': { event_type: 'patch' },
  'actor type': { actor_type: 'human' },
  pr: { pr: 77 },
  since: { since: new Date(BEGIN + 150.5 * DAY_MS) },
  'until, long ago': { until: new Date(BEGIN + 10.5 * DAY_MS) },
  'category, since, until': {
    category: 'heal',
    since: new Date(BEGIN + 50.5 * DAY_MS),
    until: new Date(BEGIN + 90.5 * DAY_MS)
  },
  'category and actor': { category: 'heal', actor: 'actor-7' }
}

async function measureLists({ db }: Database): Promise<void> {
  for (const [name, filter] of Object.entries(FILTERS)) {
    const times: number[] = []
    for (let round = 0; round < 15; round += 1) {
      const began = performance.now()
      await entriesPage(db, filter, { page: 1, perPage: 20, offset: 0 })
      times.push(performance.now() - began)
    }
    console.log(`entries by ${name.padEnd(24)} ${median(times).toFixed(1)} ms`)
  }
}
