// The baseline: how the repositories of an organisation are to be set up. Nothing of it has a default: only what is
// written is desired.
import { type Static, Type } from '@sinclair/typebox'
import { closed, LABEL_COLOR } from '../common.js'
import { settingProperties } from '../host/settings.js'
import { keyedByName } from './keys.js'

const MOST_REVIEWS = 6
const MOST_CHECKS = 100
const LONGEST_CHECK = 255

const rule = (description: string) => Type.Optional(Type.Boolean({ description }))

/** The rules of policies. `false` is no opinion, as it is there. */
const protection = closed(
  {
    min_reviews: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MOST_REVIEWS,
        description: 'Approvals that a pull request needs at least.'
      })
    ),
    require_signed_commits: rule('Whether commits have to be signed.'),
    require_linear_history: rule('Whether merge commits are forbidden.'),
    block_force_pushes: rule('Whether force pushes are forbidden.'),
    block_deletions: rule('Whether the default branch may not be deleted.'),
    enforce_admins: rule('Whether the rules bind administrators too.'),
    require_status_checks: rule('Whether status checks have to pass.'),
    required_status_check_contexts: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: LONGEST_CHECK }), {
        maxItems: MOST_CHECKS,
        description: 'Names of status checks that have to pass.'
      })
    )
  },
  { description: 'The least that protects the default branch. Stricter is fine; `false` asks for nothing.' }
)

const settings = closed(settingProperties, {
  description: 'Settings of the repository, by their names on the host.'
})

export const Baseline = closed(
  {
    protection: Type.Optional(protection),
    labels: Type.Optional(
      keyedByName(
        Type.String({
          minLength: 6,
          maxLength: 6,
          pattern: LABEL_COLOR,
          description: 'Six hexadecimal digits.'
        }),
        { description: 'Labels by name, each with its color: six hexadecimal digits, in quotes.' }
      )
    ),
    settings: Type.Optional(settings)
  },
  {
    default: {},
    description:
      'How the repository is to be set up. The reconciler keeps it so; nothing that is left out is changed.'
  }
)
export type Baseline = Static<typeof Baseline>
