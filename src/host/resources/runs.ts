// CI runs in the host's words, from its events and its listings alike.

import type { HostRun } from '#domain/host/items.js'
import type { JsonObject } from '#schemas/common.js'
import { RUN_CONCLUSIONS, type RunConclusion, type RunStatus } from '#schemas/host/words.js'
import { idAt, momentAt, objectAt, ordinalAt, stringAt } from '../events/payload.js'

/** Nothing where it says too little. */
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

/** Of a fork that was deleted the host says that there is none; where it says nothing at all, nobody knows of a fork. */
function forkIn(object: JsonObject | undefined): number | null {
  if (object?.['head_repository'] === null) return 0
  const [home, head] = [objectAt(object, 'repository'), objectAt(object, 'head_repository')].map((one) =>
    idAt(one, 'id')
  )
  return head === undefined || home === undefined || home === null || head === home ? null : head
}

/** The host has more words for waiting. */
function statusOf(object: JsonObject | undefined): RunStatus {
  const status = stringAt(object, 'status')
  return status === 'completed' || status === 'in_progress' ? status : 'queued'
}

/** A word that the host has invented since is no success and no failure. */
function conclusionOf(object: JsonObject | undefined): RunConclusion {
  const conclusion = stringAt(object, 'conclusion')
  return RUN_CONCLUSIONS.find((known) => known === conclusion) ?? 'neutral'
}
