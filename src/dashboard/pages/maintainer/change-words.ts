// What people ask for through the API, in words.
import { formatName } from '../../kit/format.js'

const CHANGES: Readonly<Record<string, string>> = {
  'settings.update': 'Change the settings',
  'branch_rule.update': 'Change a branch rule',
  'stale_scan.trigger': 'Look for what is stale',
  'branch_cleanup.trigger': 'Delete merged branches',
  'collaborator.update': 'Change the access of a person',
  'collaborator.remove': 'Take the access of a person',
  'members.sync': 'Sync the members',
  'policy.create': 'Make a policy',
  'policy.update': 'Change a policy',
  'policy.delete': 'Delete a policy',
  'violation.suppress': 'Suppress a violation',
  'enforcement.run': 'Compare with the policies',
  'reconciler.run': 'Run the reconciler',
  'reconciler.repo.update': 'Exclude or include a repository',
  'feedback_rule.create': 'Make a feedback rule',
  'feedback_rule.update': 'Change a feedback rule',
  'feedback_rule.delete': 'Delete a feedback rule',
  'queue.admit': 'Add to the merge queue',
  'queue.remove': 'Take out of the merge queue',
  'queue.config.update': 'Change the merge queue',
  'rollback.create': 'Take a merge back',
  'flaky.graduate': 'Graduate a test',
  'flaky.dismiss': 'Dismiss a test',
  'vulnerability.dismiss': 'Dismiss a vulnerability',
  'dependency.scan': 'Scan the dependencies',
  'dependency.batch_pr': 'Propose updates'
}

/** One that has no words yet is shown by its name. */
export const changeInWords = (action: string): string =>
  CHANGES[action] ?? formatName(action.replaceAll('.', ' '))
