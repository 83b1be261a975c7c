// Shows how a repository stands, and excludes it from corrections.
import type { Db, Deps, Tx } from '#deps.js'
import { splitFullName } from '#domain/mirror/full-name.js'
import { desiredState } from '#domain/reconciler/desired.js'
import { repoNotFound } from '#errors/errors.js'
import { fullNameOf, type RepoParams } from '#schemas/common.js'
import type { DesiredState, ReconcileStateDetail, ReconcileStatePatch } from '#schemas/reconciler/states.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { type KnownRepository, repositoryById, repositoryByName } from '#store/mirror/repositories.js'
import { type ReconcileStateRow, reconcileStateOf, saveReconcileState } from '#store/reconciler/states.js'
import { loadStoredConfig } from '../configuration/resolve.js'
import { govern, type Initiator } from '../maintenance/governance.js'
import { loadWishes } from './wishes.js'

export async function showReconcileState(deps: Deps, repo: RepoParams): Promise<ReconcileStateDetail> {
  const { repoId } = await repositoryByName(deps.db, repo)
  return stateShown(deps, deps.db, repoId)
}

export interface SkipRequest {
  repo: RepoParams
  by: Initiator
  body: ReconcileStatePatch
}

export function changeReconcileSkip(
  deps: Deps,
  { repo, by, body }: SkipRequest
): Promise<ReconcileStateDetail> {
  const target = { type: 'reconciler' as const, id: fullNameOf(repo) }
  return govern(deps, { by, action: 'reconciler.repo.update', target }, async () => {
    const { repoId, fullName } = await repositoryByName(deps.db, repo)
    const { reconcile_skip: skip } = body
    return async (tx) => {
      const held = await lockRepository(tx, repoId)
      if (!held?.live) throw repoNotFound(fullName)
      const before = (await reconcileStateOf(tx, repoId))?.reconcileSkip === true
      await saveReconcileState(tx, repoId, { fields: { reconcileSkip: skip }, at: deps.now() })
      const evidence = { category: 'policy_bypass', eventType: 'reconcile_skipped', repo: fullName } as const
      return {
        reply: await stateShown(deps, tx, repoId),
        payload: { before: { reconcile_skip: before }, after: { reconcile_skip: skip } },
        ...(skip ? { evidence } : {})
      }
    }
  })
}

async function stateShown(deps: Deps, db: Db | Tx, repoId: number): Promise<ReconcileStateDetail> {
  const repository = await repositoryById(db, repoId)
  const state = await reconcileStateOf(db, repoId)
  const desired = state?.desiredState ?? (await desiredNow(deps, db, repository))
  const { owner, repo } = splitFullName(repository.fullName)
  return {
    id: state?.id ?? null,
    repo_id: repoId,
    repo_full_name: repository.fullName,
    owner,
    repo_name: repo,
    default_branch: repository.defaultBranch,
    ...comparisonShown(state),
    desired_state: desired
  }
}

/** What the configuration and the policies ask for, without asking the host. */
async function desiredNow(deps: Deps, db: Db | Tx, repository: KnownRepository): Promise<DesiredState> {
  const config = await loadStoredConfig(deps, db, repository.repoId)
  const wishes = await loadWishes(deps, db, repository, config)
  return desiredState(wishes.on(repository.defaultBranch))
}

const NEVER_READ = {
  in_sync: null,
  drift_fields: [],
  unsupported_fields: [],
  reconcile_skip: false,
  last_error: null,
  last_reconciled_at: null,
  next_reconcile_at: null,
  observed_state: null,
  diff: [],
  created_at: null,
  updated_at: null
}

type ShownComparison = Omit<
  ReconcileStateDetail,
  'id' | 'repo_id' | 'repo_full_name' | 'owner' | 'repo_name' | 'default_branch' | 'desired_state'
>

function comparisonShown(state: ReconcileStateRow | undefined): ShownComparison {
  if (!state) return NEVER_READ
  return {
    in_sync: state.inSync,
    drift_fields: state.driftFields,
    unsupported_fields: state.unsupportedFields,
    reconcile_skip: state.reconcileSkip,
    last_error: state.lastError,
    last_reconciled_at: state.lastReconciledAt?.toISOString() ?? null,
    next_reconcile_at: state.nextReconcileAt?.toISOString() ?? null,
    observed_state: state.observedState,
    diff: state.differences,
    created_at: state.createdAt.toISOString(),
    updated_at: state.updatedAt.toISOString()
  }
}
