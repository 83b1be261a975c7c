// Making a gate, and trying its conditions on the past before they count.
import { useState } from 'preact/hooks'
import { backtestGate, saveGate } from '../../../../openapi/fields.js'
import { announce } from '../../kit/announcer.js'
import { apiClient, callApi, type Schemas } from '../../kit/api.js'
import { Cards } from '../../kit/cards.js'
import { BarChart } from '../../kit/charts/chart.js'
import { Dialog } from '../../kit/dialog.js'
import { formatCount, formatDay, formatNumber } from '../../kit/format.js'
import { ActionButton } from '../../kit/forms/action-button.js'
import { type Drafts, draftsOf } from '../../kit/forms/drafts.js'
import { SchemaForm } from '../../kit/forms/schema-form.js'
import { Empty } from '../../kit/page.js'

interface RepositoryOf {
  path: { owner: string; repo: string }
}

/** A gate without a condition says nothing, so the form begins with one. */
const BEGINNING: Drafts = { conditions: [{}] }

export function CreateGate({ path }: RepositoryOf) {
  return (
    <ActionButton
      label="Create a gate"
      isPrimary
      explanation="A gate is a set of conditions on the figures of the repository. Pull requests are checked against it."
      fields={saveGate}
      initial={BEGINNING}
      done="The gate was saved."
      send={(values) => save(path, values)}
    />
  )
}

/** The name says which gate is replaced, so it stays. */
export function EditGate({ path, gate }: RepositoryOf & { gate: Schemas['Gate'] }) {
  const { name } = gate
  return (
    <ActionButton
      label="Edit"
      about={name}
      explanation="From the next evaluation on, these conditions count."
      fields={saveGate}
      only={['conditions', 'block_on_fail', 'is_default']}
      initial={draftsOf(saveGate, gate)}
      done="The gate was saved."
      send={(values) => save(path, Object.assign({ name }, values))}
    />
  )
}

function save(path: RepositoryOf['path'], values: object) {
  // Cast: the form demands what the document calls required.
  const body = values as Schemas['GateBody']
  return callApi(apiClient.POST('/api/gates/{owner}/{repo}', { params: { path }, body }))
}

export function BacktestButton({ path, gate }: RepositoryOf & { gate?: Schemas['Gate'] }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Backtest
        <span class="unseen"> {gate?.name ?? 'new conditions'}</span>
      </button>
      {isOpen && (
        <BacktestDialog
          path={path}
          initial={gate ? draftsOf(backtestGate, gate) : BEGINNING}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

function BacktestDialog({ path, initial, onClose }: RepositoryOf & { initial: Drafts; onClose: () => void }) {
  const [result, setResult] = useState<Schemas['GateBacktest']>()
  const finish = (reply: unknown) => {
    // Cast: what the endpoint answers.
    const found = reply as Schemas['GateBacktest']
    setResult(found)
    announce(
      `The gate would have passed on ${found.passed} of ${formatCount(found.snapshots, 'day', 'days')}.`
    )
  }
  return (
    <Dialog title="Backtest" onClose={onClose}>
      <p>How a gate with these conditions would have gone on past days. Nothing is stored.</p>
      <SchemaForm
        fields={backtestGate}
        initial={initial}
        submitLabel="Backtest"
        onDone={finish}
        send={(values) => {
          // Cast: the form demands what the document calls required.
          const body = values as Schemas['BacktestBody']
          return callApi(apiClient.POST('/api/gates/{owner}/{repo}/backtest', { params: { path }, body }))
        }}
      />
      {result && <BacktestResult result={result} />}
    </Dialog>
  )
}

function BacktestResult({ result: { snapshots, passed, failed, blocked, results } }: BacktestResultProps) {
  if (results.length === 0)
    return (
      <Empty>No figures of these days are known. They are kept from the first evaluation of a gate on.</Empty>
    )
  return (
    <section class="result">
      <h3>Result</h3>
      <Cards
        cards={[
          { name: 'Days', value: formatNumber(snapshots), note: 'with figures' },
          { name: 'Passed', value: formatNumber(passed) },
          { name: 'Failed', value: formatNumber(failed), isBad: failed > 0 },
          { name: 'Blocked', value: formatNumber(blocked), isBad: blocked > 0 }
        ]}
      />
      <BarChart
        title="Score by day"
        unit="points"
        most={100}
        points={results.map(({ date, score }) => ({ label: formatDay(date), value: score }))}
      />
    </section>
  )
}

interface BacktestResultProps {
  result: Schemas['GateBacktest']
}
