// Merges that were taken back, or should have been: how far each is, and why.
import { listRollbacks, requestRollback } from '../../../openapi/fields.js'
import { apiClient, callApi, type Schemas } from '../kit/api.js'
import { Badge, repositoryPath } from '../kit/details.js'
import { formatName } from '../kit/format.js'
import { ActionButton } from '../kit/forms/action-button.js'
import type { FormValues } from '../kit/forms/schema-form.js'
import { List } from '../kit/lists/list.js'
import { Screen } from '../kit/page.js'
import { Time } from '../kit/time.js'

type Rollback = Schemas['Rollback']

export function RollbacksPage() {
  return (
    <Screen
      title="Rollbacks"
      lead="Merges taken back, each by a pull request that reverts exactly that commit."
      tools={<RollbackRequest />}
    >
      <List
        title="All rollbacks"
        path="/api/phase2/rollbacks"
        fields={listRollbacks}
        filters={['status', 'repo']}
        everySeconds={15}
        noun={['rollback', 'rollbacks']}
        none={
          'Nothing was taken back. Ask for a rollback here, or turn rollback_enabled on in the settings of a merge ' +
          'queue to have a merge taken back that breaks a deployment.'
        }
        rowKey={({ id }) => id}
        columns={[
          { head: 'Merge', cell: (rollback) => <Merge rollback={rollback} /> },
          { head: 'Status', cell: (rollback) => <Progress rollback={rollback} /> },
          { head: 'Why', cell: (rollback) => <Why rollback={rollback} /> },
          { head: 'Revert', cell: (rollback) => <Revert rollback={rollback} /> },
          {
            head: 'Begun',
            cell: ({ created_at, initiated_by }) => (
              <>
                <Time at={created_at} /> <span class="muted">by {initiated_by}</span>
              </>
            )
          },
          { head: 'Behind it', isMinor: true, cell: (rollback) => <Behind rollback={rollback} /> }
        ]}
      />
    </Screen>
  )
}

function RollbackRequest() {
  return (
    <ActionButton
      label="Take a merge back"
      isPrimary
      explanation={
        'A pull request reverts exactly that merge. It enters the merge queue in front of all others once somebody ' +
        'has approved it. Name the pull request, or the commit of the default branch.'
      }
      fields={requestRollback}
      send={(values: FormValues) => {
        // Cast: the form demands what the document calls required.
        const body = values as Schemas['RollbackBody']
        return callApi(apiClient.POST('/api/phase2/rollbacks', { body }))
      }}
    />
  )
}

function Merge({ rollback: { repo_full_name, pr_number, merge_commit } }: { rollback: Rollback }) {
  const commit = <code>{merge_commit.slice(0, 7)}</code>
  return (
    <>
      {pr_number === null ? (
        commit
      ) : (
        <a href={`/dashboard/pull-requests/${repo_full_name}/${pr_number}`}>Pull request #{pr_number}</a>
      )}
      <a class="muted plain" href={repositoryPath(repo_full_name)}>
        {repo_full_name}
      </a>
      {pr_number !== null && commit}
    </>
  )
}

/** A merge counts as taken back once its revert is merged; until then the pull request only proposes it. */
function Progress({ rollback: { status, revert_merged_at } }: { rollback: Rollback }) {
  if (status !== 'reverted') return <Badge word={status} />
  return revert_merged_at === null ? <Badge word="proposed">revert is open</Badge> : <Badge word="merged" />
}

function Why({ rollback: { trigger_reason, trigger_details, error } }: { rollback: Rollback }) {
  return (
    <>
      {formatName(trigger_reason)} <span class="muted clip">{trigger_details}</span>
      {error !== null && <span class="fault clip">{error}</span>}
    </>
  )
}

function Revert({
  rollback: { repo_full_name, revert_pr_number, revert_merged_at }
}: {
  rollback: Rollback
}) {
  if (revert_pr_number === null) return <>–</>
  return (
    <>
      <a href={`/dashboard/pull-requests/${repo_full_name}/${revert_pr_number}`}>#{revert_pr_number}</a>{' '}
      {revert_merged_at !== null && (
        <>
          merged <Time at={revert_merged_at} />
        </>
      )}
    </>
  )
}

function Behind({ rollback: { run_id, decision_id, action_id } }: { rollback: Rollback }) {
  const links = [
    run_id !== null && { href: `/dashboard/runs/${run_id}`, title: 'Failed run' },
    decision_id !== null && { href: `/dashboard/decisions/${decision_id}`, title: 'Decision' },
    action_id !== null && { href: `/dashboard/actions/${action_id}`, title: 'Action' }
  ].filter((link) => link !== false)
  if (links.length === 0) return <>–</>
  return (
    <ul class="breaches behind">
      {links.map(({ href, title }) => (
        <li key={href}>
          <a href={href}>{title}</a>
        </li>
      ))}
    </ul>
  )
}
