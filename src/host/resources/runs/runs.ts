// Parses CI runs from events and listings alike.

import type { HostRun } from '#domain/host/items.js'
import type { JsonObject } from '#schemas/common.js'
import { RUN_CONCLUSIONS, type RunConclusion, type RunStatus } from '#schemas/host/enums.js'
import { idAt, momentAt, objectAt, ordinalAt, stringAt } from '../../payload.js'

/** Undefined for incomplete objects. */
export function runOf(object: JsonObject | undefined): HostRun | undefined {
  const hostRunId = idAt(object, 'id')
  const headSha = stringAt(object, 'head_sha')
  const createdAt = momentAt(object, 'created_at')
  const updatedAt = momentAt(object, 'updated_at')
  if (hostRunId === null || headSha === null || !createdAt || !updatedAt) return undefined
  const status = statusOf(object)
  return {
    hostRunId,
    attempt: ordinalAt(object, 'run_attempt') ?? 1,
    workflowName: stringAt(object, 'name') ?? '',
    branch: stringAt(object, 'head_branch') ?? '',
    forkId: forkIn(object),
    headSha,
    event: stringAt(object, 'event'),
    actor: stringAt(objectAt(object, 'actor'), 'login'),
    htmlUrl: stringAt(object, 'html_url'),
    status,
    conclusion: status === 'completed' ? conclusionOf(object) : null,
    createdAt,
    updatedAt,
    completedAt: status === 'completed' ? updatedAt : null
  }
}

/** The host sends null for a deleted fork, which becomes 0. If the repositories are missing, no fork is assumed. */
function forkIn(object: JsonObject | undefined): number | null {
  if (object?.['head_repository'] === null) return 0
  const [base, head] = [objectAt(object, 'repository'), objectAt(object, 'head_repository')].map(
    (repository) => idAt(repository, 'id')
  )
  return head === undefined || base === undefined || base === null || head === base ? null : head
}

/** The host has several more statuses for waiting. */
function statusOf(object: JsonObject | undefined): RunStatus {
  const status = stringAt(object, 'status')
  return status === 'completed' || status === 'in_progress' ? status : 'queued'
}

/** A conclusion that is unknown to the service counts as neither success nor failure. */
function conclusionOf(object: JsonObject | undefined): RunConclusion {
  const conclusion = stringAt(object, 'conclusion')
  return RUN_CONCLUSIONS.find((known) => known === conclusion) ?? 'neutral'
}
