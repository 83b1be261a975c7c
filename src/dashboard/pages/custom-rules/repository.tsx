// The custom rules of one repository with their conditions and actions, its named conditions, and what came of them.
import { apiClient, type Schemas } from '../../kit/api.js'
import { Badge, repositoryPath } from '../../kit/details.js'
import { RowTable } from '../../kit/lists/table.js'
import { Empty, type PageProps, Screen, Section } from '../../kit/page.js'
import { type KeyedApi, KeyGate } from '../configuration/key.js'
import { useKeyed } from '../configuration/use-keyed.js'
import { RuleMatches } from './matches.js'

type Rules = Schemas['ConfigRules']

export function RepositoryRulesPage({ params: { owner = '', repo = '' } }: PageProps) {
  const name = `${owner}/${repo}`
  return (
    <Screen
      title="Custom rules"
      lead={
        <>
          <a href={repositoryPath(name)}>{name}</a> · <a href={`/dashboard/config/${name}`}>Configuration</a>{' '}
          · <a href="/dashboard/config/playground">Playground</a>
        </>
      }
    >
      <KeyGate purpose="Rules are part of the configuration, which only the API key opens.">
        {(api) => <Loaded api={api} path={{ owner, repo }} />}
      </KeyGate>
      <RuleMatches title="Lately matched" repo={name} none="No rule of this repository has matched yet." />
    </Screen>
  )
}

function Loaded({ api, path }: { api: KeyedApi; path: { owner: string; repo: string } }) {
  const { headers } = api
  const { state } = useKeyed('', () =>
    api.call(apiClient.GET('/api/config/{owner}/{repo}/custom-rules', { params: { path }, headers }))
  )
  return (
    <>
      <Section title="Rules" state={state}>
        {({ rules }) => <RuleTable rules={rules} />}
      </Section>
      <Section title="Named conditions" state={state}>
        {({ expressions }) => <Expressions expressions={expressions} />}
      </Section>
    </>
  )
}

function RuleTable({ rules }: Pick<Rules, 'rules'>) {
  if (rules.length === 0)
    return (
      <Empty>
        No rules. Write them into .service.yml under custom_rules, or set them in the configuration.
      </Empty>
    )
  return (
    <RowTable
      label="Rules, in order of evaluation"
      rows={rules}
      rowKey={({ name }) => name}
      columns={[
        { head: 'Rule', cell: ({ name }) => <strong>{name}</strong> },
        { head: 'If', cell: ({ condition }) => <code>{condition}</code> },
        { head: 'Then', cell: ({ actions }) => actions.join(', ') },
        {
          head: 'Status',
          cell: ({ valid, error }) => (
            <>
              <Badge word={valid ? 'ok' : 'failed'}>{valid ? 'valid' : 'invalid'}</Badge> {error}
            </>
          )
        }
      ]}
    />
  )
}

function Expressions({ expressions }: Pick<Rules, 'expressions'>) {
  const named = Object.entries(expressions).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).map(([inner, text]) => ({ name: `${name}.${inner}`, text: String(text) }))
      : [{ name, text: String(value) }]
  )
  if (named.length === 0) return <Empty>No conditions have a name.</Empty>
  return (
    <RowTable
      label="Named conditions"
      rows={named}
      rowKey={({ name }) => name}
      columns={[
        { head: 'Name', cell: ({ name }) => <strong>{name}</strong> },
        { head: 'Condition', cell: ({ text }) => <code>{text}</code> }
      ]}
    />
  )
}
