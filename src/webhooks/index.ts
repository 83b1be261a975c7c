// What each event of ours does, inside the transaction that settles its delivery.
import type { HostEvent } from '../../schemas/events.js'
import type { Receipt } from '../services/deliveries.js'
import { onCiRun } from './ci-run.js'
import { onConfiguration } from './configuration.js'
import { onInstallation } from './installation.js'
import { onInstallationRepositories } from './installation-repositories.js'
import { onIssue } from './issue.js'
import { onLabel } from './label.js'
import { onMember } from './member.js'
import { onPullRequest } from './pull-request.js'
import { onRelease } from './release.js'
import { onRepository } from './repository.js'

type Handlers = {
  readonly [Kind in HostEvent['kind']]: (
    receipt: Receipt,
    event: Extract<HostEvent, { kind: Kind }>
  ) => Promise<void>
}

const handlers: Handlers = {
  installation: onInstallation,
  'installation-repositories': onInstallationRepositories,
  repository: onRepository,
  configuration: onConfiguration,
  issue: onIssue,
  'pull-request': onPullRequest,
  release: onRelease,
  'ci-run': onCiRun,
  label: onLabel,
  member: onMember
}

export async function applyEvent(receipt: Receipt, event: HostEvent): Promise<void> {
  // TypeScript does not relate the kind to its handler across an index; the table's type does.
  const handle = handlers[event.kind] as (receipt: Receipt, event: HostEvent) => Promise<void>
  await handle(receipt, event)
}
