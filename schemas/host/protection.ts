// What may be asked of the protection of a branch.
import { type Static, Type } from '@sinclair/typebox'
import { closed, PUSHER } from '../common.js'

const MOST_REVIEWS = 6
const MOST_NAMES = 100

const flag = (description: string) => Type.Optional(Type.Boolean({ description }))

const names = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
      maxItems: MOST_NAMES,
      uniqueItems: true,
      description
    })
  )

/** What is left out stays as it is. */
export const ProtectionWish = closed(
  {
    required_reviews: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MOST_REVIEWS,
        description: 'How many approvals a pull request needs.'
      })
    ),
    dismiss_stale_reviews: flag('Whether new commits dismiss approvals.'),
    require_code_owner_reviews: flag('Whether code owners have to approve.'),
    require_status_checks: flag('Whether status checks have to pass. `false` also drops their names.'),
    required_status_checks: names(
      'Names of the status checks that have to pass. Names turn `require_status_checks` on.'
    ),
    require_up_to_date_branch: flag(
      'Whether a branch must contain the newest commits before it is merged. `true` turns `require_status_checks` on.'
    ),
    enforce_admins: flag('Whether the rules bind administrators too.'),
    restrict_pushes: flag('Whether only some may push. `false` also drops the list of those who may.'),
    push_allowlist: Type.Optional(
      Type.Array(Type.String({ maxLength: 255, pattern: PUSHER }), {
        maxItems: MOST_NAMES,
        uniqueItems: true,
        description:
          'Who may push: logins of people, `team:` and the name of a team, `app:` and the name of an App. Names turn `restrict_pushes` on.'
      })
    ),
    allow_force_pushes: flag('Whether force pushes are allowed.'),
    allow_deletions: flag('Whether the branch may be deleted.'),
    require_linear_history: flag('Whether merge commits are forbidden.'),
    require_signed_commits: flag('Whether commits have to be signed.')
  },
  {
    $id: 'ProtectionWish',
    minProperties: 1,
    description: 'The fields of a branch protection that are to change; all others keep their value.'
  }
)
export type ProtectionWish = Static<typeof ProtectionWish>
