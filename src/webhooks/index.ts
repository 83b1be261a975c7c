// What each event of ours does, inside the transaction that settles its delivery.
import type { HostEvent } from '../../schemas/events.js'
import type { Tx } from '../deps.js'
import { onCiRun } from './ci-run.js'
import { onInstallation } from './installation.js'
import { onInstallationRepositories } from './installation-repositories.js'
import { onIssue } from './issue.js'
import { onPullRequest } from './pull-request.js'
import { onRepository } from './repository.js'

type Handlers = {
  readonly [Kind in HostEvent['kind']]: (
    tx: Tx,
    event: Extract<HostEvent, { kind: Kind }>,
    at: Date
  ) => Promise<void>
}

const handlers: Handlers = {
  installation: onInstallation,
  'installation-repositories': onInstallationRepositories,
  repository: onRepository,
  issue: onIssue,
  'pull-request': onPullRequest,
  'ci-run': onCiRun
}

export async function applyEvent(tx: Tx, event: HostEvent, at: Date): Promise<void> {
  // TypeScript does not relate the kind to its handler across an index; the table's type does.
  const handle = handlers[event.kind] as (tx: Tx, event: HostEvent, at: Date) => Promise<void>
  await handle(tx, event, at)
}
