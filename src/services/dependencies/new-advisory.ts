// A record of the OSV database as the store keeps it.
import type { AffectedPackage } from '#domain/dependencies/advisories/advisory.js'
import { packageKey } from '#domain/dependencies/advisories/names.js'
import { readAdvisory } from '#domain/dependencies/advisories/record.js'
import { storable } from '#domain/text/storable.js'
import type { NewAdvisory } from '#store/dependencies/advisories.js'

/** Grows when records are read otherwise, so that all of them are written again. */
const READER_VERSION = 1
/** Longer names and keys fit into no index. */
const LONGEST_KEY_BYTES = 600

/** Undefined for what is no record. */
export function newAdvisory(text: string, part: string): NewAdvisory | undefined {
  const reading = readAdvisory(parsed(text))
  if ('fault' in reading) return undefined
  const { advisory } = reading
  const { id, isWithdrawn, affected, severity, score } = advisory
  return {
    id: storable(id),
    part,
    aliases: advisory.aliases.map(storable),
    summary: storable(advisory.summary),
    severity,
    scoreTenths: score === null ? null : Math.round(score * 10),
    isWithdrawn,
    publishedAt: momentText(advisory.publishedAt),
    modified: `${READER_VERSION} ${storable(advisory.modifiedAt ?? '')}`,
    leftOut: [...new Set(advisory.leftOut.map(({ reason }) => reason))],
    packages: isWithdrawn ? [] : packagesOf(affected)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function momentText(text: string | null): string | null {
  const moment = new Date(text ?? Number.NaN)
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString()
}

function packagesOf(affected: readonly AffectedPackage[]): NewAdvisory['packages'] {
  const packages = new Map<string, NewAdvisory['packages'][number]>()
  for (const { ecosystem, name, versions, ranges, rating } of affected) {
    const key = storable(packageKey(ecosystem, name))
    if (Buffer.byteLength(key) > LONGEST_KEY_BYTES) continue
    const one = packages.get(key) ?? { packageKey: key, affected: [] }
    one.affected.push({ rating, versions: [...versions], ranges: ranges.map((range) => [...range]) })
    packages.set(key, one)
  }
  return [...packages.values()]
}
