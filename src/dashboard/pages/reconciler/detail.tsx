// One repository: what is wanted of it and what the host shows, side by side.
import { updateReconcileState } from '../../../../openapi/fields.js'
import { apiClient, callApi, type Schemas } from '../../kit/api.js'
import { type Fact, Facts, repositoryPath } from '../../kit/details.js'
import { inWords } from '../../kit/format.js'
import { ActionButton } from '../../kit/forms/action-button.js'
import { RowTable } from '../../kit/lists/table.js'
import { Empty, type PageProps, Screen, Section } from '../../kit/page.js'
import { Time } from '../../kit/time.js'
import { useApi } from '../../kit/use-api.js'
import { maintainedPath, Ways } from '../maintainer/ways.js'
import { policyPath } from '../policies/words.js'
import { Standing } from './list.js'
import { RunReconciler } from './run-tools.js'
import { fieldInWords, foundInWords, wantedInWords } from './words.js'

type State = Schemas['ReconcileStateDetail']
type Path = { owner: string; repo: string }

export function ReconciledPage({ params: { owner = '', repo = '' } }: PageProps) {
  const path = { owner, repo }
  const name = `${owner}/${repo}`
  const state = useApi('/api/phase3/reconciler/repos/{owner}/{repo}', { path }, 15)
  return (
    <Screen
      title={`Wanted of ${name}`}
      lead="What the baseline and the policies ask of it, and what the host showed when it was last read."
      tools={
        <>
          {state.data && <Exclude state={state.data} path={path} />}
          <RunReconciler repo={name} />
        </>
      }
    >
      <Ways ways={waysOf(name)} />
      <Section title="Wanted and found" isTitleUnseen state={state}>
        {(shown) => (
          <>
            <Facts facts={factsOf(shown)} />
            <Differences state={shown} />
            <Unsupported fields={shown.unsupported_fields} />
            <h2 class="after-cards">All that is wanted</h2>
            <Wanted state={shown} />
          </>
        )}
      </Section>
    </Screen>
  )
}

const waysOf = (name: string) => [
  { title: 'Set what is wanted', href: `/dashboard/config/${name}` },
  { title: 'The repository', href: repositoryPath(name) },
  { title: 'Maintenance', href: maintainedPath(name) },
  { title: 'Actions', href: `/dashboard/actions?repo=${encodeURIComponent(name)}` },
  { title: 'All repositories', href: '/dashboard/reconciler' }
]

function factsOf(state: State): Fact[] {
  return [
    ['Status', <Standing key="stands" state={state} />],
    ['Default branch', state.default_branch],
    ['Corrections', state.reconcile_skip ? 'none: it is only compared' : 'what has drifted is corrected'],
    ['Read', <Time key="read" at={state.last_reconciled_at} />],
    ['Due again', <Time key="due" at={state.next_reconcile_at} />]
  ]
}

function Differences({ state: { diff, in_sync } }: { state: State }) {
  if (diff.length === 0)
    return (
      <Empty>
        {in_sync === null
          ? 'It was never read. Run it to see what differs.'
          : 'Nothing differs from what is wanted.'}
      </Empty>
    )
  return (
    <RowTable
      label="What differs"
      rows={diff}
      rowKey={({ field }) => field}
      columns={[
        { head: 'What differs', cell: ({ field }) => <strong>{fieldInWords(field)}</strong> },
        { head: 'Found', cell: ({ observed }) => <span class="fault">{foundInWords(observed)}</span> },
        { head: 'Wanted', cell: ({ field, desired }) => <strong>{wantedInWords(field, desired)}</strong> },
        { head: 'Because of', cell: ({ policy_ids }) => <Reasons ids={policy_ids} /> }
      ]}
    />
  )
}

/** The list of all policies is asked for once, however many rows name one. */
function PolicyName({ id }: { id: number }) {
  const policies = useApi('/api/enforcement/policies', { query: { per_page: 100 } }, 300)
  const found = policies.data?.data.find((policy) => policy.id === id)
  return <a href={policyPath(id)}>{found?.name ?? `policy ${id}`}</a>
}

function Reasons({ ids }: { ids: readonly number[] }) {
  if (ids.length === 0) return <>the baseline</>
  return (
    <>
      {ids.map((id, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <PolicyName id={id} />
        </span>
      ))}
    </>
  )
}

function Unsupported({ fields }: { fields: readonly string[] }) {
  if (fields.length === 0) return null
  return (
    <p class="muted">
      The plan of the owner does not include: {fields.map(fieldInWords).join('; ')}. It is tried again after a
      week, or when you run the repository.
    </p>
  )
}

interface Wish {
  field: string
  wanted: unknown
  reason: preact.ComponentChildren
}

function wishesOf({ desired_state: { protection, labels, settings } }: State): Wish[] {
  return [
    ...protection.map(({ field, value, policy_ids, is_corrected }) => ({
      field: `branch_protection.${field}`,
      wanted: value,
      reason: (
        <>
          <Reasons ids={policy_ids} />
          {!is_corrected && ', only reported'}
        </>
      )
    })),
    ...Object.entries(labels).map(([label, color]) => ({
      field: `label.missing.${label}`,
      wanted: `#${color}`,
      reason: 'the baseline or a policy'
    })),
    ...Object.entries(settings).map(([key, value]) => ({
      field: `settings.${key}`,
      wanted: value,
      reason: 'the baseline or a policy'
    }))
  ]
}

function Wanted({ state }: { state: State }) {
  const wishes = wishesOf(state)
  if (wishes.length === 0)
    return (
      <Empty>
        Nothing is wanted of it. Set a baseline, or make a policy that reaches its default branch.
      </Empty>
    )
  return (
    <RowTable
      label="All that is wanted"
      rows={wishes}
      rowKey={({ field }) => field}
      columns={[
        { head: 'What', cell: ({ field }) => <span class="plain">{fieldInWords(field)}</span> },
        { head: 'Wanted', cell: ({ wanted }) => <strong>{inWords(wanted)}</strong> },
        { head: 'Host', cell: ({ field }) => howItStands(state, field) },
        { head: 'Because of', cell: ({ reason }) => reason }
      ]}
    />
  )
}

/** A protection that is missing differs in every field, and a label by its color too. */
function howItStands({ in_sync, diff, unsupported_fields }: State, field: string): string {
  if (in_sync === null) return 'never read'
  const names = [
    field,
    field.replace(/^branch_protection\..*/, 'branch_protection.missing'),
    field.replace('label.missing.', 'label.color.')
  ]
  if (diff.some((one) => names.includes(one.field))) return 'differs'
  return unsupported_fields.some((one) => names.includes(one)) ? 'not in the plan' : 'as wanted'
}

function Exclude({ state: { reconcile_skip, repo_full_name }, path }: { state: State; path: Path }) {
  const params = { path }
  const wanted = !reconcile_skip
  return (
    <ActionButton
      label={wanted ? 'Exclude' : 'Include'}
      about={repo_full_name}
      explanation={
        wanted
          ? 'It is still compared, and never corrected.'
          : 'What has drifted is corrected again, from the next run.'
      }
      fields={updateReconcileState}
      only={[]}
      done={wanted ? 'It is only compared from now on.' : 'It is corrected from now on.'}
      send={() =>
        callApi(
          apiClient.PUT('/api/phase3/reconciler/repos/{owner}/{repo}', {
            params,
            body: { reconcile_skip: wanted }
          })
        )
      }
    />
  )
}
