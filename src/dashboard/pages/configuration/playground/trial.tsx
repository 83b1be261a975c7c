// The form of the playground, and what its rule results in.
import { useState } from 'preact/hooks'
import { tryRule } from '../../../../../openapi/fields.js'
import { announce } from '../../../kit/announcer.js'
import { apiClient, type Schemas } from '../../../kit/api.js'
import { Badge } from '../../../kit/details.js'
import { draftsOf } from '../../../kit/forms/drafts.js'
import { SchemaForm } from '../../../kit/forms/schema-form.js'
import { RowTable } from '../../../kit/lists/table.js'
import { Empty } from '../../../kit/page.js'
import type { KeyedApi } from '../key.js'
import { EXAMPLES, type RuleExample } from './examples.js'

const [FIRST] = EXAMPLES

export function RuleTrial({ api }: { api: KeyedApi }) {
  const [example, setExample] = useState(FIRST)
  const [result, setResult] = useState<Schemas['Playground']>()
  const begin = (chosen: RuleExample) => {
    setExample(chosen)
    setResult(undefined)
  }
  const finish = (reply: unknown) => {
    // Cast: what the endpoint answers.
    const found = reply as Schemas['Playground']
    setResult(found)
    announce(`The result is ${JSON.stringify(found.result)}.`)
  }
  return (
    <div class="halves playground">
      <section>
        <h2>Rule</h2>
        <Examples onChoose={begin} />
        <SchemaForm
          key={example.title}
          fields={tryRule}
          initial={draftsOf(tryRule, example)}
          submitLabel="Evaluate"
          onDone={finish}
          send={(values) => {
            setResult(undefined)
            // Cast: the form demands what the document calls required.
            const body = values as Schemas['PlaygroundBody']
            return api.call(apiClient.POST('/api/config/playground', { body, headers: api.headers }))
          }}
        />
      </section>
      <section>
        <h2>Result</h2>
        {result ? (
          <Result result={result} />
        ) : (
          <Empty>Evaluate the rule, and its steps are shown here.</Empty>
        )}
      </section>
    </div>
  )
}

function Examples({ onChoose }: { onChoose: (example: RuleExample) => void }) {
  return (
    <p class="row-tools">
      {EXAMPLES.map((example) => (
        <button key={example.title} type="button" onClick={() => onChoose(example)}>
          <span class="unseen">Example: </span>
          {example.title}
        </button>
      ))}
    </p>
  )
}

function Result({ result: { result, trace } }: { result: Schemas['Playground'] }) {
  const isVerdict = typeof result === 'boolean'
  return (
    <>
      <p>
        {isVerdict ? (
          <Badge word={result ? 'passed' : 'none'}>
            {result ? 'The rule matches' : 'The rule does not match'}
          </Badge>
        ) : (
          <code>{JSON.stringify(result)}</code>
        )}
      </p>
      <RowTable
        label="Steps of the evaluation"
        rows={trace.map((step, at) => ({ step, at }))}
        rowKey={({ at }) => at}
        columns={[
          { head: 'Step', cell: ({ step }) => <code>{step.step}</code> },
          { head: 'Value', cell: ({ step }) => <code>{JSON.stringify(step.result) ?? 'nothing'}</code> },
          { head: 'Note', cell: ({ step }) => step.detail ?? '–' }
        ]}
      />
    </>
  )
}
