// One vulnerability with where it stands and its update, in one round trip.
import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { fromDatabase, type JsonText } from '#domain/json/text.js'
import { MOST_OTHER_MANIFESTS, type VulnerabilityDetail } from '#schemas/dependencies/detail.js'
import { managedActions } from '#tables/actions/managed-actions.js'
import { dependencyManifests } from '#tables/dependencies/manifests.js'
import { updateBatches } from '#tables/dependencies/update-batches.js'
import { vulnerabilities } from '#tables/dependencies/vulnerabilities.js'
import { repositories } from '#tables/mirror/repositories.js'
import { type Db, precompiled, rowsOf } from '../sql/database.js'
import { MANIFEST_FIELDS } from './repository.js'
import { LISTED_BATCHES, UPDATE_BATCH_FIELDS } from './stats.js'
import { LISTED_VULNERABILITIES, VULNERABILITY_FIELDS } from './vulnerabilities.js'

const t = alias(vulnerabilities, 't')
const r = alias(repositories, 'r')
const m = alias(dependencyManifests, 'm')
const o = alias(vulnerabilities, 'o')
const b = alias(updateBatches, 'b')
const a = alias(managedActions, 'a')
const batch = alias(updateBatches, 't')

const MANIFEST = precompiled(sql`(select row_to_json(shown) from (
    select ${MANIFEST_FIELDS} from ${dependencyManifests} m
    where ${m.repoId} = ${t.repoId} and ${m.filePath} = ${t.manifestPath}
  ) as shown) as manifest`)

const ALSO_IN = precompiled(sql`(select coalesce(json_agg(shown), '[]') from (
    select ${o.id}, ${o.manifestPath}, ${o.manifestLine}, ${o.installedVersion}, ${o.status}
    from ${vulnerabilities} o
    where ${o.repoId} = ${t.repoId} and ${o.ecosystem} = ${t.ecosystem} and ${o.packageName} = ${t.packageName}
      and ${o.advisoryId} = ${t.advisoryId} and ${o.id} <> ${t.id} and ${o.live}
    order by ${o.manifestPath} limit ${sql.raw(String(MOST_OTHER_MANIFESTS))}
  ) as shown) as also_in`)

/** The last batch that names the package. */
const UPDATE = precompiled(sql`left join lateral (
    select ${b.id} as batch, ${a.id} as action, ${a.decisionId} as decision
    from ${updateBatches} b left join ${managedActions} a on ${a.id} = ${b.actionId}
    where ${b.repoId} = ${t.repoId} and ${b.ecosystem} = ${t.ecosystem} and ${b.live} and exists (
      select from json_array_elements(${b.packages}) as updated where updated->>'name' = ${t.packageName})
    order by ${b.createdAt} desc, ${b.id} desc limit 1
  ) as last on true`)

/** Within it, `t` is the batch. */
const BATCH = precompiled(sql`(select row_to_json(shown) from (
    select ${UPDATE_BATCH_FIELDS} from ${updateBatches} t ${LISTED_BATCHES.join} where ${batch.id} = last.batch
  ) as shown) as update, last.action as update_action_id, last.decision as update_decision_id`)

/** A vulnerability without its addresses, and what these are made of. */
export interface ShownVulnerability {
  text: JsonText<Omit<VulnerabilityDetail, 'advisory_url' | 'manifest_url'>>
  fullName: string
  advisoryId: string
  path: string
  line: number | null
  /** The commit in which its manifest was read last. */
  commit: string | null
}

export async function vulnerabilityText(db: Db, id: number): Promise<ShownVulnerability | undefined> {
  const [found] = await rowsOf<Omit<ShownVulnerability, 'text'> & { text: string }>(
    db,
    sql`select ${r.fullName} as "fullName", ${t.advisoryId} as "advisoryId", ${t.manifestPath} as path,
        ${t.manifestLine} as line,
        (select ${m.commitSha} from ${dependencyManifests} m
          where ${m.repoId} = ${t.repoId} and ${m.filePath} = ${t.manifestPath}) as commit,
        (select row_to_json(shown)::text from (
          select ${VULNERABILITY_FIELDS}, ${MANIFEST}, ${ALSO_IN}, ${BATCH}
        ) as shown) as text
      from ${vulnerabilities} t ${LISTED_VULNERABILITIES.join} ${UPDATE}
      where ${t.id} = ${id} and ${LISTED_VULNERABILITIES.visible}`
  )
  return found && { ...found, text: fromDatabase(found.text) }
}
