// Creates, replaces, deletes and shows the gates of a repository.

import type { Deps, Tx } from '#deps.js'
import { findContradiction } from '#domain/configuration/gate-contradictions.js'
import { defaultGateFirst, type GateDefinition, gatesInForce, overallResult } from '#domain/gates/gates.js'
import { gateContradicts, gateNotFound, repoNotFound, tooManyGates } from '#errors/errors.js'
import type { GateBody, GateStanding, RepoGates } from '#schemas/gates/gates.js'
import { type FleetGates, type Gate, MOST_GATES, type Overall } from '#schemas/gates/gates.js'
import {
  deleteStoredGate,
  type GateStandingRow,
  gateStandingsOf,
  type StoredGate,
  storedGates,
  upsertGate
} from '#store/gates/gates.js'
import type { FleetRow } from '#store/gates/reports.js'
import { lockRepository } from '#store/mirror/mirror.js'
import type { RepositoryRef } from '#store/mirror/repositories.js'
import { recordAudit } from '../audit/record.js'
import { loadStoredConfig, unreadableMessage, whyUnreadable } from '../configuration/resolve.js'

export function gateDefinitionOf({ name, isDefault, blockOnFail, conditions }: StoredGate): GateDefinition {
  return { name, source: 'database', isDefault, blockOnFail, conditions }
}

/** Contradictory conditions would block every merge. */
export function rejectContradiction(conditions: GateBody['conditions']): void {
  const found = findContradiction(conditions)
  if (found) throw gateContradicts(`/conditions/${found.at}`, found.message)
}

interface GateChange {
  repo: RepositoryRef
  actor: string
}

export async function putGate(deps: Deps, gate: GateBody, { repo, actor }: GateChange): Promise<Gate> {
  rejectContradiction(gate.conditions)
  const { repoId } = repo
  return deps.transaction(async (tx) => {
    await lockLiveRepository(tx, repo)
    const known = await storedGates(tx, repoId)
    const before = known.find(({ name }) => name === gate.name)
    if (!before && known.length >= MOST_GATES) throw tooManyGates(MOST_GATES)
    const saved = await upsertGate(tx, repoId, { gate, at: deps.now() })
    const former = known.find(({ name, isDefault }) => isDefault && name !== gate.name)
    const standing = (await gateStandingsOf(tx, repoId)).find(({ gateName }) => gateName === gate.name)
    await recordAudit(tx, {
      ...entryOf(deps, { repo, actor }, before ? 'gate_replaced' : 'gate_created'),
      payload: {
        before: before ? plain(before) : null,
        after: plain(saved),
        no_longer_default: (saved.isDefault && former?.name) || null
      }
    })
    return shownGate(gateDefinitionOf(saved), saved, standing)
  })
}

/** The repository may have been deleted since the lookup. */
async function lockLiveRepository(tx: Tx, { repoId, fullName }: RepositoryRef): Promise<void> {
  const held = await lockRepository(tx, repoId)
  if (!held?.live) throw repoNotFound(fullName)
}

export async function removeGate(deps: Deps, name: string, { repo, actor }: GateChange): Promise<void> {
  await deps.transaction(async (tx) => {
    await lockLiveRepository(tx, repo)
    const deleted = await deleteStoredGate(tx, repo.repoId, name)
    if (!deleted) throw gateNotFound(name)
    await recordAudit(tx, {
      ...entryOf(deps, { repo, actor }, 'gate_deleted'),
      payload: { before: plain(deleted), after: null }
    })
  })
}

function entryOf(deps: Deps, { repo, actor }: GateChange, eventType: string) {
  const who = { actor, actorType: 'human' as const, repo: repo.fullName }
  return { category: 'config_change' as const, eventType, ...who, occurredAt: deps.now() }
}

function plain({ name, conditions, blockOnFail, isDefault }: StoredGate) {
  return { name, conditions, block_on_fail: blockOnFail, is_default: isDefault }
}

/** Gates of the file are shown as they were last read. */
export async function loadRepoGates(deps: Deps, repo: RepositoryRef): Promise<RepoGates> {
  const { repoId, fullName } = repo
  const [stored, standings, resolved] = await Promise.all([
    storedGates(deps.db, repoId),
    gateStandingsOf(deps.db, repoId),
    loadStoredConfig(deps, deps.db, repoId)
  ])
  const { isReadable } = resolved
  const gates = defaultGateFirst(gatesInForce(stored.map(gateDefinitionOf), resolved.config.quality_gates))
  const names = new Set(gates.map(({ name }) => name))
  return {
    repo: fullName,
    // An unknown gate may fail.
    overall: isReadable ? overallResult(standings.filter(({ gateName }) => names.has(gateName))) : 'failed',
    unknown: whyUnreadable(resolved),
    gates: gates.map((gate) =>
      shownGate(
        gate,
        stored.find(({ name }) => name === gate.name),
        standings.find(({ gateName }) => gateName === gate.name)
      )
    ),
    total: gates.length
  }
}

function shownGate(
  gate: GateDefinition,
  stored: StoredGate | undefined,
  standing: GateStandingRow | undefined
): Gate {
  return {
    id: stored?.id ?? null,
    name: gate.name,
    source: gate.source,
    is_default: gate.isDefault,
    conditions: [...gate.conditions],
    block_on_fail: gate.blockOnFail,
    latest_evaluation: standing ? shownStanding(standing) : null,
    created_at: stored?.createdAt.toISOString() ?? null,
    updated_at: stored?.updatedAt.toISOString() ?? null
  }
}

function shownStanding(standing: GateStandingRow): GateStanding {
  const { result, score, conditions, passedCount, failedCount, totalCount, evaluatedAt } = standing
  const counts = { passed_count: passedCount, failed_count: failedCount, total_count: totalCount }
  return { result, score, ...counts, conditions, evaluated_at: evaluatedAt.toISOString() }
}

/**
 * All repositories with an evaluated gate; rows must be grouped by repository. If files are read at all, a repository
 * with an unknown configuration counts as unknown.
 */
export function fleetGatesReply(
  rows: readonly FleetRow[],
  { areFilesRead }: { areFilesRead: boolean }
): FleetGates {
  const groups = new Map<number, FleetRow[]>()
  for (const row of rows) {
    const group = groups.get(row.repoId)
    if (group) group.push(row)
    else groups.set(row.repoId, [row])
  }
  const repos = [...groups.values()].map((group) => shownGroup(group, areFilesRead))
  const count = (overall: Overall) => repos.filter((repo) => repo.overall === overall).length
  const counts = { passed: count('passed'), failed: count('failed'), warning: count('warning') }
  const unknown = repos.filter((repo) => repo.unknown !== null).length
  return { total_repos: repos.length, ...counts, unknown, repos }
}

function shownGroup(group: readonly FleetRow[], areFilesRead: boolean): FleetGates['repos'][number] {
  const unread = areFilesRead ? (group[0]?.unread ?? null) : null
  return {
    repo: group[0]?.repo ?? '',
    repoId: group[0]?.repoId ?? 0,
    // An unknown gate may fail.
    overall: unread === null ? overallResult(group) : 'failed',
    unknown: unread === null ? null : unreadableMessage(unread),
    gates: group.map(({ name, result, score, blockOnFail, evaluatedAt }) => ({
      name,
      result,
      score,
      block_on_fail: blockOnFail,
      evaluated_at: evaluatedAt
    }))
  }
}
