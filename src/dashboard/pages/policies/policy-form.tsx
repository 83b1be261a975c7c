// Makes and changes policies. A form shows all that holds, so an emptied rule is sent as no opinion.
import { createPolicy, runEnforcement, updatePolicy } from '../../../../openapi/fields.js'
import { apiClient, callApi, type Schemas } from '../../kit/api.js'
import { ActionButton } from '../../kit/forms/action-button.js'
import { PendingChanges } from '../../kit/forms/changes.js'
import { draftsOf } from '../../kit/forms/drafts.js'
import { changedValues, NOTHING_CHANGED } from '../../kit/forms/edits.js'
import type { Field, Fields } from '../../kit/forms/fields.js'
import { chosenFields, type FormValues } from '../../kit/forms/schema-form.js'
import { navigate } from '../../kit/router.js'
import { endReads } from '../../kit/use-api.js'
import { policyPath } from './words.js'

type Policy = Schemas['Policy']

const ABOUT = ['name', 'description', 'repo_filter', 'branch_pattern', 'mode', 'enabled']
/** All that a policy asks for, in the order of the document. */
const RULES = Object.keys(updatePolicy).filter((name) => !ABOUT.includes(name))
const NULL = /`null`(?=: (?:every|the policy))/

/** The document speaks of null, which nobody can enter: in a form it is an empty field. */
const spoken = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]): [string, Field] => [
      name,
      Object.assign({}, field, { description: field.description?.replace(NULL, 'Empty') })
    ])
  )

const FIELDS = spoken(chosenFields(updatePolicy, [...ABOUT, ...RULES]))
const NEW_FIELDS = Object.assign({}, FIELDS, chosenFields(createPolicy, ['name', 'installation_id']))

/** A new policy begins by reporting alone: who wants it to correct says so. */
const SUGGESTED = {
  branch_pattern: 'main',
  mode: 'audit',
  enabled: 'true',
  min_reviews: '1',
  block_force_pushes: 'true',
  block_deletions: 'true',
  enforce_admins: 'true'
}

export function NewPolicy() {
  return (
    <ActionButton
      label="New policy"
      isPrimary
      explanation="Nothing is corrected at once: the hourly run applies it. An empty rule is no opinion."
      fields={NEW_FIELDS}
      initial={SUGGESTED}
      done="The policy was created."
      send={async (values) => {
        // Cast: the form demands what the document calls required.
        const body = Object.assign(noOpinions(), values) as unknown as Schemas['PolicyBody']
        const result = await callApi(apiClient.POST('/api/enforcement/policies', { body }))
        if (result.data) navigate(policyPath(result.data.id))
        return result
      }}
    />
  )
}

/** Left out, the service would take its own defaults. */
const noOpinions = (): FormValues =>
  Object.fromEntries(RULES.filter((name) => FIELDS[name]?.nullable).map((name) => [name, null]))

export function EditPolicy({ policy }: { policy: Policy }) {
  const params = { path: { id: policy.id } }
  return (
    <ActionButton
      label="Edit"
      about={policy.name}
      explanation="Violations of what it no longer reaches are settled. An emptied rule is no opinion."
      fields={FIELDS}
      initial={draftsOf(FIELDS, policy)}
      preview={(values) => <PendingChanges stored={policy} changed={changedValues(FIELDS, policy, values)} />}
      done="The policy was changed."
      send={async (values) => {
        const body = changedValues(FIELDS, policy, values)
        if (Object.keys(body).length === 0) return NOTHING_CHANGED
        return callApi(apiClient.PUT('/api/enforcement/policies/{id}', { params, body }))
      }}
    />
  )
}

export function DeletePolicy({ policy: { id, name, open_violation_count } }: { policy: Policy }) {
  return (
    <ActionButton
      label="Delete"
      about={name}
      explanation={`The policy and its violations are deleted, ${open_violation_count} open ones among them. What was corrected on the host stays.`}
      done="The policy was deleted."
      send={async () => {
        const result = await callApi(
          apiClient.DELETE('/api/enforcement/policies/{id}', { params: { path: { id } } })
        )
        if (result.data) {
          endReads('/api/enforcement/policies/{id}')
          navigate('/dashboard/policies')
        }
        return result
      }}
    />
  )
}

/** Compares now, with all policies or what one of them reaches. */
export function RunEnforcement({ policy }: { policy?: Policy }) {
  return (
    <ActionButton
      label="Run now"
      explanation={
        policy
          ? `What ${policy.name} reaches is compared with all policies, and corrected where they say so.`
          : 'Branches and repositories are compared with the policies, and corrected where they say so.'
      }
      fields={runEnforcement}
      only={policy ? ['repo', 'dry_run'] : ['repo', 'installation_id', 'dry_run']}
      initial={{ dry_run: 'true' }}
      preview={({ dry_run }) => (
        <p aria-live="polite">
          {dry_run === true ? (
            <>
              <strong>Dry run:</strong> nothing is corrected. Decisions say what would be.
            </>
          ) : (
            <strong>Policies that correct change the host.</strong>
          )}
        </p>
      )}
      send={(values) => {
        const body = policy ? Object.assign({ policy_id: policy.id }, values) : values
        return callApi(apiClient.POST('/api/enforcement/run', { body }))
      }}
    />
  )
}
