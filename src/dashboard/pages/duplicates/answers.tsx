// What people can say of two issues: that they are the same, or that they are not.
import { confirmDuplicate } from '../../../../openapi/fields.js'
import { apiClient, callApi, type Schemas } from '../../kit/api.js'
import { ActionButton } from '../../kit/forms/action-button.js'

type Signal = Schemas['DuplicateSignal']

/** Nothing for one that is answered. */
export function PairAnswers({ signal: { id, status, source_number, target_number } }: { signal: Signal }) {
  if (status !== 'pending') return null
  const params = { path: { id } }
  const about = `#${source_number} and #${target_number}`
  return (
    <>
      <ActionButton
        label="Confirm"
        about={about}
        explanation={`#${source_number} is marked as a duplicate of #${target_number}.`}
        fields={confirmDuplicate}
        done="Confirmed."
        send={(body) => callApi(apiClient.POST('/api/duplicates/{id}/confirm', { params, body }))}
      />
      <ActionButton
        label="Dismiss"
        about={about}
        explanation="The pair is not suggested again, and the service learns from it."
        done="Dismissed."
        send={() => callApi(apiClient.POST('/api/duplicates/{id}/dismiss', { params }))}
      />
    </>
  )
}
