// Changes of what is set by the API: each in one transaction with its place in the history and its evidence.

import type { Deps, Tx } from '#deps.js'
import { evidenceOf } from '#domain/configuration/evidence.js'
import { type Fault, faultsOfFrame, findingsIn } from '#domain/configuration/findings.js'
import { patched } from '#domain/configuration/layers/layers.js'
import { shadowsOver, warningOf } from '#domain/configuration/layers/shadows.js'
import { versionIn } from '#domain/configuration/versions.js'
import { keptDocument } from '#domain/text/redaction.js'
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
import { noteActivity } from '#store/activity/activity.js'
import { type HeldConfig, holdConfig, pastConfig, saveConfig } from '#store/configuration/configs.js'
import { type NamedRepository, repositoryNamed } from '#store/mirror/repositories.js'
import { recordAudit } from '../audit/record.js'
import { configIn, configOf, type ResolvedConfig, sourceOf } from './resolve.js'

/** Who asks for a change of which repository, and for which version it is meant. */
export interface ChangeRequest {
  repo: RepoParams
  by: string
  ifMatch: string | undefined
}

interface Change {
  action: ConfigAction
  after: JsonObject
  restoredFrom?: number
}

export function replaceConfig(deps: Deps, request: ChangeRequest, body: JsonObject): Promise<ConfigChange> {
  return change(deps, request, () => ({ action: 'set', after: body }))
}

export async function patchConfig(
  deps: Deps,
  request: ChangeRequest,
  body: JsonObject
): Promise<ConfigChange> {
  // Before it is laid over anything: what is malformed has no end, or no name.
  const malformed = faultsOfFrame(body, { mayLock: false })
  if (malformed.length > 0) throw invalidConfig(malformed)
  return change(deps, request, ({ overrides }) => ({ action: 'patch', after: patched(overrides, body) }))
}

export function deleteConfig(deps: Deps, request: ChangeRequest): Promise<ConfigChange> {
  return change(deps, request, () => ({ action: 'delete', after: {} }))
}

export function restoreConfig(deps: Deps, request: ChangeRequest, id: number): Promise<ConfigChange> {
  return change(deps, request, async (_, { tx, repoId }) => {
    const past = await pastConfig(tx, repoId, id)
    if (!past) throw configEntryNotFound(id)
    if (past.action === 'delete') throw nothingToRestore(id)
    return { action: 'restore', after: past.after, restoredFrom: id }
  })
}

interface Held {
  tx: Tx
  repoId: number
}

type Decide = (held: HeldConfig, within: Held) => Change | Promise<Change>

/** Whoever changes the same configuration at the same time waits, and goes on from what came of it. */
async function change(deps: Deps, request: ChangeRequest, decide: Decide): Promise<ConfigChange> {
  const meant = meantVersion(request.ifMatch)
  const repo = await repositoryNamed(deps.db, request.repo)
  // Before the transaction, which waits for nobody: the reply shows what holds from now on.
  await configOf(deps, repo)
  return deps.transaction(async (tx) => {
    const held = await holdConfig(tx, repo.repoId)
    if (!held) throw repoNotFound(repo.fullName)
    if (meant !== null && meant !== held.version) throw staleVersion(held.version)
    const decided = await decide(held, { tx, repoId: repo.repoId })
    const warnings = refuseFaults(decided.after)
    const next = { ...decided, after: keptDocument(decided.after) }
    const isNew = next.action === 'restore' || JSON.stringify(next.after) !== JSON.stringify(held.overrides)
    if (isNew) await record(deps, tx, { repo, by: request.by, held, next })
    const resolved = await configIn(deps, tx, repo.repoId)
    return replyOf(resolved, { next, warnings, isNew })
  })
}

/** Says what is only doubtful. What is nested without end is refused before it is measured, which it cannot be. */
function refuseFaults(after: JsonObject): Fault[] {
  const { errors, warnings } = findingsIn(after, { mayLock: false })
  const faults = errors.length > 0 ? errors : faultsOfSize(after)
  if (faults.length > 0) throw invalidConfig(faults)
  return warnings
}

const MOST_BYTES = 65_536

/** Of all that is set together: many small changes must not grow without end. */
function faultsOfSize(after: JsonObject): Fault[] {
  const bytes = Buffer.byteLength(JSON.stringify(after))
  if (bytes <= MOST_BYTES) return []
  return [{ path: '', message: `has at most ${MOST_BYTES} bytes in all; with this it would have ${bytes}` }]
}

function meantVersion(ifMatch: string | undefined): number | null {
  const meant = ifMatch === undefined ? null : versionIn(ifMatch)
  if (meant === undefined) throw invalidParameter('if-match', 'must be a version, such as 3', 'invalid_field')
  return meant
}

interface Recorded {
  repo: NamedRepository
  by: string
  held: HeldConfig
  next: Change
}

async function record(deps: Deps, tx: Tx, { repo, by, held, next }: Recorded): Promise<void> {
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
    payload: { ...evidenceOf(change), history_id: entryId, version, restored_from: restoredFrom },
    occurredAt: at
  })
  await noteActivity(tx, [
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

interface Outcome {
  next: Change
  warnings: Fault[]
  isNew: boolean
}

const MESSAGES: Readonly<Record<ConfigAction, string>> = {
  set: 'The overrides are replaced.',
  patch: 'The overrides are updated.',
  delete: 'The overrides are removed. The files and defaults apply.',
  restore: 'The overrides of the earlier change are restored.'
}

function replyOf(resolved: ResolvedConfig, { next, warnings, isNew }: Outcome): ConfigChange {
  const { config, version } = resolved
  return {
    ok: true,
    message: isNew ? MESSAGES[next.action] : 'Nothing had to be changed.',
    source: sourceOf(resolved),
    config,
    version,
    // What was set and does not hold, as the organisation has locked it, or as nothing may be done.
    warnings: [...warnings, ...shadowsOver(next.after, resolved).map(warningOf)]
  }
}
