// Pairs of versions: of each the order in which its ecosystem puts them.
import { compareVersions } from '#domain/dependencies/versions/versions.js'
import type { Ecosystem } from '#schemas/dependencies/enums.js'
import type { BenchOptions } from '../index.js'
import { readLines, writeLines } from '../json-lines.js'

interface VersionPair {
  id: string
  ecosystem: Ecosystem
  a: string
  b: string
}

const SIGNS: Readonly<Record<string, string>> = { '-1': '<', '0': '=', '1': '>' }

export function predictVersions(options: BenchOptions): void {
  writeLines(options.out, readLines<VersionPair>(options.in).map(predictionOf))
}

const predictionOf = ({ id, ecosystem, a, b }: VersionPair) => ({
  id,
  op: SIGNS[String(compareVersions(ecosystem, a, b))] ?? 'none'
})
