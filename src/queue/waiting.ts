// Returns fetched jobs that must wait for others to the queue, as if they had not been fetched.
import type { JobName } from '#deps.js'
import type { Database } from '#store/sql/database.js'

export interface WaitingJobs {
  /** The awaited job resumes it. If that fails, it is fetched again after a while. */
  putBack(name: JobName, id: string): Promise<void>
  /** Nothing resumes it: it is fetched again soon, and later each time it comes back. */
  putBackHeld(name: JobName, id: string): Promise<void>
  /** Makes jobs due that were put back. Jobs that wait for a retry keep waiting. */
  resume(name: JobName, ids: readonly string[]): Promise<void>
}

const LONGEST_WAIT_SECONDS = 30

/** By how often it has come back: many that stay held for long would otherwise be fetched before all others, for ever. */
const HELD_SECONDS = `least(${LONGEST_WAIT_SECONDS}, 2 ^ least(coalesce((output->>'held')::int, 0), 5))`

const HELD_MARK = `jsonb_build_object('put_back', true, 'held', coalesce((output->>'held')::int, 0) + 1)`

/**
 * A fetch counts as a retry if there was a try before, so putting back decrements the count. The `put_back` mark in the
 * output stays until the next failure overwrites it.
 */
export function waitingJobs(
  { execute, announce }: Pick<Database, 'execute' | 'announce'>,
  { schema, channel }: { schema: string; channel: string }
): WaitingJobs {
  async function putBack(name: JobName, id: string, seconds: string, mark: string): Promise<void> {
    await execute(
      `update ${schema}.job set
         state = (case when retry_count = 0 and policy <> 'short' then 'created' else 'retry' end)::${schema}.job_state,
         started_on = case when retry_count = 0 then null else started_on end,
         retry_count = greatest(retry_count - 1, 0),
         start_after = now() + ${seconds} * interval '1 second',
         output = coalesce(output, '{}') || ${mark}
       where name = $1 and id = $2 and state = 'active'`,
      [name, id]
    )
  }
  return {
    putBack: (name, id) => putBack(name, id, String(LONGEST_WAIT_SECONDS), `'{"put_back": true}'`),
    putBackHeld: (name, id) => putBack(name, id, HELD_SECONDS, HELD_MARK),
    async resume(name, ids) {
      const { rows } = await execute(
        `update ${schema}.job set start_after = created_on
         where name = $1 and id in (select value::uuid from json_array_elements_text($2::text::json))
           and state < 'active' and start_after > now()
           and output @> '{"put_back": true}'
         returning id`,
        [name, JSON.stringify(ids)]
      )
      if (rows.length > 0) announce(channel, name)
    }
  }
}
