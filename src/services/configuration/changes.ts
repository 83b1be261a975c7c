// Changes overrides through the API: each in one transaction with its history entry and its audit entry.

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

/** Who changes which repository, and which version the change is meant for. */
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
  // Checked before the merge: a malformed patch may be nested too deeply or have invalid names.
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

/** Concurrent changes of the same configuration wait, and continue from the result. */
async function applyChange(deps: Deps, request: ChangeRequest, decide: DecideChange): Promise<ConfigChange> {
  const expected = expectedVersion(request.ifMatch)
  const repo = await repositoryByName(deps.db, request.repo)
  // The files are refreshed before the transaction, which does not call the host, so that the reply shows what applies
  // from now on.
  await loadConfig(deps, repo)
  return deps.transaction(async (tx) => {
    const held = await lockConfig(tx, repo.repoId)
    if (!held) throw repoNotFound(repo.fullName)
    if (expected !== null && expected !== held.version) throw staleVersion(held.version)
    const change = await decide(held, { tx, repoId: repo.repoId })
    const warnings = rejectFaults(change.after)
    const next = { ...change, after: redactDocument(change.after) }
    const isNew = next.action === 'restore' || JSON.stringify(next.after) !== JSON.stringify(held.overrides)
    if (isNew) await recordChange(deps, tx, { repo, by: request.by, held, next })
    const resolved = await loadStoredConfig(deps, tx, repo.repoId)
    return replyOf(resolved, { next, warnings, isNew })
  })
}

/** Returns warnings. Faults are checked before the size: a document nested too deeply cannot be measured. */
function rejectFaults(after: JsonObject): ConfigFault[] {
  const { errors, warnings } = checkLayer(after, { mayLock: false })
  const faults = errors.length > 0 ? errors : faultsOfSize(after)
  if (faults.length > 0) throw invalidConfig(faults)
  return warnings
}

const MOST_BYTES = 65_536

/** Limits the size of all overrides together, so that many small changes cannot grow without bound. */
function faultsOfSize(after: JsonObject): ConfigFault[] {
  const bytes = Buffer.byteLength(JSON.stringify(after))
  if (bytes <= MOST_BYTES) return []
  return [{ path: '', message: `has at most ${MOST_BYTES} bytes in all; with this it would have ${bytes}` }]
}

function expectedVersion(ifMatch: string | undefined): number | null {
  const expected = ifMatch === undefined ? null : parseIfMatch(ifMatch)
  if (expected === undefined)
    throw invalidParameter('if-match', 'must be a version, such as 3', 'invalid_field')
  return expected
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
    message: isNew ? MESSAGES[next.action] : 'Nothing has changed.',
    source: configSourceOf(resolved),
    config,
    version,
    // Overrides without effect, because the organisation locked the setting or the file is unreadable.
    warnings: [...warnings, ...findShadows(next.after, resolved).map(shadowWarning)]
  }
}
