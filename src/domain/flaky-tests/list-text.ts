// The pull request that keeps the list of quarantined tests.
import { QUARANTINE_FILE } from './quarantine-list.js'

export const QUARANTINE_BRANCH = 'service/quarantine'
export const LIST_TITLE = 'Update the list of quarantined tests'

export function listText(count: number): string {
  return [
    count === 0
      ? `No test is quarantined any more. This pull request empties \`${QUARANTINE_FILE}\`.`
      : `This pull request writes the ${count} quarantined ${count === 1 ? 'test' : 'tests'} to \`${QUARANTINE_FILE}\`, for people and for tools that read it. The check \`service/tests\` ignores their failures already.`,
    '**What to do next:** merge it. If you close it, the tests that it adds leave the quarantine, and none of them is proposed again for seven days.'
  ].join('\n\n')
}

export const LIST_MESSAGE = 'Update the list of quarantined tests'
