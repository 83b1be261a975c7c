// Why the merge queue refuses what people ask for.
import { ServiceError } from './errors.js'

export const pullNotFound = (repo: string, number: number) =>
  new ServiceError('not_found', `The repository ${repo} has no pull request #${number}.`)

export const landingNow = (number: number) =>
  new ServiceError(
    'conflict',
    `#${number} is being merged at this moment and cannot be removed any more. Look again in a few seconds.`
  )
