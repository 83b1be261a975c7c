// An entry of a merge queue: how it is called, what it waits for and since when, and how it is taken out.
import { removePullRequest } from '../../../../openapi/fields.js'
import { apiClient, callApi, type Schemas } from '../../kit/api.js'
import { formatCount, formatNumber } from '../../kit/format.js'
import { ActionButton } from '../../kit/forms/action-button.js'
import { Time } from '../../kit/time.js'

type Entry = Schemas['QueueEntry']

export function EntryTitle({ entry }: { entry: Entry }) {
  const { pr_title, pr_number, repo_full_name, author_login } = entry
  return (
    <>
      <a href={`/dashboard/pull-requests/${repo_full_name}/${pr_number}`}>{pr_title}</a>{' '}
      <span class="muted">
        #{pr_number}
        {author_login !== null && `, ${author_login}`}
      </span>
    </>
  )
}

export function EntryCard({ entry }: { entry: Entry }) {
  const { pr_title, pr_number, repo_full_name, author_login, position, priority } = entry
  return (
    <>
      <h4>
        <a href={`/dashboard/pull-requests/${repo_full_name}/${pr_number}`}>{pr_title}</a>
      </h4>
      <p class="muted">
        Number {formatNumber(position)}, #{pr_number}
        {author_login !== null && `, ${author_login}`}
        {priority !== 0 && `, priority ${priority}`}
      </p>
      <OwnChecks entry={entry} />
      <p>{whyItWaits(entry)}</p>
      <Since entry={entry} />
      <Remarks entry={entry} />
      <Remove entry={entry} />
    </>
  )
}

function OwnChecks({ entry: { status, pr_number, required_checks, checks_passed } }: { entry: Entry }) {
  if (status !== 'pending' || required_checks.length === 0) return null
  const passed = `${formatNumber(checks_passed.length)} of ${formatCount(required_checks.length, 'check', 'checks')}`
  return (
    <>
      <progress
        max={required_checks.length}
        value={checks_passed.length}
        aria-label={`Checks of #${pr_number}`}
      />
      <p class="muted">{passed} passed</p>
    </>
  )
}

/** By the first thing that it waits for. */
const WAITS: Readonly<Record<string, string>> = {
  paused: 'It waits because the queue is off, or in dry-run mode.',
  stopped: 'It waits until somebody resumes the lane.',
  freeze: 'It waits for the end of the freeze.',
  turn: 'It waits for its turn.',
  candidate: 'It waits for the checks of its candidate.'
}

const SHORT_WAITS: Readonly<Record<string, string>> = {
  paused: 'the queue to be on',
  stopped: 'somebody to resume the lane',
  freeze: 'the end of the freeze',
  turn: 'its turn',
  candidate: 'the checks of its candidate'
}

/** In a few words, for a list. Before it is ready, it waits for checks, by their names. */
export function waitInWords({ status, waiting_on }: Entry): string {
  const [first] = waiting_on
  if (first === undefined) return '–'
  return (status !== 'pending' && SHORT_WAITS[first]) || `checks: ${waiting_on.join(', ')}`
}

function whyItWaits({ stage, status, waiting_on, candidate_sha }: Entry): string {
  if (stage === 'landing') return 'It is being merged.'
  const [first] = waiting_on
  const known = first === undefined || status === 'pending' ? undefined : WAITS[first]
  if (known !== undefined && first !== 'candidate') return known
  if (stage === 'testing')
    return candidate_sha === null
      ? 'Its candidate is being built.'
      : 'The checks of its candidate are running.'
  return first === undefined ? 'It waits for its turn.' : `It waits for ${waiting_on.join(', ')}.`
}

function Since({ entry: { admitted_at, ready_at } }: { entry: Entry }) {
  return (
    <p class="muted">
      Admitted <Time at={admitted_at} />
      {ready_at !== null && (
        <>
          , ready <Time at={ready_at} />
        </>
      )}
    </p>
  )
}

/** What went wrong before, and what was passed over. */
function Remarks({ entry }: { entry: Entry }) {
  const { checks_failed, checks_excused, attempts, next_attempt_at, merge_error } = entry
  const names = checks_excused.map(({ name }) => name).join(', ')
  return (
    <>
      {checks_failed.length > 0 && <p class="fault">Failed: {checks_failed.join(', ')}</p>}
      {names && <p class="muted">Only quarantined tests failed in {names}.</p>}
      {attempts > 0 && (
        <p class="muted">
          Its merge has failed {formatCount(attempts, 'time', 'times')}
          {next_attempt_at !== null && (
            <>
              , and is tried again <Time at={next_attempt_at} />
            </>
          )}
          .
        </p>
      )}
      {merge_error !== null && <p class="fault">{merge_error}</p>}
    </>
  )
}

function Remove({ entry: { pr_number, owner, repo_name } }: { entry: Entry }) {
  const path = { owner, repo: repo_name, pr: pr_number }
  return (
    <div class="row-tools">
      <ActionButton
        label="Take out"
        about={`#${pr_number}`}
        explanation="It leaves the queue, and what was tested on top of it is tested again."
        fields={removePullRequest}
        done={`#${pr_number} has left the queue.`}
        send={(body) =>
          callApi(apiClient.POST('/api/phase2/queue/{owner}/{repo}/{pr}/remove', { params: { path }, body }))
        }
      />
    </div>
  )
}
