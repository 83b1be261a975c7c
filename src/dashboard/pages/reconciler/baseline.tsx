// Sets what is wanted of a repository: the baseline of its configuration, as an override.
import { createPolicy } from '../../../../openapi/fields.js'
import { apiClient, callApi, type Schemas } from '../../kit/api.js'
import { ActionButton } from '../../kit/forms/action-button.js'
import { PendingChanges } from '../../kit/forms/changes.js'
import { draftsOf } from '../../kit/forms/drafts.js'
import { changedValues, NOTHING_CHANGED } from '../../kit/forms/edits.js'
import type { Fields, FieldValue } from '../../kit/forms/fields.js'
import type { FormValues } from '../../kit/forms/schema-form.js'
import { useApi } from '../../kit/use-api.js'
import { BRANCH_RULES, formRules } from '../policies/rule-fields.js'

/** The baseline has the rules of policies, by the same bounds. */
const FIELDS: Fields = {
  protection: {
    type: 'object',
    properties: formRules(BRANCH_RULES),
    description: 'The least that protects the default branch.'
  },
  labels: createPolicy.required_labels,
  settings: createPolicy.repository_settings
}

type Part = Readonly<Record<string, FieldValue>>

export function SetBaseline({ path }: { path: { owner: string; repo: string } }) {
  const { data } = useApi('/api/config/{owner}/{repo}', { path }, 60)
  if (data === undefined) return null
  const stored = data.config.baseline
  return (
    <ActionButton
      label="Set what is wanted"
      explanation="An override of the configuration. What is emptied falls back to the files; nothing that is left out is changed on the host."
      fields={FIELDS}
      initial={draftsOf(FIELDS, stored)}
      preview={(values) => <PendingChanges stored={flat(stored)} changed={flat(patchOf(stored, values))} />}
      done="The baseline was changed. The next run compares with it."
      send={async (values) => {
        const baseline = patchOf(stored, values)
        if (Object.keys(baseline).length === 0) return NOTHING_CHANGED
        return callApi(
          apiClient.PATCH('/api/config/{owner}/{repo}', { params: { path }, body: { baseline } })
        )
      }}
    />
  )
}

/** Part by part what differs; null takes an override back. */
function patchOf(stored: Schemas['ServiceConfig']['baseline'], values: FormValues): FormValues {
  const parts = Object.keys(FIELDS).map((name): [string, Part] => {
    const before = partOf(stored, name)
    const after = partOf(values, name)
    const known = Object.keys(Object.assign({}, before, after))
    const fields = Object.fromEntries(known.map((key) => [key, { type: 'any', nullable: true }]))
    return [name, changedValues(fields, before, after)]
  })
  return Object.fromEntries(parts.filter(([, part]) => Object.keys(part).length > 0))
}

function partOf(whole: object, name: string): Part {
  const part = new Map<string, unknown>(Object.entries(whole)).get(name)
  // Cast: each part of a baseline holds values under names.
  return (part ?? {}) as Part
}

/** The parts beside each other, as the names of settings and rules are different ones. */
const flat = (parts: object): FormValues =>
  Object.assign({}, ...Object.keys(FIELDS).map((name) => partOf(parts, name)))
