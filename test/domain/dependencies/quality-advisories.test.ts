// Advisories, orders of versions, aliases and scores, as somebody wrote them down who had not seen the readers.
import t from 'tap'
import type { Advisory } from '#domain/dependencies/advisories/advisory.js'
import { mergeAliases } from '#domain/dependencies/advisories/aliases.js'
import { matchPackages, type PackageMatches } from '#domain/dependencies/advisories/match.js'
import { ecosystemNamed, packageKey } from '#domain/dependencies/advisories/names.js'
import { readAdvisory } from '#domain/dependencies/advisories/record.js'
import { scoreVector } from '#domain/dependencies/advisories/severity.js'
import { compareVersions } from '#domain/dependencies/versions/versions.js'
import type { VersionQuery } from './quality/case.js'
import { advisoryCases, aliasCases, orders, severities } from './quality/index.js'

function advisoriesIn(records: readonly object[]): Advisory[] {
  return records.flatMap((record) => {
    const reading = readAdvisory(record)
    return 'advisory' in reading ? [reading.advisory] : []
  })
}

function findingsOf(advisories: readonly Advisory[], query: VersionQuery): PackageMatches['findings'] {
  const byKey = new Map<string, Advisory[]>()
  for (const one of advisories)
    for (const { ecosystem, name } of one.affected) byKey.set(packageKey(ecosystem, name), [one])
  const { package: name, version } = query
  return matchPackages([{ ecosystem: ecosystemNamed(query.ecosystem), name, version }], byKey).findings
}

for (const { name, record, queries } of advisoryCases)
  t.test(name, async (t) => {
    const advisories = advisoriesIn([record])
    for (const query of queries) {
      const title = `${query.ecosystem} ${query.package} ${query.version}`
      const [finding] = findingsOf(advisories, query)
      t.equal(finding !== undefined, query.affected, title)
      if (finding && query.patched !== undefined) t.equal(finding.patchedVersion, query.patched, title)
    }
  })

for (const { name, records, groups } of aliasCases)
  t.test(name, async (t) => {
    for (const order of [records, records.toReversed()]) {
      const merged = mergeAliases(advisoriesIn(order)).map(({ advisories }) =>
        advisories.map(({ id }) => id).sort()
      )
      t.same(merged.map(String).sort(), groups.map(String).sort())
    }
  })

for (const { name, vector, score, level } of severities)
  t.test(name, async (t) => {
    const scored = scoreVector(vector)
    t.same([scored?.score ?? null, scored?.severity ?? null], [score, level], vector)
  })

for (const { name, ecosystem, ascending } of orders)
  t.test(name, async (t) => {
    const placed = ascending.flatMap((equal, place) => equal.map((version) => ({ version, place })))
    for (const one of placed)
      for (const other of placed)
        t.equal(
          compareVersions(ecosystemNamed(ecosystem), one.version, other.version),
          Math.sign(one.place - other.place),
          `${one.version} and ${other.version}`
        )
  })
