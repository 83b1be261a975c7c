// The subject of a delivery, read from its payload alone.

import type { DeliverySubject } from '#domain/host/events.js'
import { storable } from '#domain/text/storable.js'
import type { JsonObject } from '#schemas/common.js'
import { idAt, integerAt, objectAt, stringAt } from '../payload.js'

export function deliverySubjectOf(payload: JsonObject): DeliverySubject {
  const repository = objectAt(payload, 'repository')
  return {
    action: shortened(stringAt(payload, 'action')),
    repo: shortened(stringAt(repository, 'full_name')),
    repoId: idAt(repository, 'id'),
    installationId: idAt(objectAt(payload, 'installation'), 'id'),
    entity: entityOf(payload)
  }
}

const LONGEST_COLUMN = 255

function shortened(text: string | null): string | null {
  return text === null ? null : storable(text.slice(0, LONGEST_COLUMN))
}

/** Uses ids, which outlive names. Issues and pull requests share their numbers. */
function entityOf(payload: JsonObject): string | null {
  const repoId = idAt(objectAt(payload, 'repository'), 'id')
  if (repoId === null) {
    const installationId = idAt(objectAt(payload, 'installation'), 'id')
    return installationId === null ? null : `installation/${installationId}`
  }
  const item = objectAt(payload, 'pull_request') ?? objectAt(payload, 'issue')
  const number = integerAt(item, 'number')
  if (number !== null) return `${repoId}#${number}`
  const runId =
    idAt(objectAt(payload, 'workflow_run'), 'id') ?? idAt(objectAt(payload, 'workflow_job'), 'run_id')
  if (runId !== null) return `${repoId}@${runId}`
  // All labels of a repository, because a name passes from one to another.
  return idAt(objectAt(payload, 'label'), 'id') === null ? `${repoId}` : `${repoId}/labels`
}
