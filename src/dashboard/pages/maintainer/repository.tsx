// The maintenance of one repository: what it has done, its settings, its branch rules and the people with access.
import { listMaintenanceActions } from '../../../../openapi/fields.js'
import type { Schemas } from '../../kit/api.js'
import { Cards } from '../../kit/cards.js'
import { Badge, repositoryPath } from '../../kit/details.js'
import { formatName, formatNumber } from '../../kit/format.js'
import { List } from '../../kit/lists/list.js'
import { RowTable } from '../../kit/lists/table.js'
import { Empty, type PageProps, Screen, Section } from '../../kit/page.js'
import { Time } from '../../kit/time.js'
import { useApi } from '../../kit/use-api.js'
import { ProtectBranch } from './branch-rule.js'
import { BRANCH_NAME, RULE } from './branch-rules.js'
import { ACCESS_COLUMNS, PERSON_COLUMN } from './collaborators.js'
import { BranchCleanup, StaleScan } from './runs.js'
import { EditSettings, SettingsTable } from './settings.js'
import { maintainedPath, Ways } from './ways.js'

type Action = Schemas['MaintenanceAction']

const ALL = { per_page: 100 }

export function MaintainedPage({ params: { owner = '', repo = '' } }: PageProps) {
  const path = { owner, repo }
  const name = `${owner}/${repo}`
  const stats = useApi('/api/maintainer/{owner}/{repo}/stats', { path }, 20)
  const settings = useApi('/api/maintainer/{owner}/{repo}/settings', { path }, 30)
  const rules = useApi('/api/maintainer/branch-rules/{owner}/{repo}', { path, query: ALL }, 30)
  const people = useApi('/api/maintainer/collaborators/{owner}/{repo}', { path, query: ALL }, 30)
  return (
    <Screen
      title={`Maintenance of ${name}`}
      lead="What the service does by itself to keep the repository tidy, the rules of its branches, and who has access."
      tools={
        <>
          <StaleScan path={path} />
          <BranchCleanup path={path} />
        </>
      }
    >
      <Ways ways={waysOf(name)} />
      <Section title="Figures" isTitleUnseen state={stats}>
        {(figures) => <Figures stats={figures} name={name} />}
      </Section>
      <Section title="Settings" state={settings}>
        {(shown) => (
          <>
            <SettingsTable settings={shown} />
            <EditSettings settings={shown} path={path} />
          </>
        )}
      </Section>
      <Section
        title="Branch rules"
        state={rules}
        tools={
          <div class="section-tools">
            <ProtectBranch of={path} />
          </div>
        }
      >
        {({ data }) =>
          data.length === 0 ? (
            <Empty>No branch is protected.</Empty>
          ) : (
            <RowTable
              label="Branch rules"
              rows={data}
              rowKey={({ id }) => id}
              columns={[BRANCH_NAME, ...RULE]}
            />
          )
        }
      </Section>
      <Section title="People with access" state={people}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty>Nobody has access of their own. Teams and owners may still have it.</Empty>
          ) : (
            <RowTable
              label="People with access"
              rows={data}
              rowKey={({ id }) => id}
              columns={[PERSON_COLUMN, ...ACCESS_COLUMNS]}
            />
          )
        }
      </Section>
      <Actions owner={owner} repo={repo} />
    </Screen>
  )
}

const waysOf = (name: string) => [
  { title: 'The repository', href: repositoryPath(name) },
  { title: 'Changes asked for', href: `/dashboard/maintainer/changes?target=${encodeURIComponent(name)}` },
  { title: 'Wanted and found', href: `/dashboard/reconciler/${name}` },
  { title: 'Violations', href: `/dashboard/violations?repo=${encodeURIComponent(name)}` }
]

function Figures({ stats, name }: { stats: Schemas['MaintenanceStats']; name: string }) {
  const { applied, skipped, failed, pending, last_7_days } = stats
  const path = `${maintainedPath(name)}?status=`
  return (
    <Cards
      cards={[
        { name: 'Done', value: formatNumber(applied), note: 'since the beginning', href: `${path}applied` },
        { name: 'Skipped', value: formatNumber(skipped), note: 'each with a reason', href: `${path}skipped` },
        { name: 'Failed', value: formatNumber(failed), href: `${path}failed`, isBad: failed > 0 },
        { name: 'In progress', value: formatNumber(pending), href: `${path}pending` },
        {
          name: 'In 7 days',
          value: formatNumber(last_7_days),
          note: 'whatever came of them',
          href: maintainedPath(name)
        }
      ]}
    />
  )
}

function Actions({ owner, repo }: { owner: string; repo: string }) {
  return (
    <List
      title="Actions"
      path="/api/maintainer/{owner}/{repo}/actions"
      params={{ path: { owner, repo } }}
      fields={listMaintenanceActions}
      filters={['action_type', 'status', 'target_type']}
      everySeconds={20}
      noun={['action', 'actions']}
      none="Maintenance has done nothing here yet. A stale scan shows what it would do."
      rowKey={({ id }) => id}
      columns={[
        { head: 'Action', cell: ({ action_type }) => <strong>{formatName(action_type)}</strong> },
        { head: 'Target', cell: (action) => <ActionTarget action={action} name={`${owner}/${repo}`} /> },
        { head: 'Status', cell: ({ status }) => <Badge word={status} /> },
        { head: 'Result', cell: (action) => <Outcome action={action} /> },
        { head: 'When', isMinor: true, cell: ({ created_at }) => <Time at={created_at} /> }
      ]}
    />
  )
}

function ActionTarget({ action, name }: { action: Action; name: string }) {
  const { target_type: type, target_number: number } = action
  if (type === 'branch') return <>branch {number}</>
  const [page, word] = type === 'pr' ? ['pull-requests', 'pull request'] : ['issues', 'issue']
  return (
    <a href={`/dashboard/${page}/${name}/${encodeURIComponent(number)}`}>
      {word} #{number}
    </a>
  )
}

function Outcome({ action: { result, action_id, decision_id } }: { action: Action }) {
  return (
    <>
      {result ?? '–'} {decision_id !== null && <a href={`/dashboard/decisions/${decision_id}`}>Why</a>}{' '}
      {action_id !== null && <a href={`/dashboard/actions/${action_id}`}>Evidence</a>}
    </>
  )
}
