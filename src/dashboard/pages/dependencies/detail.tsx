// One vulnerability: what it is about, where it stands, the update that ends it, and its dismissal.
import type { Schemas } from '../../kit/api.js'
import { Badge, type Fact, Facts, OutsideLink } from '../../kit/details.js'
import { formatCount, formatName, formatNumber } from '../../kit/format.js'
import { RowTable } from '../../kit/lists/table.js'
import { Empty, type PageProps, Screen, Section } from '../../kit/page.js'
import { Time } from '../../kit/time.js'
import { useApi } from '../../kit/use-api.js'
import { UpdateBatches } from './batches.js'
import { DismissVulnerability, FoundStatus, FoundVersions } from './found.js'

type Vulnerability = Schemas['VulnerabilityDetail']

export function VulnerabilityPage({ params: { id = '' } }: PageProps) {
  const path = { id: Number(id) }
  const found = useApi('/api/phase3/dependencies/vulnerabilities/{id}', { path }, 30)
  const { data } = found
  return (
    <Screen
      title={data ? `${data.advisory_id} in ${data.package_name}` : `Vulnerability ${id}`}
      lead={data && <a href={`/dashboard/dependencies/${data.repo_full_name}`}>{data.repo_full_name}</a>}
      tools={data && <DismissVulnerability found={data} />}
    >
      <Section title="Vulnerability" isTitleUnseen state={found}>
        {(shown) => (
          <>
            <p>{shown.summary ?? 'The advisory has no summary.'}</p>
            <div class="halves">
              <div>
                <h2>Advisory</h2>
                <Facts facts={advisoryFacts(shown)} />
              </div>
              <div>
                <h2>Where it stands</h2>
                <Facts facts={standingFacts(shown)} />
              </div>
            </div>
            <h2 class="after-cards">Other manifests with it</h2>
            <OtherManifests found={shown} />
            <h2 class="after-cards">Update</h2>
            <Update found={shown} />
          </>
        )}
      </Section>
    </Screen>
  )
}

function advisoryFacts(found: Vulnerability): Fact[] {
  const { advisory_id, advisory_url, aliases, severity, cvss_score, affected_range, ecosystem } = found
  return [
    [
      'Name',
      <OutsideLink key="name" href={advisory_url}>
        {advisory_id}
      </OutsideLink>
    ],
    ['Also called', aliases.join(', ') || 'nothing else'],
    ['Severity', <Badge key="severity" word={severity} />],
    ['CVSS', cvss_score === null ? null : formatNumber(cvss_score)],
    ['Affected', affected_range],
    ['Registry', ecosystem],
    ['Published', <Time key="published" at={found.published_at} />]
  ]
}

function standingFacts(found: Vulnerability): Fact[] {
  const { direct, dev, manifest } = found
  return [
    ['Status', <FoundStatus key="status" found={found} />],
    ['Version', <FoundVersions key="version" found={found} />],
    ['Manifest', <ManifestPlace key="manifest" found={found} />],
    ['Asked for', direct === null ? null : direct ? 'by the repository itself' : 'by another package'],
    ['Needed for', dev ? 'development alone' : 'what is shipped'],
    ['Found', <Time key="found" at={found.detected_at} />],
    ['Read last', <Time key="read" at={manifest?.scanned_at} />],
    ['Fixed', found.fixed_at && <Time key="fixed" at={found.fixed_at} />],
    ['Opened again', formatCount(found.reopen_count, 'time', 'times')],
    ...dismissalFacts(found)
  ]
}

function dismissalFacts({
  dismissed_by,
  dismissed_reason,
  dismissed_category,
  dismissed_until
}: Vulnerability): Fact[] {
  if (dismissed_by === null) return []
  return [
    ['Dismissed by', dismissed_by],
    ['Because', dismissed_category && formatName(dismissed_category)],
    ['Reason', dismissed_reason],
    [
      'Dismissed until',
      dismissed_until ? <Time key="until" at={dismissed_until} /> : 'somebody opens it again'
    ]
  ]
}

function ManifestPlace({ found: { manifest_url, manifest_path, manifest_line } }: { found: Vulnerability }) {
  return (
    <OutsideLink href={manifest_url}>
      {manifest_path}
      {manifest_line !== null && `, line ${manifest_line}`}
    </OutsideLink>
  )
}

function OtherManifests({ found: { also_in } }: { found: Vulnerability }) {
  if (also_in.length === 0) return <Empty>No other manifest of the repository has it.</Empty>
  return (
    <RowTable
      label="Other manifests with it"
      rows={also_in}
      rowKey={({ id }) => id}
      columns={[
        {
          head: 'Manifest',
          cell: ({ id, manifest_path }) => <a href={`/dashboard/dependencies/${id}`}>{manifest_path}</a>
        },
        { head: 'Line', cell: ({ manifest_line }) => manifest_line ?? '–' },
        { head: 'Version', cell: ({ installed_version }) => installed_version ?? 'unknown' },
        { head: 'Status', cell: ({ status }) => <Badge word={status} /> }
      ]}
    />
  )
}

function Update({ found }: { found: Vulnerability }) {
  const { update, update_action_id, update_decision_id, patched_version } = found
  if (update === null)
    return (
      <Empty>
        {patched_version === null
          ? 'No version is fixed yet. The scan that finds one says so here.'
          : 'No update has changed it. Ask for one on the page of the repository.'}
      </Empty>
    )
  return (
    <>
      <UpdateBatches batches={[update]} />
      <p>
        {update_decision_id !== null && (
          <a href={`/dashboard/decisions/${update_decision_id}`}>Decision {update_decision_id}</a>
        )}
        {update_decision_id !== null && update_action_id !== null && ', '}
        {update_action_id !== null && (
          <a href={`/dashboard/actions/${update_action_id}`}>Action {update_action_id}</a>
        )}
      </p>
    </>
  )
}
