// Errors of requests about managed actions.
import { ServiceError } from './errors.js'

export function actionNotFound(id: number): ServiceError {
  return new ServiceError('not_found', `Action ${id} does not exist.`)
}

export function actionState(id: number, status: string, what: string): ServiceError {
  return new ServiceError('conflict', `Action ${id} is ${status}, so it cannot be ${what}.`, {
    code: 'invalid_state'
  })
}

export function actionRetriedAlready(id: number, child: number): ServiceError {
  return new ServiceError('conflict', `Action ${id} is already being retried by action ${child}.`, {
    code: 'invalid_state'
  })
}

export function actionRetryLimit(id: number, most: number): ServiceError {
  return new ServiceError('conflict', `Action ${id} has reached the limit of ${most} retries.`, {
    code: 'retry_limit'
  })
}
