// What each event of feedback is, when word of it goes out, and what it says.
import type { Schemas } from '../../kit/api.js'
import { formatName } from '../../kit/format.js'
import { RowTable } from '../../kit/lists/table.js'

type FeedbackEvent = Schemas['FeedbackRule']['event_type']

interface EventWords {
  when: string
  says: string
}

const EVENTS: Readonly<Record<FeedbackEvent, EventWords>> = {
  ci_failure: {
    when: 'a failed run was diagnosed',
    says: 'the workflow, the branch, the cause, what would help, the log, and the proposed repair'
  },
  ci_heal: {
    when: 'a repair is proposed, or a run passes when it is run again',
    says: 'the kind of failure, the cause, how sure that is, the pull request and the files it changes'
  },
  config_failed: {
    when: 'a push leaves a configuration file invalid, once for each commit',
    says: 'the files and what was found in them'
  },
  queue_admitted: {
    when: 'a pull request enters the merge queue',
    says: 'its place, and the branch that it goes to'
  },
  pr_merged: {
    when: 'a queued pull request was merged, by the queue or by somebody else',
    says: 'the commit, and how long it has waited'
  },
  pr_blocked: {
    when: 'the merge queue throws a pull request out',
    says: 'the reason, and the checks that failed'
  },
  merge_failure: {
    when: 'the host refuses a merge, or no attempt is left',
    says: 'the reason'
  },
  rollback: {
    when: 'the pull request that takes a merge back is open, or there will be none',
    says: 'the reason, the commit, the pull request, and the run'
  }
}

export const firesWhen = (event: FeedbackEvent): string => EVENTS[event].when

/** Told on the page, so that nobody has to guess which event to choose. */
export function EventTable() {
  return (
    <section>
      <h2>When a rule fires</h2>
      <RowTable
        label="When a rule fires"
        rows={Object.entries(EVENTS)}
        rowKey={([event]) => event}
        columns={[
          { head: 'Event', cell: ([event]) => formatName(event) },
          { head: 'Word goes out when', cell: ([, { when }]) => when },
          { head: 'It says', cell: ([, { says }]) => says }
        ]}
      />
    </section>
  )
}
