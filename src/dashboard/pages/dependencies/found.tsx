// How a vulnerability is shown in lists, and the button that dismisses it.
import { dismissVulnerability } from '../../../../openapi/fields.js'
import { apiClient, callApi, type Schemas } from '../../kit/api.js'
import { Badge, OutsideLink } from '../../kit/details.js'
import { ActionButton } from '../../kit/forms/action-button.js'

type Vulnerability = Schemas['Vulnerability']

export function FoundPackage({ found }: { found: Vulnerability }) {
  const { id, package_name, summary, advisory_id, manifest_path } = found
  return (
    <>
      <a href={`/dashboard/dependencies/${id}`}>{package_name}</a>
      <span class="muted">
        <span class="clip">
          {advisory_id} in {manifest_path}. {summary}
        </span>
      </span>
    </>
  )
}

export function FoundStatus({ found: { status, fix_pr_number, fix_pr_url } }: { found: Vulnerability }) {
  return (
    <>
      <Badge word={status}>{status === 'pr_opened' ? 'fix proposed' : undefined}</Badge>{' '}
      {fix_pr_number !== null && <OutsideLink href={fix_pr_url}>#{fix_pr_number}</OutsideLink>}
    </>
  )
}

/** Its spaces do not break: of two lines, one would be an arrow alone. */
const ARROW = '\u00a0→\u00a0'

export function FoundVersions({ found: { installed_version, patched_version } }: { found: Vulnerability }) {
  return (
    <>
      {installed_version ?? 'unknown'}
      {ARROW}
      {patched_version ?? 'no fix yet'}
    </>
  )
}

/** Nothing for one that does not stand. */
export function DismissVulnerability({ found: { id, status, package_name } }: { found: Vulnerability }) {
  if (status !== 'open' && status !== 'pr_opened') return null
  const params = { path: { id } }
  return (
    <ActionButton
      label="Dismiss"
      about={package_name}
      explanation="It no longer counts as open. It opens again at the date given, or when it becomes more severe."
      fields={dismissVulnerability}
      done="Dismissed."
      send={(body) => callApi(apiClient.POST('/api/phase3/dependencies/vuln/{id}/dismiss', { params, body }))}
    />
  )
}
