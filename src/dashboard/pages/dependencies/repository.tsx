// The dependencies of one repository: what stands, what was read, the last scan with its reason, and the updates.
import { updateDependencies } from '../../../../openapi/fields.js'
import { apiClient, callApi, type Schemas } from '../../kit/api.js'
import { Badge, type Fact, Facts, repositoryPath } from '../../kit/details.js'
import { formatName, formatNumber } from '../../kit/format.js'
import { ActionButton } from '../../kit/forms/action-button.js'
import { RowTable } from '../../kit/lists/table.js'
import { Empty, type PageProps, Screen, Section } from '../../kit/page.js'
import { Time } from '../../kit/time.js'
import { useApi } from '../../kit/use-api.js'
import { BacklogChart } from './backlog.js'
import { UpdateBatches } from './batches.js'
import { FoundPackage, FoundStatus, FoundVersions } from './found.js'

type Dependencies = Schemas['RepositoryDependencies']

interface Path {
  owner: string
  repo: string
}

export function RepositoryDependenciesPage({ params: { owner = '', repo = '' } }: PageProps) {
  const path = { owner, repo }
  const name = `${owner}/${repo}`
  const dependencies = useApi('/api/phase3/dependencies/{owner}/{repo}', { path }, 15)
  const stats = useApi('/api/phase3/dependencies/stats', { query: { repo: name } }, 60)
  return (
    <Screen
      title="Dependencies"
      lead={<a href={repositoryPath(name)}>{name}</a>}
      tools={
        <>
          <Scan path={path} />
          <Update path={path} />
        </>
      }
    >
      <Section title="Vulnerabilities that stand" state={dependencies}>
        {(data) => (
          <>
            <Vulnerabilities dependencies={data} />
            <h2 class="after-cards">Last scan</h2>
            <LastScan scan={data.last_scan} />
            <h2 class="after-cards">Manifests</h2>
            <Manifests dependencies={data} />
          </>
        )}
      </Section>
      <div class="halves">
        <Section title="Open by week" state={stats}>
          {({ trend }) => <BacklogChart trend={trend} />}
        </Section>
        <Section title="Latest updates" state={stats}>
          {({ recent_batches: batches }) =>
            batches.length === 0 ? (
              <Empty>No update yet. Ask for one above.</Empty>
            ) : (
              <UpdateBatches batches={batches} />
            )
          }
        </Section>
      </div>
    </Screen>
  )
}

function Scan({ path }: { path: Path }) {
  return (
    <ActionButton
      label="Scan now"
      isPrimary
      explanation="All manifests are read anew and compared with the advisories. The result appears below."
      send={() =>
        callApi(apiClient.POST('/api/phase3/dependencies/{owner}/{repo}/scan', { params: { path } }))
      }
    />
  )
}

function Update({ path }: { path: Path }) {
  return (
    <ActionButton
      label="Batch update"
      explanation="Vulnerable packages of one registry are updated with one pull request, where that is safe. What is refused, the decision says why."
      fields={updateDependencies}
      only={['ecosystem', 'allow_major']}
      send={(body) =>
        callApi(
          apiClient.POST('/api/phase3/dependencies/{owner}/{repo}/batch-pr', { params: { path }, body })
        )
      }
    />
  )
}

function Vulnerabilities({
  dependencies: { vulnerabilities, totals, last_scan }
}: {
  dependencies: Dependencies
}) {
  if (vulnerabilities.length === 0)
    return (
      <Empty>
        {last_scan === null
          ? 'Nothing is known yet. Scan the repository, and what is found appears here.'
          : 'None stands.'}
      </Empty>
    )
  return (
    <>
      <RowTable
        label="Vulnerabilities that stand"
        rows={vulnerabilities}
        rowKey={({ id }) => id}
        columns={[
          { head: 'Package', cell: (found) => <FoundPackage found={found} /> },
          { head: 'Severity', cell: ({ severity }) => <Badge word={severity} /> },
          { head: 'Status', cell: (found) => <FoundStatus found={found} /> },
          { head: 'Version', cell: (found) => <FoundVersions found={found} /> },
          { head: 'Found', isMinor: true, cell: ({ detected_at }) => <Time at={detected_at} /> }
        ]}
      />
      <Rest shown={vulnerabilities.length} total={totals.vulnerabilities} />
    </>
  )
}

function Rest({ shown, total }: { shown: number; total: number }) {
  if (total <= shown) return null
  return (
    <p class="muted">
      {formatNumber(shown)} of {formatNumber(total)} are shown.
    </p>
  )
}

function LastScan({ scan }: { scan: Dependencies['last_scan'] }) {
  if (scan === null) return <Empty>It was never scanned. Scan it now.</Empty>
  return (
    <>
      <Facts facts={scanFacts(scan)} />
      {scan.error !== null && <pre class="bad prose">{scan.error}</pre>}
      <Notes notes={scan.notes} />
    </>
  )
}

function scanFacts(scan: Schemas['DependencyScan']): Fact[] {
  const { status, trigger_event, alerts, manifests, packages, opened, fixed, commit_sha } = scan
  return [
    ['Result', <Badge key="status" word={status} />],
    ['Because of', trigger_event],
    ['Began', <Time key="began" at={scan.started_at} />],
    ['Ended', <Time key="ended" at={scan.finished_at} />],
    ['Alerts of the host', alerts && formatName(alerts)],
    ['Advisories from', <Time key="advisories" at={scan.advisories_at} />],
    ['Manifests', formatNumber(manifests)],
    ['Packages', formatNumber(packages)],
    ['Found', formatNumber(opened)],
    ['Fixed', formatNumber(fixed)],
    ['Commit', commit_sha && <code key="commit">{commit_sha.slice(0, 10)}</code>]
  ]
}

function Notes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null
  return (
    <ul>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}

function Manifests({ dependencies: { manifests, totals } }: { dependencies: Dependencies }) {
  if (manifests.length === 0) return <Empty>No manifest was found. A scan looks for them.</Empty>
  return (
    <>
      <RowTable
        label="Manifests"
        rows={manifests}
        rowKey={({ id }) => id}
        columns={[
          { head: 'File', cell: ({ file_path }) => file_path },
          { head: 'Registry', cell: ({ ecosystem }) => ecosystem },
          { head: 'Packages', cell: ({ dep_count }) => formatNumber(dep_count) },
          { head: 'Read', cell: ({ status }) => <Badge word={status} /> },
          {
            head: 'Remarks',
            isMinor: true,
            cell: ({ error, notes }) => <span class="clip">{error ?? (notes.join(' ') || '–')}</span>
          },
          { head: 'Seen', isMinor: true, cell: ({ scanned_at }) => <Time at={scanned_at} /> }
        ]}
      />
      <Rest shown={manifests.length} total={totals.manifests} />
    </>
  )
}
