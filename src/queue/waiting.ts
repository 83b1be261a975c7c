// Returns fetched jobs that must wait for others to the queue, as if they had not been fetched.
import type { JobName } from '#deps.js'
import type { Database } from '#store/sql/database.js'

export interface WaitingJobs {
  /** Fetched again after `longestSeconds` at the latest. */
  putBack(name: JobName, id: string, longestSeconds: number): Promise<void>
  /** Makes jobs due that were put back. Jobs that wait for a retry keep waiting. */
  resume(name: JobName, ids: readonly string[]): Promise<void>
}

/**
 * A fetch counts as a retry if there was a try before, so putting back decrements the count. The `put_back` mark in the
 * output stays until the next failure overwrites it.
 */
export function waitingJobs(
  { execute }: Pick<Database, 'execute'>,
  { schema, channel }: { schema: string; channel: string }
): WaitingJobs {
  return {
    async putBack(name, id, longestSeconds) {
      await execute(
        `update ${schema}.job set
           state = (case when retry_count = 0 then 'created' else 'retry' end)::${schema}.job_state,
           started_on = case when retry_count = 0 then null else started_on end,
           retry_count = greatest(retry_count - 1, 0),
           start_after = now() + $3::int * interval '1 second',
           output = coalesce(output, '{}') || '{"put_back": true}'
         where name = $1 and id = $2 and state = 'active'`,
        [name, id, longestSeconds]
      )
    },
    async resume(name, ids) {
      await execute(
        `with resumed as (
           update ${schema}.job set start_after = created_on
           where name = $1 and id in (select value::uuid from json_array_elements_text($2::text::json))
             and state < 'active' and start_after > now()
             and output @> '{"put_back": true}'
           returning id
         ) select pg_notify($3, $1) from resumed limit 1`,
        [name, JSON.stringify(ids), channel]
      )
    }
  }
}
