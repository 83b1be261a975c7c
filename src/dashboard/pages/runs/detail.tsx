// One run: its diagnosis, each attempt to heal it, and how that ended.
import { healRun, retryHeal } from '../../../../openapi/fields.js'
import { apiClient, callApi, type Schemas } from '../../kit/api.js'
import { Badge, DecisionLink, type Fact, Facts, OutsideLink, repositoryPath } from '../../kit/details.js'
import { formatName } from '../../kit/format.js'
import { ActionButton } from '../../kit/forms/action-button.js'
import { Empty, type PageProps, Screen, Section } from '../../kit/page.js'
import { triggerWords } from '../../kit/text/words.js'
import { Time } from '../../kit/time.js'
import { useApi } from '../../kit/use-api.js'
import { Healing } from './healing.js'
import { LogExtract } from './log.js'

type Attempt = Schemas['HealAttemptDetail']
type Run = Schemas['CiRun']

export function RunPage({ params: { id = '' } }: PageProps) {
  const attempts = useApi('/api/heal/run/{hostRunId}', { path: { hostRunId: Number(id) } }, 10)
  const run = attempts.data?.run
  return (
    <Screen
      title={run ? `${run.workflow_name}, run ${id}` : `Run ${id}`}
      lead={run && <Lead run={run} url={attempts.data?.run_url ?? null} />}
      tools={run && <Tools run={run} />}
    >
      <Section title="Summary" isTitleUnseen state={attempts}>
        {({ run: shown, data }) => (
          <>
            <Facts facts={runFacts(shown)} />
            <h2 class="after-cards">Attempts to heal it</h2>
            {data.length === 0 && (
              <Empty>Nobody has tried yet. A failed run can be healed with the button above.</Empty>
            )}
            <ol class="attempts">
              {data.map((attempt) => (
                <li key={attempt.id}>
                  <AttemptDetail attempt={attempt} />
                </li>
              ))}
            </ol>
          </>
        )}
      </Section>
    </Screen>
  )
}

function Lead({ run: { repo_full_name }, url }: { run: Run; url: string | null }) {
  return (
    <>
      A run of <a href={repositoryPath(repo_full_name)}>{repo_full_name}</a>
      {url && (
        <>
          {' · '}
          <OutsideLink href={url}>On the host</OutsideLink>
        </>
      )}
      {' · '}
      <a href={`/dashboard/heal?repo=${encodeURIComponent(repo_full_name)}`}>Its heal history</a>
    </>
  )
}

function Tools({ run: { id, heal_status, conclusion } }: { run: Run }) {
  if (conclusion !== 'failure' && conclusion !== 'timed_out') return null
  const params = { path: { runId: id } }
  return (
    <>
      <ActionButton
        label="Heal"
        isPrimary
        explanation="The run is diagnosed, and run again or repaired by a pull request."
        fields={healRun}
        send={(body) => callApi(apiClient.POST('/api/ci/{runId}/heal', { params, body }))}
      />
      {(heal_status === 'failed' || heal_status === 'skipped') && (
        <ActionButton
          label="Retry"
          explanation="The last attempt is made again."
          fields={retryHeal}
          send={(body) => callApi(apiClient.POST('/api/ci/{runId}/retry', { params, body }))}
        />
      )}
    </>
  )
}

function runFacts(run: Run): Fact[] {
  const { heal_failure_type, heal_confidence, heal_root_cause } = run
  return [
    ['Result', <Badge key="result" word={run.conclusion ?? run.status} />],
    ['Healing', <Healing key="healing" run={run} />],
    ['Failure', heal_failure_type && formatName(heal_failure_type)],
    ['Confidence of the diagnosis', heal_confidence && formatName(heal_confidence)],
    ['Branch', run.branch],
    ['Started', <Time key="started" at={run.created_at} />],
    ['Completed', <Time key="completed" at={run.completed_at} />],
    ['Root cause', heal_root_cause],
    ['Commit', <code key="sha">{run.head_sha}</code>]
  ]
}

function AttemptDetail({ attempt }: { attempt: Attempt }) {
  const { attempt: number, status, trigger, created_at, error, suggested_fix } = attempt
  return (
    <>
      <h3>
        Attempt {number} <Badge word={status} />
      </h3>
      <p class="muted">
        <Time at={created_at} />. Begun by: {triggerWords(trigger) ?? formatName(trigger)}
        {attempt.requested_by !== null && `, ${attempt.requested_by}`}
      </p>
      <Facts facts={attemptFacts(attempt)} />
      {suggested_fix !== null && (
        <p>
          <strong>Suggested fix:</strong> {suggested_fix}
        </p>
      )}
      {error !== null && <pre class="bad">{error}</pre>}
      <h4>Log</h4>
      <LogExtract attempt={attempt} />
    </>
  )
}

function attemptFacts(attempt: Attempt): Fact[] {
  const { strategy, repair, failing_job, failing_file, failing_line, skip_reason, outcome, pr_number } =
    attempt
  const facts: Fact[] = [
    ['Strategy', strategy && formatName(strategy)],
    ['Repair', repair && formatName(repair)],
    ['Root cause', attempt.root_cause],
    ['Failing job', failing_job],
    ['Failing line', failing_file && `${failing_file}${failing_line === null ? '' : `:${failing_line}`}`],
    ['Skipped because', skip_reason && formatName(skip_reason)],
    ['Pull request', pr_number && <OutsideLink href={attempt.pr_url}>#{pr_number}</OutsideLink>],
    ['Outcome', outcome && <Badge word={outcome} />],
    ['Decision', attempt.decision_id && <DecisionLink id={attempt.decision_id} />]
  ]
  return facts.filter(([, value]) => value !== null)
}
