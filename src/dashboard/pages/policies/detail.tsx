// One policy: what it asks, what it reaches, what falls short of it, and who has changed it.
import type { Schemas } from '../../kit/api.js'
import { Badge, type Fact, Facts } from '../../kit/details.js'
import { formatCount, formatNumber } from '../../kit/format.js'
import { List } from '../../kit/lists/list.js'
import { RowTable } from '../../kit/lists/table.js'
import { Empty, type PageProps, Screen, Section } from '../../kit/page.js'
import { Time } from '../../kit/time.js'
import { useApi } from '../../kit/use-api.js'
import { CHANGE_COLUMNS } from '../maintainer/changes.js'
import { maintainedPath } from '../maintainer/ways.js'
import { DeletePolicy, EditPolicy, RunEnforcement } from './policy-form.js'
import { SHOWN_FIRST, VIOLATION_COURSE, VIOLATION_FILTERS, VIOLATION_PLACE } from './violation-columns.js'
import { askedOf, MODE_WORDS, reachOf } from './words.js'

type Policy = Schemas['PolicyDetail']

const DECISIONS = '/dashboard/decisions?source=enforcement'

export function PolicyPage({ params: { id = '' } }: PageProps) {
  const policy = useApi('/api/enforcement/policies/{id}', { path: { id: Number(id) } }, 30)
  return (
    <Screen
      title={policy.data?.name ?? `Policy ${id}`}
      lead={policy.data?.description}
      tools={policy.data && <Tools policy={policy.data} />}
    >
      <Section title="About" isTitleUnseen state={policy}>
        {(shown) => (
          <>
            <Facts facts={factsOf(shown)} />
            <div class="halves">
              <div>
                <h2>Asks for</h2>
                <Asked policy={shown} />
              </div>
              <div>
                <h2>Reaches</h2>
                <Reach policy={shown} />
              </div>
            </div>
          </>
        )}
      </Section>
      <List
        title="Violations"
        path="/api/enforcement/violations"
        params={{ query: { ...SHOWN_FIRST, policy_id: Number(id) } }}
        fields={VIOLATION_FILTERS}
        filters={['status', 'repo']}
        noun={['violation', 'violations']}
        none="Nothing falls short of it, as far as it has been compared."
        rowKey={({ id: key }) => key}
        columns={[VIOLATION_PLACE, ...VIOLATION_COURSE]}
      />
      <History id={id} />
    </Screen>
  )
}

function Tools({ policy }: { policy: Policy }) {
  return (
    <>
      <RunEnforcement policy={policy} />
      <EditPolicy policy={policy} />
      <DeletePolicy policy={policy} />
    </>
  )
}

function factsOf(policy: Policy): Fact[] {
  const { enabled, mode, org, matched_repos, open_violation_count, created_at, updated_at } = policy
  return [
    [
      'In force',
      <Badge key="enabled" word={enabled ? 'active' : 'none'}>
        {enabled ? 'yes' : 'no'}
      </Badge>
    ],
    ['What it does', `It ${MODE_WORDS[mode]} what falls short.`],
    ['Organisation', org],
    ['Covers', reachOf(policy)],
    ['Repositories', formatNumber(matched_repos)],
    ['Open violations', formatNumber(open_violation_count)],
    ['Created', <Time key="created" at={created_at} />],
    ['Changed', <Time key="updated" at={updated_at} />],
    [
      'Why it acted',
      <a key="why" href={DECISIONS}>
        Decisions of enforcement
      </a>
    ]
  ]
}

function Asked({ policy }: { policy: Policy }) {
  const rules = askedOf(policy)
  if (rules.length === 0) return <Empty>It asks for nothing. Edit it to give it an opinion.</Empty>
  return (
    <RowTable
      label="What the policy asks for"
      rows={rules}
      rowKey={({ rule }) => rule}
      columns={[
        { head: 'Rule', cell: ({ rule }) => <span class="plain">{rule}</span> },
        { head: 'Asked for', cell: ({ asked }) => <strong>{asked}</strong> }
      ]}
    />
  )
}

function Reach({ policy: { matched_repos, matched_branches } }: { policy: Policy }) {
  if (matched_branches.length === 0)
    return (
      <Empty>
        It reaches {formatCount(matched_repos, 'repository', 'repositories')} and no known branch.
      </Empty>
    )
  return (
    <RowTable
      label="Branches that the policy reaches"
      rows={matched_branches}
      rowKey={({ repo_full_name, branch }) => `${repo_full_name} ${branch}`}
      columns={[
        {
          head: 'Repository',
          cell: ({ repo_full_name }) => <a href={maintainedPath(repo_full_name)}>{repo_full_name}</a>
        },
        { head: 'Branch', cell: ({ branch }) => branch }
      ]}
    />
  )
}

/** The service searches for a part of the id, so those of other policies are left out here. */
function History({ id }: { id: string }) {
  const query = { target_type: 'policy', target: id, per_page: 50 } as const
  const changes = useApi('/api/maintainer/audit', { query }, 60)
  return (
    <Section title="Changes of the policy" state={changes}>
      {({ data }) => {
        const own = data.filter(({ target_id }) => target_id === id)
        if (own.length === 0) return <Empty>It is as it was made.</Empty>
        return (
          <RowTable
            label="Changes of the policy"
            rows={own}
            rowKey={(entry) => entry.id}
            columns={CHANGE_COLUMNS}
          />
        )
      }}
    </Section>
  )
}
