// Errors of requests to the pillars.
import { type FaultDetail, ServiceError } from './errors.js'

export function issueNotFound(hostId: number): ServiceError {
  return new ServiceError('not_found', `No issue with the host id ${hostId} is known.`, {
    code: 'issue_not_found'
  })
}

export function signalNotFound(id: number): ServiceError {
  return new ServiceError('not_found', `Duplicate signal ${id} does not exist.`, { code: 'signal_not_found' })
}

export function signalState(id: number, status: string, what: string): ServiceError {
  return new ServiceError('conflict', `Duplicate signal ${id} is ${status}, so it cannot be ${what}.`, {
    code: 'invalid_state'
  })
}

export function closingIsOff(): ServiceError {
  return new ServiceError(
    'conflict',
    'Closing duplicates is disabled in this repository. Turn on pillars.triage.close_duplicates first.',
    { code: 'closing_is_off' }
  )
}

export function detectionIsOff(fullName: string): ServiceError {
  return new ServiceError(
    'conflict',
    `Duplicate detection is disabled in ${fullName}. Turn on pillars.triage.duplicate_detection first.`,
    {
      code: 'detection_is_off'
    }
  )
}

export function triageFailureNotFound(jobId: string): ServiceError {
  return new ServiceError('not_found', `Triage has no failed job ${jobId}.`)
}

export function triageFailureState(jobId: string, state: string): ServiceError {
  return new ServiceError(
    'conflict',
    `The triage failure of job ${jobId} is ${state}, so it cannot be retried.`,
    { code: 'invalid_state' }
  )
}

export function runNotFound(id: number): ServiceError {
  return new ServiceError('not_found', `CI run ${id} does not exist.`, { code: 'run_not_found' })
}

export type HealRefusal = 'attempt_open' | 'run_not_failed' | 'already_healed' | 'pillar_disabled' | 'waived'

export function healRefused(code: HealRefusal, message: string): ServiceError {
  return new ServiceError('conflict', message, { code })
}

export function issueNumberNotFound(fullName: string, number: number): ServiceError {
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

export function invalidSettings(details: readonly FaultDetail[]): ServiceError {
  const [first] = details
  return new ServiceError('invalid', `${first?.path}: ${first?.message}`, {
    code: 'invalid_field',
    details: [...details]
  })
}

export function maintenanceDisabled(fullName: string): ServiceError {
  return new ServiceError(
    'conflict',
    `Maintenance is disabled in ${fullName}. Set enabled to true in its maintainer settings first.`,
    { code: 'pillar_disabled' }
  )
}

export function cleanupDisabled(fullName: string): ServiceError {
  return new ServiceError(
    'conflict',
    `Branches are not cleaned up in ${fullName}. Set cleanup_branches to true in its maintainer settings first.`,
    { code: 'cleanup_disabled' }
  )
}
