// Compares repositories with what is wanted, now.
import { runReconciler } from '../../../../openapi/fields.js'
import { apiClient, callApi } from '../../kit/api.js'
import { ActionButton } from '../../kit/forms/action-button.js'

/** Of the whole fleet, or of one repository. */
export function RunReconciler({ repo }: { repo?: string }) {
  return (
    <ActionButton
      label="Run now"
      isPrimary
      explanation={
        repo === undefined
          ? 'Every repository is compared with what is wanted of it, and corrected.'
          : `${repo} is compared with what is wanted of it, and corrected.`
      }
      fields={runReconciler}
      only={repo === undefined ? ['repo', 'installation_id', 'dry_run'] : ['dry_run']}
      initial={{ dry_run: 'true' }}
      preview={({ dry_run }) => (
        <p aria-live="polite">
          {dry_run === true ? (
            <>
              <strong>Dry run:</strong> nothing is corrected. The run says how many writes would follow.
            </>
          ) : (
            <strong>What has drifted is corrected on the host.</strong>
          )}
        </p>
      )}
      send={(values) => {
        const body = repo === undefined ? values : Object.assign({ repo }, values)
        return callApi(apiClient.POST('/api/phase3/reconciler/run', { body }))
      }}
    />
  )
}
