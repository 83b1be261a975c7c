// The words of the API as people say them, in one place. What an engineer looks up, such as an event of the host, stays.
import type { components } from '../../../../openapi/client.js'

type Schemas = components['schemas']

const ACTIONS: Readonly<Record<Schemas['Action']['action_type'], string>> = {
  'add-label': 'Add a label',
  'remove-label': 'Remove a label',
  'add-comment': 'Comment',
  'add-reviewer': 'Add a reviewer',
  'request-review': 'Ask for a review',
  approve: 'Approve',
  'create-patch-pr': 'Open a pull request with a repair',
  'create-branch': 'Create a branch',
  'create-check': 'Report a check',
  'close-issue': 'Close the issue',
  'close-pr': 'Close the pull request',
  'merge-pr': 'Merge the pull request',
  'delete-branch': 'Delete the branch',
  'set-priority': 'Set the priority',
  'rerun-failed-jobs': 'Run the failed jobs again',
  'comment-commit': 'Comment on the commit',
  'set-collaborator': 'Give access',
  'remove-collaborator': 'Take access away',
  'set-protection': 'Set the branch protection',
  'tighten-protection': 'Tighten the branch protection',
  'set-labels': 'Set the labels of the repository',
  'set-repository-settings': 'Set repository settings',
  'set-workflow-token': 'Limit the workflow token',
  'warn-stale': 'Warn that it is stale',
  'close-stale': 'Close it as stale',
  'track-issue': 'Keep a tracking issue',
  'build-candidate': 'Build a merge candidate',
  'drop-candidate': 'Drop a merge candidate',
  'create-revert-pr': 'Open a pull request that reverts',
  'keep-patch-pr': 'Keep the pull request with the repair',
  'submit-review': 'Review the pull request',
  'edit-review-comment': 'Say that a finding is mended',
  'dismiss-review': 'Take back a request for changes'
}

const OTHERS: Readonly<Record<string, string>> = {
  auth_permission: 'Missing permission',
  ci_heal: 'CI healing',
  branch_cleanup: 'Delete a merged branch',
  comment_command: 'Command in a comment',
  config_error: 'Configuration error',
  diagnosis_only: 'Only a diagnosis was asked for',
  issue_fix: 'Issue fixing',
  label_apply: 'Add a label',
  lint_format: 'Linting or formatting',
  pr: 'Pull request',
  protect_enforce: 'Protect the branch',
  quality_gate: 'Quality gates',
  reconciled: 'Verified',
  repo: 'Repository',
  request_changes: 'Changes requested',
  runner_infra: 'Fault of the runner',
  'size/L': 'L',
  'size/M': 'M',
  'size/S': 'S',
  'size/XL': 'XL',
  'size/XS': 'XS',
  spam_gate: 'Spam check',
  stale_close: 'Close it as stale',
  stale_warn: 'Warn that it is stale'
}

/** Words that mean the same wherever they stand. */
export const PLAIN_WORDS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(ACTIONS),
  ...Object.entries(OTHERS)
])

/** Parts of the service whose short name means something else in other places. */
const PARTS: ReadonlyMap<string, string> = new Map([
  ['api', 'Requests of people'],
  ['enforcement', 'Policies'],
  ['maintainer', 'Maintenance'],
  ['trust', 'Tests and dependencies'],
  ['action', 'Actions'],
  ['ai_triage', 'Triage'],
  ['webhook', 'Deliveries']
])

/** Undefined for a part that is named in words that mean the same everywhere. */
export const partWords = (part: string): string | undefined => PARTS.get(part)

/** What sets the service to work besides the events of the host. */
const TRIGGERS: ReadonlyMap<string, string> = new Map([
  ['advisories', 'New advisories'],
  ['api', 'Request of a person'],
  ['backfill', 'Search of older issues'],
  ['command', 'Command in a comment'],
  ['manual', 'Request of a person'],
  ['retry', 'Retry'],
  ['scan', 'Scan of dependencies'],
  ['schedule', 'Schedule'],
  ['sync', 'Sync'],
  ['webhook', 'Event of the host']
])

/** Undefined for an event of the host, which keeps its name. */
export const triggerWords = (trigger: string): string | undefined => TRIGGERS.get(trigger)

const LABELS: ReadonlyMap<string, string> = new Map([
  ['action_type', 'Action'],
  ['commit_sha', 'Commit'],
  ['conclusion', 'Result'],
  ['decision', 'Result'],
  ['failure_type', 'Failure'],
  ['heal_status', 'Healing'],
  ['min_similarity', 'Similarity from'],
  ['org', 'Organisation'],
  ['parent_action_id', 'Retry of action'],
  ['policy_id', 'Policy number'],
  ['pr', 'Pull request'],
  ['pr_number', 'Pull request'],
  ['pr_status', 'Pull request'],
  ['q', 'Search'],
  ['repo', 'Repository'],
  ['state', 'Status'],
  ['target_number', 'Number'],
  ['target_type', 'Target'],
  ['trigger_event', 'Trigger'],
  ['waiver_id', 'Waiver number']
])

/** Undefined for a field whose own name says what it holds. */
export const labelWords = (field: string): string | undefined => LABELS.get(field)
