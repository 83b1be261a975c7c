// The quality gates of one repository: each condition with its actual value, and how they went.
import { evaluateGates } from '../../../../openapi/fields.js'
import { apiClient, callApi, type Schemas } from '../../kit/api.js'
import { BarChart } from '../../kit/charts/chart.js'
import { Badge, repositoryPath } from '../../kit/details.js'
import { formatDay, formatNumber } from '../../kit/format.js'
import { ActionButton } from '../../kit/forms/action-button.js'
import { RowTable } from '../../kit/lists/table.js'
import { Empty, type PageProps, Screen, Section } from '../../kit/page.js'
import { Time } from '../../kit/time.js'
import { useApi } from '../../kit/use-api.js'
import { BacktestButton, CreateGate, EditGate } from './define.js'
import { figureInWords, metricInWords, OPERATOR_WORDS } from './words.js'

interface RepositoryPathParams {
  owner: string
  repo: string
}

type Gate = Schemas['Gate']

export function RepositoryGatesPage({ params: { owner = '', repo = '' } }: PageProps) {
  const path = { owner, repo }
  const name = `${owner}/${repo}`
  const gates = useApi('/api/gates/{owner}/{repo}', { path }, 60)
  const trends = useApi('/api/gates/{owner}/{repo}/trends', { path, query: { days: 30 } }, 120)
  return (
    <Screen
      title="Quality gates"
      lead={
        <>
          The conditions of <a href={repositoryPath(name)}>{name}</a>, and its figures when they were
          evaluated last.
        </>
      }
      tools={
        <>
          <Evaluate path={path} />
          <BacktestButton path={path} />
          <CreateGate path={path} />
        </>
      }
    >
      <Section title="Gates" isTitleUnseen state={gates}>
        {({ gates: all }) => (
          <>
            {all.length === 0 && (
              <Empty>No gates. Create one: it is a set of conditions on the figures of the repository.</Empty>
            )}
            {all.map((gate) => (
              <GateDetail key={gate.name} gate={gate} path={path} />
            ))}
          </>
        )}
      </Section>
      <Section title="Lowest score by day, last 30 days" state={trends}>
        {({ gate_trends }) => <Scores trend={gate_trends} />}
      </Section>
    </Screen>
  )
}

function Evaluate({ path }: { path: RepositoryPathParams }) {
  return (
    <ActionButton
      label="Evaluate"
      explanation="All gates are evaluated now. With a commit, the result is posted as its check."
      fields={evaluateGates}
      done="The gates were evaluated."
      send={(body) =>
        callApi(apiClient.POST('/api/gates/{owner}/{repo}/evaluate', { params: { path }, body }))
      }
    />
  )
}

function GateDetail({ gate, path }: { gate: Gate; path: RepositoryPathParams }) {
  const { name, latest_evaluation: latest, block_on_fail, source, is_default } = gate
  return (
    <div class="gate">
      <h2>
        {name} {latest && <Badge word={latest.result} />}
      </h2>
      <p class="muted">
        {block_on_fail ? 'Its failure blocks. ' : 'Its failure only warns. '}
        {is_default && 'It is the default gate. '}
        {source === 'file' ? 'It stands in the configuration file. ' : ''}
        {latest && (
          <>
            Evaluated <Time at={latest.evaluated_at} />, score {formatNumber(latest.score)} of 100.
          </>
        )}
      </p>
      <Conditions gate={gate} />
      <p class="row-tools">
        <BacktestButton path={path} gate={gate} />
        {source === 'database' && <EditGate path={path} gate={gate} />}
        {source === 'database' && <Delete name={name} path={path} />}
      </p>
    </div>
  )
}

function Conditions({ gate: { name, conditions, latest_evaluation } }: { gate: Gate }) {
  const evaluated = new Map(
    latest_evaluation?.conditions.map((one) => [`${one.metric} ${one.operator} ${one.threshold}`, one])
  )
  const rows = conditions.map((condition, at) => {
    const key = `${condition.metric} ${condition.operator} ${condition.threshold}`
    return { condition, at, result: evaluated.get(key) }
  })
  return (
    <RowTable
      label={`Conditions of ${name}`}
      rows={rows}
      rowKey={({ at }) => at}
      columns={[
        {
          head: 'Figure',
          cell: ({ condition: { metric } }) => <span class="plain">{metricInWords(metric)}</span>
        },
        {
          head: 'Must be',
          cell: ({ condition: { metric, operator, threshold } }) =>
            `${OPERATOR_WORDS[operator]} ${figureInWords(metric, threshold)}`
        },
        {
          head: 'Is',
          cell: ({ condition: { metric }, result }) => figureInWords(metric, result?.actual ?? null)
        },
        {
          head: 'Result',
          cell: ({ result }) => (result ? <Badge word={result.passed ? 'passed' : 'failed'} /> : '–')
        }
      ]}
    />
  )
}

function Delete({ name, path }: { name: string; path: RepositoryPathParams }) {
  return (
    <ActionButton
      label="Delete"
      about={name}
      explanation="The gate and its figures are deleted. Its history stays."
      done="The gate was deleted."
      send={() =>
        callApi(
          apiClient.DELETE('/api/gates/{owner}/{repo}/{name}', {
            params: { path: Object.assign({ name }, path) }
          })
        )
      }
    />
  )
}

/** The worst gate of each day counts. */
function Scores({ trend }: { trend: Schemas['GateTrends']['gate_trends'] }) {
  if (trend.length === 0)
    return <Empty>No evaluation in these days. Evaluate the gates, and a score appears.</Empty>
  const lowest = new Map<string, number>()
  for (const { date, min_score } of trend)
    lowest.set(date, Math.min(min_score, lowest.get(date) ?? min_score))
  return (
    <BarChart
      title="Lowest score by day"
      unit="points"
      most={100}
      points={[...lowest].map(([date, value]) => ({ label: formatDay(date), value }))}
    />
  )
}
