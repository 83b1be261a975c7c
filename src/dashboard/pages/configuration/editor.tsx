// The configuration of one repository: every setting with its layer; a change is tried on the past before it is saved.
import { apiClient, type Schemas } from '../../kit/api.js'
import { Cards } from '../../kit/cards.js'
import { repositoryPath } from '../../kit/details.js'
import { formatName, formatNumber } from '../../kit/format.js'
import { type PageProps, Screen, Section } from '../../kit/page.js'
import { useApi } from '../../kit/use-api.js'
import { type KeyedApi, KeyGate } from './key.js'
import type { RepositoryNamed } from './load-review.js'
import { SettingsForm } from './settings-form.js'
import { useKeyed } from './use-keyed.js'

export function RepositoryConfigurationPage({ params: { owner = '', repo = '' } }: PageProps) {
  const name = `${owner}/${repo}`
  return (
    <Screen
      title="Configuration"
      lead={
        <>
          <a href={repositoryPath(name)}>{name}</a> ·{' '}
          <a href={`/dashboard/config/${name}/history`}>History</a> ·{' '}
          <a href={`/dashboard/custom-rules/${name}`}>Custom rules</a> ·{' '}
          <a href={`/dashboard/gates/${name}`}>Quality gates</a>
        </>
      }
    >
      <KeyGate purpose="Only the API key may read and change the configuration.">
        {(api) => <Loaded api={api} path={{ owner, repo }} />}
      </KeyGate>
      <Decided name={name} />
    </Screen>
  )
}

function Loaded({ api, path }: { api: KeyedApi; path: RepositoryNamed }) {
  const { headers } = api
  const { state, reload } = useKeyed('', () =>
    api.call(apiClient.GET('/api/config/{owner}/{repo}', { params: { path }, headers }))
  )
  return (
    <Section title="Settings" isTitleUnseen state={state}>
      {(base) => <SettingsForm api={api} path={path} base={base} reload={reload} />}
    </Section>
  )
}

/** What the configuration has led to, as a reason to keep or to change it. */
function Decided({ name }: { name: string }) {
  const summary = useApi('/api/decisions/summary', { query: { repo: name } }, 60)
  return (
    <Section title="Decisions so far" state={summary}>
      {({ totals }) => <Totals name={name} totals={totals} />}
    </Section>
  )
}

function Totals({ name, totals }: { name: string; totals: Schemas['DecisionSummary']['totals'] }) {
  const results = ['acted', 'skipped', 'dry_run', 'blocked', 'error'] as const
  return (
    <Cards
      cards={results.map((result) => ({
        name: formatName(result),
        value: formatNumber(totals[result]),
        href: `/dashboard/decisions?decision=${result}&repo=${encodeURIComponent(name)}`
      }))}
    />
  )
}
