// Why nothing can be said of a test.
import { ServiceError } from './errors.js'

export const testNotFound = (id: number) =>
  new ServiceError('not_found', `There is no test with the id ${id}.`)

export const testDismissed = ({ name, dismissedBy }: { name: string; dismissedBy: string | null }) =>
  new ServiceError(
    'conflict',
    `${dismissedBy ?? 'Somebody'} said that the test ${name} is not flaky. Send {"reopen": true} to track it again.`,
    { code: 'test_dismissed' }
  )
