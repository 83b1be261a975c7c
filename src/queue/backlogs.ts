// How much work of each name waits, runs and was given up.
import type { JobBacklog } from '#deps.js'
import type { Database } from '#store/sql/database.js'

/** Each name has a partition of its own: only those that are asked for are read. */
export async function jobBacklogs(
  { execute }: Pick<Database, 'execute'>,
  schema: string,
  names: readonly string[]
): Promise<JobBacklog[]> {
  const isDue = `j.state < 'active' and j.start_after <= now()`
  const { rows } = await execute(
    `with asked as (select unnest(string_to_array($1, ' ')) as name)
     select asked.name,
       count(*) filter (where ${isDue})::int as waiting,
       count(*) filter (where j.state < 'active' and j.start_after > now())::int as later,
       count(*) filter (where j.state = 'active')::int as running,
       count(*) filter (where j.state = 'failed')::int as failed,
       (extract(epoch from min(j.created_on) filter (where j.state <= 'active')) * 1000)::float8 as since,
       (extract(epoch from now() - min(j.start_after) filter (where ${isDue})) * 1000)::float8 as age
     from asked left join ${schema}.job j on j.name = asked.name and j.name = any (string_to_array($1, ' '))
     group by asked.name order by asked.name`,
    [names.join(' ')]
  )
  return rows.map(({ name, waiting, later, running, failed, since, age }) => ({
    name: String(name),
    waiting: Number(waiting),
    later: Number(later),
    running: Number(running),
    failed: Number(failed),
    since: since === null ? null : new Date(Number(since)),
    oldestWaitingMs: age === null ? null : Math.round(Number(age))
  }))
}
