// Maintenance on request: what a run would do, or does.
import { requestBranchCleanup, requestStaleScan } from '../../../../openapi/fields.js'
import { apiClient, callApi } from '../../kit/api.js'
import { ActionButton } from '../../kit/forms/action-button.js'

interface RunOf {
  path: { owner: string; repo: string }
}

/** A run begins as a preview: who wants more says so. */
const PREVIEW = { dry_run: 'true' }

export function StaleScan({ path }: RunOf) {
  return (
    <ActionButton
      label="Stale scan"
      explanation="Looks for issues and pull requests without activity. Every repository is scanned every six hours anyway."
      fields={requestStaleScan}
      initial={PREVIEW}
      preview={({ dry_run }) => (
        <RunMeaning isPreview={dry_run === true}>
          Warnings are posted and, where the settings say so, what is stale is closed: at most 30 items.
        </RunMeaning>
      )}
      send={(body) =>
        callApi(apiClient.POST('/api/maintainer/{owner}/{repo}/stale-scan', { params: { path }, body }))
      }
    />
  )
}

export function BranchCleanup({ path }: RunOf) {
  return (
    <ActionButton
      label="Branch cleanup"
      explanation="Looks for branches whose pull requests have ended. It needs the setting for the cleanup of branches."
      fields={requestBranchCleanup}
      initial={PREVIEW}
      preview={({ dry_run }) => (
        <RunMeaning isPreview={dry_run === true}>
          Branches whose pull requests were merged are deleted on the host.
        </RunMeaning>
      )}
      send={(body) =>
        callApi(apiClient.POST('/api/maintainer/{owner}/{repo}/branch-cleanup', { params: { path }, body }))
      }
    />
  )
}

function RunMeaning({ isPreview, children }: { isPreview: boolean; children: string }) {
  return (
    <p aria-live="polite">
      {isPreview ? (
        <>
          <strong>Dry run:</strong> nothing is changed on the host. What would have been done is listed under
          Actions as skipped.
        </>
      ) : (
        <>
          <strong>This changes the host.</strong> {children}
        </>
      )}
    </p>
  )
}
