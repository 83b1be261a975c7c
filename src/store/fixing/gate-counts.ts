// What gates count of attempts to fix issues.
import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { fixAttempts } from '#tables/fixing/fix-attempts.js'
import { repositories } from '#tables/mirror/repositories.js'
import type { GateCounts } from '../gates/metrics.js'

const r = alias(repositories, 'r')
const f = alias(fixAttempts, 'f')

/** The attempts of a week that have ended, and those of them whose pull request was not closed unmerged. */
export const fixGateCounts: GateCounts = (week) => sql`select count(*)::int as "fixes7d",
    count(*) filter (where ${f.status} in ('submitted', 'merged'))::int as "acceptedFixes7d"
  from ${fixAttempts} f where ${f.repoId} = ${r.hostId} and ${f.createdAt} >= ${week}
    and ${f.finishedAt} is not null and not ${f.dryRun}`
