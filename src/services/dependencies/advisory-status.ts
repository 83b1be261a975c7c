// How the local copy of the OSV database stands.
import type { Deps } from '#deps.js'
import type { AdvisoryDatabase } from '#schemas/dependencies/stats.js'
import { importsOf } from '#store/dependencies/advisories.js'

export async function advisoryStatus({ advisorySource, db }: Deps): Promise<AdvisoryDatabase> {
  if (!advisorySource) return { source: null, records: 0, unreadable: 0, imported_at: null, error: null }
  const imports = await importsOf(db, advisorySource.name)
  const sum = (count: (one: (typeof imports)[number]) => number) =>
    imports.reduce((total, one) => total + count(one), 0)
  return {
    source: advisorySource.name,
    records: sum(({ records }) => records),
    unreadable: sum(({ unreadable }) => unreadable),
    imported_at: oldestOf(imports)?.toISOString() ?? null,
    error: imports.find(({ error }) => error !== null)?.error ?? null
  }
}

/** Undefined while a part of it was never read. */
function oldestOf(imports: readonly { importedAt: Date | null }[]): Date | undefined {
  const moments = imports.map(({ importedAt }) => importedAt)
  if (moments.length === 0 || moments.includes(null)) return undefined
  return new Date(Math.min(...moments.map((moment) => moment?.getTime() ?? 0)))
}
