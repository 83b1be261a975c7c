// Why a merge is not taken back.
import { ServiceError } from './errors.js'

export const mergeNotFound = (repo: string, what: string) =>
  new ServiceError('not_found', `The repository ${repo} has no ${what}.`)

export const rollbackStands = (id: number, mergeCommit: string) =>
  new ServiceError(
    'conflict',
    `Rollback ${id} takes ${mergeCommit.slice(0, 7)} back already. Close its pull request first, if you want another one.`,
    { code: 'rollback_exists' }
  )

export const rollbackUncertain = (id: number) =>
  new ServiceError(
    'conflict',
    `Nobody knows yet whether rollback ${id} of this merge has opened a pull request. Try again in a few minutes.`,
    { code: 'rollback_exists' }
  )
