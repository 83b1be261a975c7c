// What people can say of a test: that it is stable again, or that it is not flaky.
import { dismissFlakyTest, graduateFlakyTest } from '../../../../openapi/fields.js'
import { apiClient, callApi, type Schemas } from '../../kit/api.js'
import { ActionButton } from '../../kit/forms/action-button.js'

type AnsweredTest = Pick<Schemas['FlakyTest'], 'id' | 'status' | 'test_name'>

/** The buttons that its status leaves. */
export function TestAnswers({ test: { id, status, test_name } }: { test: AnsweredTest }) {
  const params = { path: { id } }
  return (
    <>
      {status !== 'tracked' && status !== 'graduated' && (
        <ActionButton
          label="Graduate"
          about={test_name}
          explanation="The test counts again. If it relapses, it is quarantined again."
          fields={status === 'dismissed' ? graduateFlakyTest : {}}
          done="The test counts again."
          send={(body) => callApi(apiClient.POST('/api/phase3/flaky/{id}/graduate', { params, body }))}
        />
      )}
      {status !== 'dismissed' && (
        <ActionButton
          label="Dismiss"
          about={test_name}
          explanation="The test is no longer watched."
          fields={dismissFlakyTest}
          done="Dismissed."
          send={(body) => callApi(apiClient.POST('/api/phase3/flaky/{id}/dismiss', { params, body }))}
        />
      )}
    </>
  )
}
