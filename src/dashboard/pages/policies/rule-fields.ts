// The rules of policies as fields of a form.
import { createPolicy } from '../../../../openapi/fields.js'
import type { Field, Fields } from '../../kit/forms/fields.js'
import { chosenFields } from '../../kit/forms/schema-form.js'

export const BRANCH_RULES = [
  'min_reviews',
  'require_signed_commits',
  'require_linear_history',
  'block_force_pushes',
  'block_deletions',
  'enforce_admins',
  'require_status_checks',
  'required_status_check_contexts'
]

/** The document speaks of null, which nobody can enter: in a form it is an empty field. */
export const spoken = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]): [string, Field] => [
      name,
      Object.assign({}, field, { description: field.description?.replace(NULL, 'Empty') })
    ])
  )

const NULL = /`null`(?=: (?:every|the policy))/

export const formRules = (names: readonly string[]): Fields => spoken(chosenFields(createPolicy, names))
