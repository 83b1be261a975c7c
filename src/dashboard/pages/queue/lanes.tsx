// The merge queue of one repository as it moves: what is tested now, with what, and what each entry waits for.
import { removePullRequest } from '../../../../openapi/fields.js'
import { apiClient, callApi, type Schemas } from '../../kit/api.js'
import { Badge, type Fact, Facts, repositoryPath } from '../../kit/details.js'
import { formatCount, formatName, formatNumber } from '../../kit/format.js'
import { ActionButton } from '../../kit/forms/action-button.js'
import { Empty, type PageProps, Screen, Section } from '../../kit/page.js'
import { Time } from '../../kit/time.js'
import { useApi } from '../../kit/use-api.js'
import { EntryTitle } from './entry.js'

type Entry = Schemas['QueueEntry']

const EVERY_SECONDS = 5

export function LanesPage({ params: { owner = '', repo = '' } }: PageProps) {
  const path = { owner, repo }
  const queue = useApi('/api/phase2/queue/{owner}/{repo}', { path }, EVERY_SECONDS)
  const name = `${owner}/${repo}`
  return (
    <Screen title="Merge queue" lead={<a href={repositoryPath(name)}>{name}</a>}>
      <Section title="Lanes" isTitleUnseen state={queue}>
        {({ entries, lanes, config }) => (
          <>
            {entries.length === 0 && <Empty>The queue is empty.</Empty>}
            {lanes.map((lane) => (
              <Lane
                key={lane.base_branch}
                lane={lane}
                entries={entries.filter(({ base_branch }) => base_branch === lane.base_branch)}
              />
            ))}
            <h2>Settings</h2>
            {config === null ? (
              <Empty>The queue was never set up here.</Empty>
            ) : (
              <Facts facts={settings(config)} />
            )}
          </>
        )}
      </Section>
    </Screen>
  )
}

function Lane({ lane, entries }: { lane: Schemas['QueueLane']; entries: readonly Entry[] }) {
  const { base_branch, depth, frozen, stopped } = lane
  return (
    <div class="lane">
      <h2>
        {base_branch} <span class="muted">{formatCount(depth, 'entry', 'entries')}</span>
      </h2>
      {frozen !== null && <p class="fault">Frozen: {frozen}</p>}
      {stopped !== null && <p class="fault">Stopped: {stopped}</p>}
      <ol>
        {[...entries]
          .sort((one, other) => one.position - other.position)
          .map((entry) => (
            <li key={entry.id} class={entry.stage === null ? '' : 'now'}>
              <EntryCard entry={entry} />
            </li>
          ))}
      </ol>
    </div>
  )
}

function EntryCard({ entry }: { entry: Entry }) {
  const { status, stage, checks_passed, checks_failed, waiting_on, required_checks, batch_id, merge_error } =
    entry
  return (
    <>
      <h3>
        <EntryTitle entry={entry} /> <Badge word={stage ?? status} />
      </h3>
      <progress
        max={Math.max(1, required_checks.length)}
        value={checks_passed.length}
        aria-label={`Checks of #${entry.pr_number}`}
      />
      <p>{whyItWaits(entry)}</p>
      <p class="muted">
        {formatNumber(checks_passed.length)} passed, {formatNumber(checks_failed.length)} failed,{' '}
        {formatNumber(waiting_on.length)} awaited. Admitted <Time at={entry.admitted_at} />.
        {batch_id !== null && ` Tested with others as ${batch_id}.`}
      </p>
      {merge_error !== null && <p class="fault">{merge_error}</p>}
      <Remove entry={entry} />
    </>
  )
}

function whyItWaits({ blocked_reason, stage, waiting_on, position }: Entry): string {
  if (blocked_reason !== null) return `Ejected: ${formatName(blocked_reason).toLowerCase()}.`
  if (stage === 'landing') return 'It is being merged.'
  if (waiting_on.length > 0) return `It waits for ${waiting_on.join(', ')}.`
  return stage === 'testing'
    ? 'Its checks are running.'
    : `It is number ${formatNumber(position)} in the lane.`
}

function Remove({ entry: { status, pr_number, owner, repo_name } }: { entry: Entry }) {
  if (!['pending', 'ready', 'blocked'].includes(status)) return null
  const path = { owner, repo: repo_name, pr: pr_number }
  return (
    <ActionButton
      label="Remove"
      about={`#${pr_number}`}
      explanation="It leaves the queue, and what was tested on top of it is tested again."
      fields={removePullRequest}
      send={(body) =>
        callApi(apiClient.POST('/api/phase2/queue/{owner}/{repo}/{pr}/remove', { params: { path }, body }))
      }
    />
  )
}

function settings(config: Schemas['QueueConfiguration']): Fact[] {
  return [
    ['Enabled', config.enabled ? 'Yes' : 'No'],
    ['Merge method', formatName(config.merge_method)],
    ['Required checks', config.required_checks.join(', ') || 'none'],
    ['Batch size', formatNumber(config.batch_size)],
    ['Speculative depth', formatNumber(config.speculative_depth)],
    ['Check timeout', formatCount(config.check_timeout_mins, 'minute', 'minutes')]
  ]
}
