// What may stand in the way of what pillars are asked for.
import { ServiceError } from './errors.js'

export function issueNotFound(hostId: number): ServiceError {
  return new ServiceError('not_found', `No issue with the host's id ${hostId} is known.`, {
    code: 'issue_not_found'
  })
}

export function signalNotFound(id: number): ServiceError {
  return new ServiceError('not_found', `There is no duplicate signal ${id}.`, { code: 'signal_not_found' })
}

export function signalState(id: number, status: string, what: string): ServiceError {
  return new ServiceError('conflict', `Duplicate signal ${id} is ${status}; it cannot be ${what}.`, {
    code: 'invalid_state'
  })
}

export function closingIsOff(): ServiceError {
  return new ServiceError(
    'conflict',
    'Nothing is closed in this repository until pillars.triage.close_duplicates is on.',
    { code: 'closing_is_off' }
  )
}

export function detectionIsOff(fullName: string): ServiceError {
  return new ServiceError('conflict', `${fullName} does not want duplicates to be looked for.`, {
    code: 'detection_is_off'
  })
}

export function triageFailureNotFound(jobId: string): ServiceError {
  return new ServiceError('not_found', `No job ${jobId} of triage was given up.`)
}

export function triageFailureState(jobId: string, state: string): ServiceError {
  return new ServiceError('conflict', `What job ${jobId} gave up is ${state}.`, { code: 'invalid_state' })
}

export function runNotFound(id: number): ServiceError {
  return new ServiceError('not_found', `No CI run ${id} is known.`, { code: 'run_not_found' })
}

export type HealRefusal = 'attempt_open' | 'run_not_failed' | 'already_healed' | 'pillar_disabled' | 'waived'

export function healRefused(code: HealRefusal, message: string): ServiceError {
  return new ServiceError('conflict', message, { code })
}

export function issueUnknown(fullName: string, number: number): ServiceError {
  return new ServiceError('not_found', `${fullName} has no issue ${number}.`, { code: 'issue_not_found' })
}

export type FixRefusal =
  | 'attempt_open'
  | 'pillar_disabled'
  | 'waived'
  | 'issue_closed'
  | 'is_pull_request'
  | 'issue_limit'
  | 'daily_limit'

export function fixRefused(code: FixRefusal, message: string): ServiceError {
  return new ServiceError('conflict', message, { code })
}
