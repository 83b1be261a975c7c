// What is shown of the dependencies of one repository, in one round trip.
import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { vulnerabilityMeasures } from '#domain/dependencies/tallies.js'
import { fromDatabase, type JsonText } from '#domain/json/text.js'
import { repoNotFound } from '#errors/errors.js'
import { MOST_SHOWN, type RepositoryDependencies } from '#schemas/dependencies/repository.js'
import { dependencyScans } from '#tables/dependencies/dependency-scans.js'
import { dependencyManifests } from '#tables/dependencies/manifests.js'
import { vulnerabilities } from '#tables/dependencies/vulnerabilities.js'
import { tallies } from '#tables/mirror/tallies.js'
import { totalSum } from '../counters/tallies.js'
import { bareColumn, type Db, literal, precompiled, rowsOf, utcColumns } from '../sql/database.js'
import { idNamed } from '../sql/repository-name.js'
import { LISTED_VULNERABILITIES, VULNERABILITY_FIELDS, WORST_FIRST } from './vulnerabilities.js'

const m = alias(dependencyManifests, 'm')
const s = alias(dependencyScans, 's')
const t = alias(vulnerabilities, 't')

/** A manifest `m` as the API shows it. */
export const MANIFEST_FIELDS =
  precompiled(sql`${m.id}, ${m.filePath}, ${m.ecosystem}, ${m.lockfile}, ${m.depCount},
  ${m.status}, ${m.error}, ${m.notes}, ${m.commitSha}, ${utcColumns(m.scannedAt)}`)

const SCAN_FIELDS =
  precompiled(sql`${s.id}, ${s.status}, ${s.triggerEvent}, ${s.jobId}, ${s.commitSha}, ${s.alerts},
  ${utcColumns(s.advisoriesAt)}, ${s.manifests}, ${s.packages}, ${s.opened}, ${s.fixed}, ${s.error}, ${s.notes},
  ${utcColumns(s.startedAt, s.finishedAt)}`)

const STANDING = ['open', 'pr_opened'] as const
const MOST = sql.raw(String(MOST_SHOWN))

const MANIFESTS = precompiled(sql`select ${MANIFEST_FIELDS} from (
    select ${m.repoId}, ${m.filePath} from ${dependencyManifests} m where ${m.repoId} = named.id
    order by ${m.ecosystem}, ${m.filePath} limit ${MOST}
  ) as chosen join ${dependencyManifests} m using (${bareColumn(m.repoId)}, ${bareColumn(m.filePath)})
  order by ${m.ecosystem}, ${m.filePath}`)

/** Chosen within the index: those that stand may be many. */
const keysWith = (status: (typeof STANDING)[number]) => sql`(
    select ${t.id}, ${WORST_FIRST.values} from ${vulnerabilities} t
    where ${LISTED_VULNERABILITIES.visible} and ${t.repoId} = named.id and ${t.status} = ${literal(status)}
    order by ${WORST_FIRST.by} limit ${MOST})`

const VULNERABILITIES = precompiled(sql`select ${VULNERABILITY_FIELDS} from (
    select ${LISTED_VULNERABILITIES.key} from (${sql.join(STANDING.map(keysWith), sql` union all `)}) as keys
    order by ${WORST_FIRST.byValues} limit ${MOST}
  ) as chosen join ${vulnerabilities} t using (${LISTED_VULNERABILITIES.key}) ${LISTED_VULNERABILITIES.join}
  order by ${WORST_FIRST.by}`)

const LAST_SCAN = precompiled(sql`select ${SCAN_FIELDS} from ${dependencyScans} s where ${s.repoId} = named.id
  order by ${s.startedAt} desc, ${s.id} desc limit 1`)

const listOf = (rows: SQL) => sql`(select coalesce(json_agg(shown), '[]') from (${rows}) as shown)`

export async function repositoryDependencies(
  db: Db,
  fullName: string
): Promise<JsonText<RepositoryDependencies>> {
  const measures = STANDING.flatMap((status) => vulnerabilityMeasures({ status, severity: undefined }))
  const [row] = await rowsOf<{ shown: string }>(
    db,
    sql`select json_build_object(
        'manifests', ${listOf(MANIFESTS)},
        'vulnerabilities', ${listOf(VULNERABILITIES)},
        'totals', json_build_object(
          'manifests', (select count(*) from ${dependencyManifests} m where ${m.repoId} = named.id),
          'vulnerabilities', (${totalSum(sql`${tallies.repoId} = named.id`, measures)})),
        'last_scan', (select row_to_json(shown) from (${LAST_SCAN}) as shown)
      )::text as shown
      from (select ${idNamed(fullName)} as id) as named where named.id is not null`
  )
  if (!row) throw repoNotFound(fullName)
  return fromDatabase(row.shown)
}
