// Ranges of advisories: of each version that is asked whether it is affected.
import { readAffected } from '#domain/dependencies/advisories/affected-record.js'
import { affectsVersion } from '#domain/dependencies/advisories/affects.js'
import type { BenchOptions } from '../index.js'
import { readLines, writeLines } from '../json-lines.js'

interface RangeCase {
  id: string
  ecosystem: string
  package: string
  ranges: unknown
  queries: { version: string }[]
}

export function predictAdvisories(options: BenchOptions): void {
  writeLines(options.out, readLines<RangeCase>(options.in).map(predictionOf))
}

function predictionOf({ id, ecosystem, package: name, ranges, queries }: RangeCase) {
  const { part } = readAffected({ package: { ecosystem, name }, ranges })
  return {
    id,
    affected: queries.map(({ version }) => part !== null && affectsVersion(part, version) === true)
  }
}
