// Sets what is wanted of a repository: the baseline of its configuration, as an override.
import { apiClient, callApi } from '../../kit/api.js'
import { ActionButton } from '../../kit/forms/action-button.js'
import { PendingChanges } from '../../kit/forms/changes.js'
import { changedValues, initialTexts, NOTHING_CHANGED } from '../../kit/forms/edits.js'
import { useApi } from '../../kit/use-api.js'
import { BRANCH_RULES, formRules } from '../policies/rule-fields.js'

/** The baseline has the rules of policies about branches, by the same names and bounds. */
const FIELDS = formRules(BRANCH_RULES)

export function SetBaseline({ path }: { path: { owner: string; repo: string } }) {
  const { data } = useApi('/api/config/{owner}/{repo}', { path }, 60)
  if (data === undefined) return null
  const stored = data.config.baseline?.protection ?? {}
  return (
    <ActionButton
      label="Set what is wanted"
      explanation="The least that protects the default branch, as an override of the configuration. An emptied rule falls back to the files."
      fields={FIELDS}
      initial={initialTexts(Object.keys(FIELDS), stored)}
      preview={(values) => <PendingChanges stored={stored} changed={changedValues(FIELDS, stored, values)} />}
      done="The baseline was changed. The next run compares with it."
      send={(values) => {
        const protection = changedValues(FIELDS, stored, values)
        if (Object.keys(protection).length === 0) return Promise.resolve(NOTHING_CHANGED)
        return callApi(
          apiClient.PATCH('/api/config/{owner}/{repo}', {
            params: { path },
            body: { baseline: { protection } }
          })
        )
      }}
    />
  )
}
