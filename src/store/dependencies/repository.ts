// What is shown of the dependencies of one repository, in one round trip.
import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { vulnerabilityMeasures } from '#domain/dependencies/tallies.js'
import { repoNotFound } from '#errors/errors.js'
import { MOST_SHOWN, type RepositoryDependencies } from '#schemas/dependencies/repository.js'
import { dependencyScans } from '#tables/dependencies/dependency-scans.js'
import { dependencyManifests } from '#tables/dependencies/manifests.js'
import { vulnerabilities } from '#tables/dependencies/vulnerabilities.js'
import { tallies } from '#tables/mirror/tallies.js'
import { totalSum } from '../counters/tallies.js'
import { type Db, parseJson, precompiled, rowsOf, utcColumns } from '../sql/database.js'
import { idNamed } from '../sql/repository-name.js'
import { LISTED_VULNERABILITIES, VULNERABILITY_FIELDS, WORST_FIRST } from './vulnerabilities.js'

const m = alias(dependencyManifests, 'm')
const s = alias(dependencyScans, 's')
const t = alias(vulnerabilities, 't')

const MANIFEST_FIELDS = precompiled(sql`${m.id}, ${m.filePath}, ${m.ecosystem}, ${m.lockfile}, ${m.depCount},
  ${m.status}, ${m.error}, ${m.notes}, ${m.commitSha}, ${utcColumns(m.scannedAt)}`)

const SCAN_FIELDS =
  precompiled(sql`${s.id}, ${s.status}, ${s.triggerEvent}, ${s.jobId}, ${s.commitSha}, ${s.alerts},
  ${utcColumns(s.advisoriesAt)}, ${s.manifests}, ${s.packages}, ${s.opened}, ${s.fixed}, ${s.error}, ${s.notes},
  ${utcColumns(s.startedAt, s.finishedAt)}`)

const STANDING = ['open', 'pr_opened'] as const
const MOST = sql.raw(String(MOST_SHOWN))

export async function repositoryDependencies(db: Db, fullName: string): Promise<RepositoryDependencies> {
  const measures = STANDING.flatMap((status) => vulnerabilityMeasures({ status, severity: undefined }))
  const [row] = await rowsOf<{ shown: RepositoryDependencies | string }>(
    db,
    sql`select json_build_object(
        'manifests', (select coalesce(json_agg(shown), '[]') from (
          select ${MANIFEST_FIELDS} from ${dependencyManifests} m where ${m.repoId} = named.id
          order by ${m.ecosystem}, ${m.filePath} limit ${MOST}) as shown),
        'vulnerabilities', (select coalesce(json_agg(shown), '[]') from (
          select ${VULNERABILITY_FIELDS} from ${vulnerabilities} t ${LISTED_VULNERABILITIES.join}
          where ${t.repoId} = named.id and ${t.status} in ('open', 'pr_opened') and ${LISTED_VULNERABILITIES.visible}
          order by ${WORST_FIRST.by} limit ${MOST}) as shown),
        'totals', json_build_object(
          'manifests', (select count(*) from ${dependencyManifests} m where ${m.repoId} = named.id),
          'vulnerabilities', (${totalSum(sql`${tallies.repoId} = named.id`, measures)})),
        'last_scan', (select row_to_json(shown) from (
          select ${SCAN_FIELDS} from ${dependencyScans} s where ${s.repoId} = named.id
          order by ${s.startedAt} desc, ${s.id} desc limit 1) as shown)
      ) as shown
      from (select ${idNamed(fullName)} as id) as named where named.id is not null`
  )
  if (!row) throw repoNotFound(fullName)
  return parseJson(row.shown)
}
