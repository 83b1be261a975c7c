// Events bring the mirror up to date; what others do about them comes after.
import type { HostEvent, WithinRepository } from '#domain/host/events.js'
import type { EventHandlers } from '#registry.js'
import type { DeliveryContext } from '#services/deliveries/handle.js'
import {
  mentionRepository,
  recordInstallation,
  recordRepository,
  recordSelection
} from '#services/mirror/identities.js'
import { recordLabel } from '#services/mirror/labels.js'
import { recordMember } from '#services/mirror/members.js'
import { mirrorIssues, mirrorPullRequests, mirrorRuns } from '#services/mirror/mirror.js'
import {
  recordSuspended,
  requestFirstSync,
  requestInstallationSync,
  requestRepositorySyncs
} from '#services/mirror/sync/request.js'

type EventOf<Kind extends HostEvent['kind']> = Extract<HostEvent, { kind: Kind }>

/** Every event of ours concerns the mirror. */
export const mirrorEvents: Required<EventHandlers> = {
  installation: onInstallation,
  'installation-repositories': onSelection,
  repository: onRepository,
  configuration: recordMention,
  release: recordMention,
  label: onLabel,
  member: onMember,
  async issue(receipt, event) {
    await recordMention(receipt, event)
    const ending = event.gone ? { goneAt: receipt.at } : {}
    await mirrorIssues(receipt.tx, { ...mirrorContext(receipt, event), ...ending }, [event.issue])
  },
  async 'pull-request'(receipt, event) {
    await recordMention(receipt, event)
    await mirrorPullRequests(receipt.tx, mirrorContext(receipt, event), [event.pullRequest])
  },
  async 'ci-run'(receipt, event) {
    await recordMention(receipt, event)
    await mirrorRuns(receipt.tx, mirrorContext(receipt, event), [event.run])
  }
}

const mirrorContext = ({ at, isOvertaken }: DeliveryContext, { repository }: WithinRepository) => ({
  repoId: repository.hostId,
  receivedAt: at,
  isOvertaken
})

/** Whatever happens within a repository, its event tells what the repository is called now. */
async function recordMention({ deps, tx, at }: DeliveryContext, event: WithinRepository): Promise<void> {
  const { repository, installationId } = event
  await mentionRepository(deps, tx, { repository, installationId, at })
}

/** What an installation sees is synced when it comes, comes back, or is allowed more; while it is suspended nothing is. */
async function onInstallation(
  { deps, tx, at }: DeliveryContext,
  event: EventOf<'installation'>
): Promise<void> {
  const { installation, change, repositories } = event
  await recordInstallation(deps, tx, { installation, change, repositories, at })
  if (change === 'suspended') await recordSuspended(tx, installation.hostId)
  if (change === 'present') await requestInstallationSync(deps, tx, installation.hostId)
}

async function onSelection(
  { deps, tx, at }: DeliveryContext,
  event: EventOf<'installation-repositories'>
): Promise<void> {
  const { installation, added, removed } = event
  await recordSelection(deps, tx, { installation, added, removed, at })
  await requestRepositorySyncs(
    deps,
    tx,
    added.map(({ hostId }) => hostId)
  )
}

/** Every event that names a repository tells what it is called now; comments on pull requests are among them. */
async function onRepository(receipt: DeliveryContext, event: EventOf<'repository'>): Promise<void> {
  const { deps, tx, at } = receipt
  const { repository, installationId, change } = event
  if (change === null) await recordMention(receipt, event)
  else await recordRepository(deps, tx, { repository, installationId, change, at })
  if (change === null || change === 'present') await requestFirstSync(deps, tx, repository.hostId)
}

async function onLabel(receipt: DeliveryContext, event: EventOf<'label'>): Promise<void> {
  await recordMention(receipt, event)
  const { repository, change, label, formerName } = event
  const { tx, at, isOvertaken } = receipt
  await recordLabel(tx, { repository, change, label, formerName, at, isOvertaken })
}

async function onMember({ tx, at }: DeliveryContext, event: EventOf<'member'>): Promise<void> {
  const { installationId, member, change } = event
  await recordMember(tx, { installationId, member, change, at })
}
