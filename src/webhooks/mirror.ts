// Applies events to the mirror, before other capabilities handle them.
import type { WithinRepository } from '#domain/host/events.js'
import type { EventHandlers, EventOf } from '#registry.js'
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
  requestPartSync,
  requestRepositorySyncs
} from '#services/mirror/sync/request.js'

/** The mirror handles every event. */
export const mirrorEvents: Required<EventHandlers> = {
  installation: onInstallation,
  'installation-repositories': onSelection,
  repository: onRepository,
  push: onPush,
  release: recordMention,
  review: recordMention,
  'review-thread': recordMention,
  checks: recordMention,
  part: onPart,
  label: onLabel,
  member: onMember,
  async issue(context, event) {
    await recordMention(context, event)
    const removal = event.gone ? { goneAt: context.at } : {}
    await mirrorIssues(context.deps, context.tx, { ...mirrorContext(context, event), ...removal }, [
      event.issue
    ])
  },
  async 'pull-request'(context, event) {
    await recordMention(context, event)
    await mirrorPullRequests(context.deps, context.tx, mirrorContext(context, event), [event.pullRequest])
  },
  async 'ci-run'(context, event) {
    await recordMention(context, event)
    await mirrorRuns(context.deps, context.tx, mirrorContext(context, event), [event.run])
  }
}

const mirrorContext = ({ at, isOvertaken }: DeliveryContext, { repository }: WithinRepository) => ({
  repoId: repository.hostId,
  receivedAt: at,
  isOvertaken
})

/** Every event within a repository carries the current name of the repository. */
async function recordMention({ deps, tx, at }: DeliveryContext, event: WithinRepository): Promise<void> {
  const { repository, installationId } = event
  await mentionRepository(deps, tx, { repository, installationId, at })
}

/** Syncs an installation when it is created, resumed or granted more; suspends its syncs while it is suspended. */
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

/** Handles every event that names a repository, comments on pull requests included: it carries the current name. */
async function onRepository(context: DeliveryContext, event: EventOf<'repository'>): Promise<void> {
  const { deps, tx, at } = context
  const { repository, installationId, change } = event
  if (change === null) await recordMention(context, event)
  else await recordRepository(deps, tx, { repository, installationId, change, at })
  if (change === null || change === 'present') await requestFirstSync(deps, tx, repository.hostId)
}

async function onPush(context: DeliveryContext, event: EventOf<'push'>): Promise<void> {
  await recordMention(context, event)
  await requestFirstSync(context.deps, context.tx, event.repository.hostId)
}

async function onLabel(context: DeliveryContext, event: EventOf<'label'>): Promise<void> {
  await recordMention(context, event)
  const { repository, change, label, formerName } = event
  const { tx, at, isOvertaken } = context
  await recordLabel(tx, { repository, change, label, formerName, at, isOvertaken })
}

/** Reads the part again. */
async function onPart(context: DeliveryContext, event: EventOf<'part'>): Promise<void> {
  await recordMention(context, event)
  await requestPartSync(context.deps, context.tx, event.repository.hostId, event.part)
}

async function onMember({ tx, at }: DeliveryContext, event: EventOf<'member'>): Promise<void> {
  const { installationId, member, change } = event
  await recordMember(tx, { installationId, member, change, at })
}
