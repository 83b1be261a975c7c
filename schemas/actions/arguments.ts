// The arguments of each action type.

import { type Static, type TObject, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { closed, LABEL_COLOR, nullable, oneOf } from '../common.js'
import { enumeration } from '../enumeration.js'
import { ISSUE_STATES, PERMISSIONS } from '../host/enums.js'
import { ProtectionWish } from '../host/protection.js'
import { LONGEST_LABEL_NAME, MOST_LABELS_SET, SettingsWish } from '../host/settings.js'
import { PRIORITIES } from '../mirror/issues.js'
import type { ActionType } from './enums.js'

const LONGEST_BODY = 60_000
export const MOST_PATCHED_FILES = 100

const line = (description: string) => Type.String({ minLength: 1, maxLength: 256, description })
const body = (description: string) => Type.String({ maxLength: LONGEST_BODY, description })
const sha = (description: string) => Type.String({ minLength: 40, maxLength: 64, description })

const Label = closed({ label: line('Name of the label.') })
const Reviewer = Type.Union([
  closed({ user: line('Login of the reviewer.') }),
  closed({ team: line('Slug of the team.') })
])

export const MERGE_METHODS = enumeration('MergeMethod', ['merge', 'squash', 'rebase'])
export const CHECK_CONCLUSIONS = enumeration('CheckConclusion', [
  'success',
  'failure',
  'neutral',
  'cancelled',
  'skipped',
  'timed_out',
  'action_required'
])

export const MOST_CHECK_ANNOTATIONS = 50

const CheckAnnotation = closed({
  path: Type.String({ minLength: 1, maxLength: 4_096, description: 'Where the file is.' }),
  line: Type.Integer({ minimum: 1, description: 'Line in the file.' }),
  column: Type.Integer({ minimum: 1, description: 'Column in the line.' }),
  level: oneOf(enumeration('AnnotationLevel', ['failure', 'warning']), {
    description: 'How the host shows it.'
  }),
  title: line('Title of the annotation.'),
  message: body('What is wrong there.')
})
export type CheckAnnotation = Static<typeof CheckAnnotation>

/** More are told in the text of the review. */
export const MOST_REVIEW_COMMENTS = 10

const ReviewComment = closed({
  path: Type.String({ minLength: 1, maxLength: 4_096, description: 'Where the file is.' }),
  line: Type.Integer({ minimum: 1, description: 'Line of the file at the commit.' }),
  body: body('Text, in Markdown.')
})

const StaleNotice = closed({
  body: body('Text of the comment, in Markdown.'),
  label: line('Name of the label, which the host creates where it is missing.')
})

/** More pull requests are not tested together. */
const MOST_MEMBERS = 20

const CANDIDATE_BRANCHES = {
  branch: line('The branch on which the candidate is tested.'),
  scratch: line('The branch on which its merges are made.')
}

export const PatchFile = closed({
  path: Type.String({ minLength: 1, maxLength: 4_096, description: 'Where the file is.' }),
  content: nullable(Type.String(), { description: 'New content of the file; null deletes it.' }),
  mode: Type.Optional(
    oneOf(enumeration('FileMode', ['100644', '100755']), {
      description: 'File mode: 100755 for an executable file; default 100644.'
    })
  )
})

const PATCH = {
  branch: line("Name of the branch; the service's own."),
  base: line('The branch that it is to be merged into.'),
  base_sha: sha('The commit on which it builds.'),
  files: Type.Array(PatchFile, {
    minItems: 1,
    maxItems: MOST_PATCHED_FILES,
    description: 'What it changes.'
  }),
  title: line('Title of the pull request.'),
  body: body('Text of the pull request.'),
  message: body('Message of the commit.')
}

const LabelToSet = closed({
  name: Type.String({ minLength: 1, maxLength: LONGEST_LABEL_NAME, description: 'Name of the label.' }),
  color: Type.String({ pattern: LABEL_COLOR, description: 'Its color.' })
})

/** More labels say nothing more about one pull request. */
const MOST_KEPT_LABELS = 10

export const ActionArguments = {
  'add-label': closed({
    ...Label.properties,
    color: Type.Optional(
      Type.String({
        pattern: LABEL_COLOR,
        description: "Color of a label that is the service's own, which is created where it is missing."
      })
    )
  }),
  'remove-label': Label,
  'add-comment': closed({
    body: body('Text, in Markdown.'),
    in_place: Type.Optional(
      Type.Boolean({
        description: 'Whether to edit the existing comment with the same marker instead of posting another.'
      })
    )
  }),
  'add-reviewer': Reviewer,
  'request-review': Reviewer,
  approve: closed({ sha: sha('The commit that is approved.'), body: body('Text, in Markdown.') }),
  'create-branch': closed({ sha: sha('The commit at which it begins.') }),
  'create-patch-pr': closed(PATCH),
  'create-check': closed({
    name: line('Name of the check.'),
    head_sha: sha('The commit that was checked.'),
    conclusion: nullable(oneOf(CHECK_CONCLUSIONS, { description: 'Result.' }), {
      description: 'Result; null while there is none yet.'
    }),
    title: line('Title of the result.'),
    summary: body('Summary of the result, in Markdown.'),
    annotations: Type.Optional(
      Type.Array(CheckAnnotation, {
        maxItems: MOST_CHECK_ANNOTATIONS,
        description: 'Places in files of the commit; the host takes no more of them at once.'
      })
    )
  }),
  'close-issue': closed({
    reason: oneOf(enumeration('CloseReason', ['completed', 'not_planned', 'duplicate']), {
      description: 'Why.'
    })
  }),
  'close-pr': closed({}),
  'merge-pr': closed({
    sha: sha('The head that is merged, and no other.'),
    method: oneOf(MERGE_METHODS, { description: 'How.' }),
    title: Type.Optional(line('Title of the commit.')),
    message: Type.Optional(body('Text of the commit below its title.')),
    base_sha: Type.Optional(sha('The commit of the base branch that it is merged into, and no other.'))
  }),
  'delete-branch': closed({
    sha: sha('The commit that the branch pointed to when the deletion was decided.')
  }),
  'set-priority': closed({ priority: oneOf(PRIORITIES, { description: 'Priority.' }) }),
  'rerun-failed-jobs': closed({
    run_id: Type.Integer({ minimum: 1, description: "The host's id of the run." }),
    run_attempt: Type.Integer({ minimum: 1, description: 'The attempt of the run that failed.' })
  }),
  'comment-commit': closed({
    sha: sha('The commit that it is about.'),
    body: body('Text, in Markdown.'),
    in_place: Type.Optional(
      Type.Boolean({
        description: 'Whether to edit the existing comment with the same marker instead of posting another.'
      })
    )
  }),
  'set-collaborator': closed({
    login: line('Login of the person.'),
    permission: oneOf(PERMISSIONS, { description: 'What the person may do from then on.' })
  }),
  'remove-collaborator': closed({ login: line('Login of the person.') }),
  'set-protection': closed({
    branch: line('The branch that is protected.'),
    wish: ProtectionWish
  }),
  'tighten-protection': closed({
    branch: line('The branch that is protected.'),
    floor: ProtectionWish
  }),
  'set-labels': closed({
    labels: Type.Array(LabelToSet, {
      minItems: 1,
      maxItems: MOST_LABELS_SET,
      description: 'What the repository is to have.'
    })
  }),
  'set-repository-settings': closed({ wish: SettingsWish }),
  'set-workflow-token': closed({
    permission: Type.Literal('read', { description: 'What workflows may do by default.' })
  }),
  'warn-stale': StaleNotice,
  'close-stale': StaleNotice,
  'track-issue': closed({
    title: line('Title of the issue.'),
    body: body('Text of the issue, in Markdown.'),
    label: closed({
      name: line('Name of the label by which the issue is found.'),
      color: Type.String({ pattern: '^[0-9a-f]{6}$', description: 'Color of the label where it is missing.' })
    }),
    state: oneOf(ISSUE_STATES, {
      description: 'Whether the issue is open. A closed one is never opened first.'
    })
  }),
  'build-candidate': closed({
    ...CANDIDATE_BRANCHES,
    on: closed({ sha: sha('The commit that the merges begin with.'), tree: sha('Its tree.') }),
    base: Type.Optional(sha('The tip of the base below it.')),
    members: Type.Array(
      closed({
        number: Type.Integer({ minimum: 1, description: 'Number of the pull request.' }),
        head_sha: sha('Its head.'),
        method: oneOf(MERGE_METHODS, { description: 'How it is merged.' })
      }),
      { minItems: 1, maxItems: MOST_MEMBERS, description: 'What is merged, in this order.' }
    ),
    trees: nullable(Type.Array(sha('The tree after a member.'), { maxItems: MOST_MEMBERS }), {
      description: 'What the merges lead to, one after the other; null if that is not known yet.'
    }),
    title: line('Title of the commit that is tested.')
  }),
  'drop-candidate': closed({
    ...CANDIDATE_BRANCHES,
    scratch: nullable(CANDIDATE_BRANCHES.scratch, {
      description: 'The branch on which the merges were made; null if it is gone already.'
    })
  }),
  'create-revert-pr': closed({
    branch: line("Name of the branch; the service's own."),
    base: line('The branch that it is to be merged into.'),
    merge_sha: sha('The commit that is taken back.'),
    before_sha: nullable(sha('What the base held before it.'), {
      description: 'What the base held before it; null: its first parent.'
    }),
    title: line('Title of the pull request.'),
    body: body('Text of the pull request.'),
    message: body('Message of the commit.')
  }),
  'submit-review': closed({
    sha: sha('The commit that was reviewed.'),
    base: line('The branch that the pull request goes to.'),
    event: oneOf(enumeration('ReviewEvent', ['COMMENT', 'REQUEST_CHANGES', 'APPROVE']), {
      description: 'What the review says.'
    }),
    body: body('Text of the review, in Markdown.'),
    comments: Type.Array(ReviewComment, {
      maxItems: MOST_REVIEW_COMMENTS,
      description: 'Comments on lines that the pull request shows.'
    }),
    remarks: body('The same comments as text, for a host that refuses them on lines; empty without any.')
  }),
  'edit-review-comment': closed({
    comment_id: Type.Integer({ minimum: 1, description: "The host's id of the comment." }),
    body: body('Text, in Markdown.')
  }),
  'dismiss-review': closed({
    review_id: Type.Integer({ minimum: 1, description: "The host's id of the review." }),
    message: line('Why, for people.')
  }),
  'keep-patch-pr': closed({
    ...PATCH,
    files: Type.Array(PatchFile, {
      maxItems: MOST_PATCHED_FILES,
      description: 'What it changes. Empty: nothing is wanted any more, and an open pull request is closed.'
    }),
    labels: Type.Array(LabelToSet, {
      maxItems: MOST_KEPT_LABELS,
      description: 'Labels of the pull request, which are created where they are missing.'
    })
  })
} as const satisfies Record<ActionType, TObject | typeof Reviewer>

export type ArgumentsOf<One extends ActionType> = Static<(typeof ActionArguments)[One]>

/** An action type together with its arguments. */
export type ActionIntent = {
  [One in ActionType]: { actionType: One; arguments: ArgumentsOf<One> }
}[ActionType]

/** Whether the arguments match the schema of their action type. */
export const isWithinBounds = ({ actionType, arguments: given }: ActionIntent): boolean =>
  Value.Check(ActionArguments[actionType], given)
