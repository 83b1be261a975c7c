// Errors of requests to review a pull request.
import { ServiceError } from './errors.js'

export function pullRequestNotFound(fullName: string, number: number): ServiceError {
  return new ServiceError('not_found', `${fullName} has no pull request ${number}.`, {
    code: 'pull_request_not_found'
  })
}

export function reviewDisabled(fullName: string): ServiceError {
  return new ServiceError(
    'conflict',
    `Reviews are off in ${fullName}. Save its review settings with "enabled": true first, and leave pillars.ai_review.enabled on.`,
    { code: 'review_disabled' }
  )
}

export function pullRequestClosed(number: number): ServiceError {
  return new ServiceError('conflict', `Pull request ${number} is closed. Reopen it first.`, {
    code: 'pull_request_closed'
  })
}
