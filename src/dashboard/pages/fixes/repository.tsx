// The attempts of one repository to have its issues fixed, and how each has ended.
import { listFixes } from '../../../../openapi/fields.js'
import type { Schemas } from '../../kit/api.js'
import { Cards } from '../../kit/cards.js'
import { Badge, OutsideLink, repositoryPath } from '../../kit/details.js'
import { formatCount, formatName, formatNumber, NOTHING } from '../../kit/format.js'
import { List } from '../../kit/lists/list.js'
import { type PageProps, Screen } from '../../kit/page.js'
import { Time } from '../../kit/time.js'
import { useApi } from '../../kit/use-api.js'
import { FixButton } from './request.js'

type Fix = Schemas['FixAttempt']
type Status = Fix['status']

const EVERY_SECONDS = 20

interface Names {
  owner: string
  repo: string
}

export function RepositoryFixesPage({ params: { owner = '', repo = '' } }: PageProps) {
  const path = { owner, repo }
  const name = `${owner}/${repo}`
  return (
    <Screen
      title="Fix attempts"
      lead={
        <>
          Issues of <a href={repositoryPath(name)}>{name}</a> that the service tried to fix, and how each
          attempt has ended. <a href="/dashboard/fix">All repositories</a>
        </>
      }
      tools={<FixButton repo={name} />}
    >
      <Figures path={path} />
      <List
        title="All attempts"
        path="/api/fix/{owner}/{repo}/attempts"
        params={{ path: { owner, repo } }}
        fields={listFixes}
        filters={['status', 'issue']}
        everySeconds={EVERY_SECONDS}
        noun={['attempt', 'attempts']}
        none="No attempts yet. They appear when an issue has the label that asks for it, or when somebody asks here."
        rowKey={({ id }) => id}
        columns={[
          { head: 'Issue', cell: (fix) => <Issue fix={fix} /> },
          { head: 'Status', cell: ({ status }) => <Badge word={status} /> },
          { head: 'Complexity', cell: ({ complexity }) => (complexity ? formatName(complexity) : NOTHING) },
          {
            head: 'Risk',
            isMinor: true,
            cell: ({ risk_level }) => (risk_level ? formatName(risk_level) : NOTHING)
          },
          { head: 'Pull request', cell: (fix) => <PullRequest fix={fix} /> },
          { head: 'Why', cell: (fix) => <Why fix={fix} /> },
          { head: 'Requested', cell: (fix) => <Requested fix={fix} /> }
        ]}
      />
    </Screen>
  )
}

function Issue({
  fix: { repo, issue_number, attempt, dry_run, lines_changed, files_changed }
}: {
  fix: Fix
}) {
  const size =
    lines_changed !== null &&
    `${formatCount(lines_changed, 'line', 'lines')} in ${formatCount(files_changed.length, 'file', 'files')}`
  return (
    <>
      <a href={`/dashboard/issues/${repo}/${issue_number}`}>Issue #{issue_number}</a>
      <span class="muted">
        Attempt {attempt}
        {dry_run && ', as a dry run'}
        {size && `, ${size}`}
      </span>
    </>
  )
}

function PullRequest({ fix: { pr_number, pr_url, released_at, release_tag } }: { fix: Fix }) {
  if (pr_number === null) return <>{NOTHING}</>
  return (
    <>
      <OutsideLink href={pr_url}>#{pr_number}</OutsideLink>
      {released_at !== null && ` released in ${release_tag}`}
    </>
  )
}

/** An attempt in good order is told by what it does, any other by what went wrong. */
function Why({ fix: { error, reason, explanation, decision_id } }: { fix: Fix }) {
  const words = reason ?? (error && formatName(error)) ?? explanation ?? NOTHING
  return (
    <span class="clip">
      {decision_id === null ? words : <a href={`/dashboard/decisions/${decision_id}`}>{words}</a>}
    </span>
  )
}

function Requested({ fix: { created_at, triggered_by } }: { fix: Fix }) {
  return (
    <>
      <Time at={created_at} /> <span class="muted">by {triggered_by}</span>
    </>
  )
}

const COUNTED: readonly (readonly [name: string, status: Status])[] = [
  ['Waiting', 'pending'],
  ['Submitted', 'submitted'],
  ['Merged', 'merged'],
  ['Closed', 'closed'],
  ['Rejected', 'rejected'],
  ['Failed', 'failed']
]

function Figures({ path }: { path: Names }) {
  const page = `/dashboard/fix/${path.owner}/${path.repo}`
  return (
    <section>
      <h2 class="unseen">Figures</h2>
      <Cards
        cards={COUNTED.map(([name, status]) => ({
          name,
          value: <Count path={path} status={status} />,
          href: `${page}?status=${status}`
        }))}
      />
    </section>
  )
}

/** Each list is asked for its number alone. The list below says so when the service does not answer. */
function Count({ path, status }: { path: Names; status: Status }) {
  const query = { status, per_page: 1 }
  const { data } = useApi('/api/fix/{owner}/{repo}/attempts', { path, query }, EVERY_SECONDS * 3)
  return <>{data ? formatNumber(data.meta.total) : NOTHING}</>
}
