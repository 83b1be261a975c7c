// What the stored configuration of a repository puts before the work on its events.
import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { configFiles, repoConfigs } from '#tables/configuration/configs.js'
import { repositories } from '#tables/mirror/repositories.js'
import { rowsOf, type Tx } from '../sql/database.js'
import { isSourceOf } from './configs.js'

const f = alias(configFiles, 'f')
const r = alias(repositories, 'r')
const c = alias(repoConfigs, 'c')
const t = alias(repositories, 't')

/** What of a repository may have to be asked before its events are worked on. */
export interface WorkObstacles {
  rules: boolean
  spamGate: boolean
}

/**
 * Whether any layer of a repository defines rules, or could, because its file cannot be read; and whether any that is
 * known opts in to the spam gate.
 */
export async function workObstacles(
  tx: Tx,
  { repoId, orUnread }: { repoId: number; orUnread: boolean }
): Promise<WorkObstacles> {
  type Layer = ReturnType<typeof sql>
  const hasRules = (layer: Layer) => sql`coalesce((${layer}->'custom_rules')::text, '{}') <> '{}'`
  const hasGate = (layer: Layer) => sql`coalesce(${layer}#>>'{pillars,spam_gate,enabled}' = 'true', false)`
  const [overrides, content] = [sql`${c.overrides}`, sql`${f.content}`]
  const isUnread = sql`(${orUnread} and (${f.fetchedAt} is null or ${f.error} is not null))`
  const [found] = await rowsOf<WorkObstacles>(
    tx,
    sql`select ${hasRules(overrides)} or coalesce(files.rules, false) as rules,
        ${hasGate(overrides)} or coalesce(files.gate, false) as "spamGate"
      from ${repositories} r left join ${repoConfigs} c on ${c.repoId} = ${r.hostId}
        cross join lateral (
          select bool_or(${isUnread} or ${hasRules(content)}) as rules, bool_or(${hasGate(content)}) as gate
          from ${repositories} t left join ${configFiles} f on ${f.repoId} = ${t.hostId} where ${isSourceOf}
        ) as files
      where ${r.hostId} = ${repoId}`
  )
  return found ?? { rules: false, spamGate: false }
}
