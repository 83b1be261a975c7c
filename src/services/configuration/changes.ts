// Changes of what is set by the API: each in one transaction with its place in the history and its evidence.

import type { Deps, Tx } from '#deps.js'
import { configChangeEvidence } from '#domain/configuration/change-evidence.js'
import { type ConfigFault, checkLayer, findFrameFaults } from '#domain/configuration/findings.js'
import { parseIfMatch } from '#domain/configuration/if-match.js'
import { applyLayerPatch } from '#domain/configuration/layers/layers.js'
import { findShadows, shadowWarning } from '#domain/configuration/layers/shadows.js'
import { redactDocument } from '#domain/text/redaction.js'
import {
  configEntryNotFound,
  invalidConfig,
  invalidParameter,
  nothingToRestore,
  repoNotFound,
  staleVersion
} from '#errors/errors.js'
import type { JsonObject, RepoParams } from '#schemas/common.js'
import type { ConfigAction, ConfigChange } from '#schemas/configuration/config.js'
import { recordActivity } from '#store/activity/activity.js'
import { configEntryById, type LockedConfig, lockConfig, saveConfig } from '#store/configuration/configs.js'
import { type RepositoryRef, repositoryByName } from '#store/mirror/repositories.js'
import { recordAudit } from '../audit/record.js'
import { configSourceOf, loadConfig, loadStoredConfig, type ResolvedConfig } from './resolve.js'

/** Who asks for a change of which repository, and for which version it is meant. */
export interface ChangeRequest {
  repo: RepoParams
  by: string
  ifMatch: string | undefined
}

interface OverrideChange {
  action: ConfigAction
  after: JsonObject
  restoredFrom?: number
}

export function replaceConfig(deps: Deps, request: ChangeRequest, body: JsonObject): Promise<ConfigChange> {
  return applyChange(deps, request, () => ({ action: 'set', after: body }))
}

export async function patchConfig(
  deps: Deps,
  request: ChangeRequest,
  body: JsonObject
): Promise<ConfigChange> {
  // Before it is laid over anything: what is malformed has no end, or no name.
  const malformed = findFrameFaults(body, { mayLock: false })
  if (malformed.length > 0) throw invalidConfig(malformed)
  return applyChange(deps, request, ({ overrides }) => ({
    action: 'patch',
    after: applyLayerPatch(overrides, body)
  }))
}

export function deleteConfig(deps: Deps, request: ChangeRequest): Promise<ConfigChange> {
  return applyChange(deps, request, () => ({ action: 'delete', after: {} }))
}

export function restoreConfig(deps: Deps, request: ChangeRequest, id: number): Promise<ConfigChange> {
  return applyChange(deps, request, async (_, { tx, repoId }) => {
    const past = await configEntryById(tx, repoId, id)
    if (!past) throw configEntryNotFound(id)
    if (past.action === 'delete') throw nothingToRestore(id)
    return { action: 'restore', after: past.after, restoredFrom: id }
  })
}

interface ChangeScope {
  tx: Tx
  repoId: number
}

type DecideChange = (held: LockedConfig, within: ChangeScope) => OverrideChange | Promise<OverrideChange>

/** Whoever changes the same configuration at the same time waits, and goes on from what came of it. */
async function applyChange(deps: Deps, request: ChangeRequest, decide: DecideChange): Promise<ConfigChange> {
  const meant = expectedVersion(request.ifMatch)
  const repo = await repositoryByName(deps.db, request.repo)
  // Before the transaction, which waits for nobody: the reply shows what holds from now on.
  await loadConfig(deps, repo)
  return deps.transaction(async (tx) => {
    const held = await lockConfig(tx, repo.repoId)
    if (!held) throw repoNotFound(repo.fullName)
    if (meant !== null && meant !== held.version) throw staleVersion(held.version)
    const decided = await decide(held, { tx, repoId: repo.repoId })
    const warnings = rejectFaults(decided.after)
    const next = { ...decided, after: redactDocument(decided.after) }
    const isNew = next.action === 'restore' || JSON.stringify(next.after) !== JSON.stringify(held.overrides)
    if (isNew) await recordChange(deps, tx, { repo, by: request.by, held, next })
    const resolved = await loadStoredConfig(deps, tx, repo.repoId)
    return replyOf(resolved, { next, warnings, isNew })
  })
}

/** Says what is only doubtful. What is nested without end is refused before it is measured, which it cannot be. */
function rejectFaults(after: JsonObject): ConfigFault[] {
  const { errors, warnings } = checkLayer(after, { mayLock: false })
  const faults = errors.length > 0 ? errors : faultsOfSize(after)
  if (faults.length > 0) throw invalidConfig(faults)
  return warnings
}

const MOST_BYTES = 65_536

/** Of all that is set together: many small changes must not grow without end. */
function faultsOfSize(after: JsonObject): ConfigFault[] {
  const bytes = Buffer.byteLength(JSON.stringify(after))
  if (bytes <= MOST_BYTES) return []
  return [{ path: '', message: `has at most ${MOST_BYTES} bytes in all; with this it would have ${bytes}` }]
}

function expectedVersion(ifMatch: string | undefined): number | null {
  const meant = ifMatch === undefined ? null : parseIfMatch(ifMatch)
  if (meant === undefined) throw invalidParameter('if-match', 'must be a version, such as 3', 'invalid_field')
  return meant
}

interface ChangeRecord {
  repo: RepositoryRef
  by: string
  held: LockedConfig
  next: OverrideChange
}

async function recordChange(deps: Deps, tx: Tx, { repo, by, held, next }: ChangeRecord): Promise<void> {
  const { action, after, restoredFrom = null } = next
  const at = deps.now()
  const version = held.version + 1
  const { repoId } = repo
  const change = { repoId, action, before: held.overrides, after, version, restoredFrom, by, at }
  const entryId = await saveConfig(tx, change)
  await recordAudit(tx, {
    category: 'config_change',
    eventType: action,
    actor: by,
    actorType: 'human',
    repo: repo.fullName,
    payload: { ...configChangeEvidence(change), history_id: entryId, version, restored_from: restoredFrom },
    occurredAt: at
  })
  await recordActivity(tx, [
    {
      source: 'config_change',
      sourceId: entryId,
      repoId,
      targetNumber: null,
      targetUrl: null,
      actionType: action,
      status: 'applied',
      detail: `${MESSAGES[action]} By ${by}; version ${version}.`,
      createdAt: at
    }
  ])
}

interface ChangeOutcome {
  next: OverrideChange
  warnings: ConfigFault[]
  isNew: boolean
}

const MESSAGES: Readonly<Record<ConfigAction, string>> = {
  set: 'The overrides are replaced.',
  patch: 'The overrides are updated.',
  delete: 'The overrides are removed. The files and defaults apply.',
  restore: 'The overrides of the earlier change are restored.'
}

function replyOf(resolved: ResolvedConfig, { next, warnings, isNew }: ChangeOutcome): ConfigChange {
  const { config, version } = resolved
  return {
    ok: true,
    message: isNew ? MESSAGES[next.action] : 'Nothing had to be changed.',
    source: configSourceOf(resolved),
    config,
    version,
    // What was set and does not hold, as the organisation has locked it, or as nothing may be done.
    warnings: [...warnings, ...findShadows(next.after, resolved).map(shadowWarning)]
  }
}
