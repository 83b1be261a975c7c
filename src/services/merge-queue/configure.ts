// People set how the queue of a repository works.
import type { Deps, Tx } from '#deps.js'
import { isBranchName } from '#domain/host/branch-name.js'
import { parseMoment } from '#domain/time/moment.js'
import { invalidParameter, repoNotFound } from '#errors/errors.js'
import { fullNameOf, type RepoParams } from '#schemas/common.js'
import type { QueueConfiguration, QueuePatch, QueueSettings } from '#schemas/merge-queue/configuration.js'
import {
  type QueueConfigRow,
  queueConfigOf,
  queueSettingsIn,
  saveQueueConfig
} from '#store/merge-queue/configs.js'
import { labelledPulls } from '#store/merge-queue/labelled-pulls.js'
import { lanesOf } from '#store/merge-queue/lanes.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { type RepositoryRef, repositoryByName } from '#store/mirror/repositories.js'
import { loadStoredConfig } from '../configuration/resolve.js'
import { type GovernedOutcome, govern, type Initiator } from '../maintenance/governance.js'
import { openLane } from './lane/change-lane.js'
import { reconfigure } from './lane/reconfigure.js'
import { requestPullLooks } from './requests.js'
import { defaultSettings } from './setup.js'

export interface QueueChange {
  by: Initiator
  repo: RepoParams
  patch: QueuePatch
}

export function configureQueue(deps: Deps, { by, repo, patch }: QueueChange): Promise<QueueConfiguration> {
  const act = { by, action: 'queue.config.update', target: { type: 'repo' as const, id: fullNameOf(repo) } }
  return govern(deps, act, async () => {
    assertBranch(patch)
    assertFreezes(patch)
    assertAreas(patch)
    const repository = await repositoryByName(deps.db, repo)
    return (tx) => write(deps, tx, repository, patch)
  })
}

function assertBranch({ base_branch: branch = null }: QueuePatch): void {
  if (branch !== null && !isBranchName(branch))
    throw invalidParameter('/base_branch', 'must be the name of a branch', 'invalid_field')
}

function assertFreezes({ freezes = [] }: QueuePatch): void {
  for (const [index, { from, to }] of freezes.entries()) {
    const begin = parseMoment(`/freezes/${index}/from`, from, 'start')
    if (begin >= parseMoment(`/freezes/${index}/to`, to, 'start'))
      throw invalidParameter(`/freezes/${index}/to`, 'must be later than `from`', 'invalid_field')
  }
}

function assertAreas({ areas = [] }: QueuePatch): void {
  const names = areas.map(({ name }) => name)
  for (const [index, name] of names.entries())
    if (names.indexOf(name) < index)
      throw invalidParameter(`/areas/${index}/name`, 'must be the name of one area only', 'invalid_field')
}

/** Lanes come first, as for everybody who changes one. */
async function write(
  deps: Deps,
  tx: Tx,
  { repoId, fullName }: RepositoryRef,
  patch: QueuePatch
): Promise<GovernedOutcome<QueueConfiguration>> {
  const at = deps.now()
  const lanes = await lanesOf(tx, repoId)
  for (const lane of lanes) await openLane(deps, tx, lane)
  const held = await lockRepository(tx, repoId)
  if (!held?.live) throw repoNotFound(fullName)
  const known = await queueConfigOf(tx, repoId)
  const before = known ? queueSettingsIn(known) : defaultSettings(await loadStoredConfig(deps, tx, repoId))
  const saved = await saveQueueConfig(tx, repoId, { settings: { ...before, ...patch }, at })
  for (const lane of lanes) await reconfigure(deps, tx, lane, { before, patch })
  if (saved.enabled) await admitLabelled(deps, tx, repoId)
  const shown = { ...queueSettingsIn(saved) }
  return {
    reply: configurationShown(saved),
    payload: { before: plain(before), after: plain(shown) },
    evidence: { category: 'config_change', eventType: 'queue_configured', repo: fullName }
  }
}

const plain = ({ freezes, areas, ...settings }: QueueSettings) => ({
  ...settings,
  areas: areas.map((area) => ({ ...area })),
  freezes: freezes.map((freeze) => ({ ...freeze }))
})

/** Those that were labelled before there was a queue. */
async function admitLabelled(deps: Deps, tx: Tx, repoId: number): Promise<void> {
  const numbers = await labelledPulls(tx, repoId)
  await requestPullLooks(
    deps,
    tx,
    numbers.map((number) => ({ repoId, number }))
  )
}

const configurationShown = (row: QueueConfigRow): QueueConfiguration => ({
  id: row.id,
  repo_id: row.repoId,
  ...queueSettingsIn(row),
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString()
})
