// How the local copy of the OSV database stands.
import type { Deps } from '#deps.js'
import type { AdvisoryDatabase } from '#schemas/dependencies/stats.js'
import { type ImportRow, importsOf } from '#store/dependencies/advisories.js'

export async function advisoryStatus({ advisorySource, db }: Deps): Promise<AdvisoryDatabase> {
  if (!advisorySource) return { source: null, records: 0, unreadable: 0, imported_at: null, error: null }
  const imports = await importsOf(db, advisorySource.name)
  const sum = (count: (one: (typeof imports)[number]) => number) =>
    imports.reduce((total, one) => total + count(one), 0)
  return {
    source: advisorySource.name,
    records: sum(({ records }) => records),
    unreadable: sum(({ unreadable }) => unreadable),
    imported_at: oldestOf(imports, advisorySource.parts)?.toISOString() ?? null,
    error: imports.find(({ error }) => error !== null)?.error ?? null
  }
}

type Import = Pick<ImportRow, 'part' | 'importedAt' | 'error'>

/** Undefined while a part of it was never asked for, or never read; what the source does not have does not count. */
function oldestOf(imports: readonly Import[], parts: readonly string[]): Date | undefined {
  const asked = new Set(imports.map(({ part }) => part))
  const there = imports.filter(({ importedAt, error }) => importedAt !== null || error !== null)
  const moments = there.flatMap(({ importedAt }) => importedAt?.getTime() ?? [])
  const isWhole = parts.every((part) => asked.has(part)) && moments.length === there.length
  return isWhole && moments.length > 0 ? new Date(Math.min(...moments)) : undefined
}
