// One test: its history, what it says, and the quarantine with its end.
import type { Schemas } from '../../kit/api.js'
import { Badge, type Fact, Facts, OutsideLink, repositoryPath, Timeline } from '../../kit/details.js'
import { formatCount, formatDuration, formatNumber, formatPercent } from '../../kit/format.js'
import { RowTable } from '../../kit/lists/table.js'
import { Empty, type PageProps, Screen, Section } from '../../kit/page.js'
import { Time } from '../../kit/time.js'
import { useApi } from '../../kit/use-api.js'
import { TestAnswers } from './answers.js'
import { HistoryStrip, RateInterval } from './strip.js'

type Test = Schemas['FlakyTestDetail']

export function FlakyTestPage({ params: { id = '' } }: PageProps) {
  const test = useApi('/api/phase3/flaky/{id}', { path: { id: Number(id) } }, 20)
  const { data } = test
  return (
    <Screen
      title={data ? data.test_name : `Test ${id}`}
      lead={data && <Suite test={data} />}
      tools={data && <TestAnswers test={data} />}
    >
      <Section title="History" state={test}>
        {(shown) => (
          <>
            <History results={shown.results} />
            <div class="halves">
              <div>
                <h2>Verdict</h2>
                <Reasons test={shown} />
                <Facts facts={verdictFacts(shown)} />
              </div>
              <div>
                <h2>Quarantine</h2>
                <Facts facts={quarantineFacts(shown)} />
                <Moves decisions={shown.decisions} />
              </div>
            </div>
            <h2 class="after-cards">Latest results</h2>
            <Results results={shown.results} />
          </>
        )}
      </Section>
    </Screen>
  )
}

function Suite({ test: { test_suite, file, repo_full_name } }: { test: Test }) {
  return (
    <>
      {test_suite}
      {file !== null && `, ${file}`} in <a href={repositoryPath(repo_full_name)}>{repo_full_name}</a>
    </>
  )
}

function History({ results }: Pick<Test, 'results'>) {
  if (results.length === 0)
    return <Empty>None of its results are kept. The next run of its repository adds one.</Empty>
  return <HistoryStrip results={results} />
}

function Reasons({ test: { standing, reasons } }: { test: Test }) {
  return (
    <>
      <p>
        <Badge word={standing} />
      </p>
      {reasons.length > 0 && (
        <ul>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </>
  )
}

function verdictFacts(test: Test): Fact[] {
  const { fail_count, run_count, failure_pct, failure_rate, first_bad_commit, same_commit_flips } = test
  return [
    [
      'Fails',
      `${formatPercent(failure_pct / 100)} (${formatNumber(fail_count)} of ${formatNumber(run_count)})`
    ],
    ['Fails without a cause', failure_rate && <RateInterval key="rate" rate={failure_rate} />],
    ['Flips', formatCount(test.flip_count, 'time', 'times')],
    ['Flips on one commit', formatCount(same_commit_flips, 'time', 'times')],
    ['Cost', `${formatNumber(test.cost_minutes)} minutes of runs`],
    ['Blocked', formatCount(test.blocked_pulls, 'run of a pull request', 'runs of pull requests')],
    ['Last failed', <Time key="failed" at={test.last_failed_at} />],
    ['Last error', test.last_error_class],
    ['Message', test.last_error_message],
    [
      'First bad commit',
      first_bad_commit && (
        <OutsideLink href={test.first_bad_commit_url}>
          <code>{first_bad_commit}</code>
        </OutsideLink>
      )
    ]
  ]
}

function quarantineFacts(test: Test): Fact[] {
  const { status, issue_number, quarantine_pr_number, code_owners, repo_full_name, dismissed_by } = test
  return [
    ['Status', <Badge key="status" word={status} />],
    ['Since', <Time key="since" at={test.quarantined_at} />],
    ['Ends', <Time key="ends" at={test.quarantine_expires_at} />],
    [
      'Issue',
      issue_number && <a href={`/dashboard/issues/${repo_full_name}/${issue_number}`}>#{issue_number}</a>
    ],
    [
      'Pull request',
      quarantine_pr_number && (
        <a href={`/dashboard/pull-requests/${repo_full_name}/${quarantine_pr_number}`}>
          #{quarantine_pr_number}
        </a>
      )
    ],
    ['Owners', code_owners.join(', ') || 'nobody'],
    ['Relapses', formatNumber(test.relapse_count)],
    ['Graduated', <Time key="graduated" at={test.graduated_at} />],
    ['Dismissed by', dismissed_by && `${dismissed_by}: ${test.dismissed_reason ?? 'no reason given'}`]
  ]
}

function Moves({ decisions }: Pick<Test, 'decisions'>) {
  if (decisions.length === 0)
    return <Empty>No decision has moved it yet. One does when its results prove that it is flaky.</Empty>
  return (
    <Timeline
      stages={decisions.map(({ id, decision, reason, created_at }) => ({
        id: `decision ${id}`,
        name: reason ?? 'It was moved.',
        at: created_at,
        children: (
          <>
            <Badge word={decision} /> <a href={`/dashboard/decisions/${id}`}>Decision {id}</a>
          </>
        )
      }))}
    />
  )
}

function Results({ results }: Pick<Test, 'results'>) {
  if (results.length === 0) return <Empty>No results.</Empty>
  return (
    <RowTable
      label="Latest results"
      rows={results}
      rowKey={({ run_id, attempt }) => `${run_id} ${attempt}`}
      columns={[
        {
          head: 'Run',
          cell: ({ run_id, workflow_name, attempt }) => (
            <a href={`/dashboard/runs/${run_id}`}>
              {workflow_name}
              {attempt > 1 && `, attempt ${attempt}`}
            </a>
          )
        },
        { head: 'Result', cell: ({ result }) => <Badge word={result} /> },
        { head: 'Commit', cell: ({ head_sha }) => <code>{head_sha.slice(0, 10)}</code> },
        { head: 'Branch', isMinor: true, cell: ({ branch }) => branch },
        { head: 'Took', isMinor: true, cell: ({ duration_ms }) => formatDuration(duration_ms) },
        {
          head: 'Error',
          isMinor: true,
          cell: ({ error_class, error_message }) => (
            <span class="clip">{[error_class, error_message].filter(Boolean).join(': ') || '–'}</span>
          )
        },
        {
          head: 'On the host',
          cell: ({ run_url, run_id }) =>
            run_url ? <OutsideLink href={run_url}>Run {run_id}</OutsideLink> : '–'
        },
        { head: 'When', cell: ({ ran_at }) => <Time at={ran_at} /> }
      ]}
    />
  )
}
