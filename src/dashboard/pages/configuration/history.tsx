// Every change of the configuration through the API, with what it changed, and the way back to it.
import { useState } from 'preact/hooks'
import { listConfigHistory } from '../../../../openapi/fields.js'
import { type ApiResult, apiClient, type Schemas } from '../../kit/api.js'
import { Badge, Data } from '../../kit/details.js'
import { formatName } from '../../kit/format.js'
import { Filters } from '../../kit/lists/filters.js'
import { Pager } from '../../kit/lists/pager.js'
import { RowTable } from '../../kit/lists/table.js'
import { Empty, type PageProps, Screen, Section } from '../../kit/page.js'
import { changeSearch, useSearch } from '../../kit/router.js'
import { Time } from '../../kit/time.js'
import { useApi } from '../../kit/use-api.js'
import { DifferenceTable } from './difference.js'
import { type KeyedApi, KeyGate } from './key.js'
import type { RepositoryNamed } from './load-review.js'
import { Review, type SaveProposal } from './review.js'
import { differences } from './settings.js'
import { useKeyed } from './use-keyed.js'

type Entry = Schemas['ConfigEntry']

interface Loaded {
  base: Schemas['RepoConfig']
  history: Schemas['ConfigHistory']
}

const PER_PAGE = 20

export function ConfigurationHistoryPage({ params: { owner = '', repo = '' } }: PageProps) {
  const name = `${owner}/${repo}`
  return (
    <Screen
      title="Configuration history"
      lead={<a href={`/dashboard/config/${name}`}>Configuration of {name}</a>}
    >
      <KeyGate purpose="Only the API key may read the history and go back in it.">
        {(api) => <Changes api={api} path={{ owner, repo }} />}
      </KeyGate>
      <Audited name={name} />
    </Screen>
  )
}

/** The same changes where nobody can edit them afterwards. */
function Audited({ name }: { name: string }) {
  const query = { category: 'config_change', repo: name, per_page: 5 } as const
  const entries = useApi('/api/audit/entries', { query }, 60)
  return (
    <Section title="Last in the audit trail" state={entries}>
      {({ data }) => (
        <>
          {data.length === 0 ? (
            <Empty>Nothing was changed yet. Each change that is saved is put on record here.</Empty>
          ) : (
            <AuditTable entries={data} />
          )}
          <p>
            <a href={`/dashboard/audit?category=config_change&repo=${encodeURIComponent(name)}`}>
              All entries of the audit trail
            </a>
          </p>
        </>
      )}
    </Section>
  )
}

function AuditTable({ entries }: { entries: readonly Schemas['AuditEntry'][] }) {
  return (
    <RowTable
      label="Last entries of the audit trail"
      rows={entries}
      rowKey={({ seq }) => seq}
      columns={[
        { head: 'Change', cell: ({ event_type }) => <span class="plain">{formatName(event_type)}</span> },
        { head: 'Who', cell: ({ actor }) => actor },
        { head: 'When', cell: ({ occurred_at }) => <Time at={occurred_at} /> },
        { head: 'Evidence', cell: ({ payload }) => <Data title="Details" value={payload} /> }
      ]}
    />
  )
}

function Changes({ api, path }: { api: KeyedApi; path: RepositoryNamed }) {
  const search = useSearch()
  const page = Number(search.get('page')) || 1
  const action = ACTIONS.find((one) => one === search.get('action'))
  const { state, reload } = useKeyed(`${page} ${action}`, () => load(api, path, { page, action }))
  return (
    <Section
      title="Changes"
      state={state}
      tools={
        <Filters
          fields={listConfigHistory}
          names={['action']}
          params={search}
          suggestions={{}}
          change={(changes) => changeSearch(Object.assign(changes, { page: '' }))}
        />
      }
    >
      {(loaded) => (
        <>
          <Entries api={api} path={path} loaded={loaded} reload={reload} />
          {loaded.history.total > 0 && (
            <Pager
              meta={{
                page,
                per_page: PER_PAGE,
                total: loaded.history.total,
                total_pages: Math.ceil(loaded.history.total / PER_PAGE)
              }}
              page={page}
              noun={['change', 'changes']}
              go={(next) => changeSearch({ page: next > 1 ? String(next) : '' })}
            />
          )}
        </>
      )}
    </Section>
  )
}

const ACTIONS = listConfigHistory.action.enum

interface Asked {
  page: number
  action: Entry['action'] | undefined
}

async function load(
  { call, headers }: KeyedApi,
  path: RepositoryNamed,
  { page, action }: Asked
): Promise<ApiResult<Loaded>> {
  const query = Object.assign({ page, per_page: PER_PAGE }, action && { action })
  const [base, history] = await Promise.all([
    call(apiClient.GET('/api/config/{owner}/{repo}', { params: { path }, headers })),
    call(apiClient.GET('/api/config/{owner}/{repo}/history', { params: { path, query }, headers }))
  ])
  if (base.failure) return base
  return history.failure ? history : { data: { base: base.data, history: history.data } }
}

interface EntriesProps {
  api: KeyedApi
  path: RepositoryNamed
  loaded: Loaded
  reload: () => Promise<void>
}

function Entries({ api, path, loaded: { base, history }, reload }: EntriesProps) {
  const [proposed, setProposed] = useState<SaveProposal>()
  const leave = () => {
    setProposed(undefined)
    void reload()
  }
  const restore = ({ id, version, after }: Entry) =>
    setProposed({
      title: `Restore version ${version}`,
      overrides: after,
      save: () =>
        api.call(
          apiClient.POST('/api/config/{owner}/{repo}/restore/{id}', {
            params: { path: Object.assign({ id }, path), header: { 'if-match': String(base.version) } },
            headers: api.headers
          })
        )
    })
  if (history.history.length === 0)
    return (
      <Empty>Nothing was changed here yet. Each change of a setting appears with what it was before.</Empty>
    )
  return (
    <>
      <ol class="attempts history">
        {history.history.map((entry) => (
          <Change
            key={entry.id}
            entry={entry}
            isCurrent={entry.version === base.version}
            onRestore={restore}
          />
        ))}
      </ol>
      {proposed && (
        <Review
          api={api}
          path={path}
          base={base}
          proposed={proposed}
          onSaved={leave}
          onConflict={leave}
          onClose={() => setProposed(undefined)}
        />
      )}
    </>
  )
}

interface ChangeProps {
  entry: Entry
  isCurrent: boolean
  onRestore: (entry: Entry) => void
}

function Change({ entry, isCurrent, onRestore }: ChangeProps) {
  const { action, version, updated_by, created_at, restored_from, before, after } = entry
  const canRestore = action !== 'delete' && !isCurrent
  return (
    <li>
      <h3>
        Version {version} <Badge word={action}>{WORDS[action]}</Badge> {isCurrent && <Badge word="current" />}
      </h3>
      <p class="muted">
        by {updated_by}, <Time at={created_at} />
        {restored_from !== null && `, from entry ${restored_from}`}
      </p>
      <DifferenceTable
        label={`Changes of version ${version}`}
        all={differences(before, after)}
        none="It changed nothing."
      />
      {canRestore && (
        <p>
          <button type="button" onClick={() => onRestore(entry)}>
            Restore<span class="unseen"> version {version}</span>
          </button>
        </p>
      )}
    </li>
  )
}

const WORDS: Record<Entry['action'], string> = {
  set: 'replaced',
  patch: 'updated',
  delete: 'reset',
  restore: 'restored'
}
