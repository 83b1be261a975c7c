// Reads the test reports of an attempt of a CI run, and records what they say.
import type { Deps } from '#deps.js'
import { configUnreadable } from '#errors/host.js'
import { findTestRun, lockTestRun, saveTestRun, type TestRunRow } from '#store/flaky-tests/test-runs.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { repositoryById } from '#store/mirror/repositories.js'
import { loadConfig } from '../configuration/resolve.js'
import { evaluateGuards, type GuardEvaluation } from '../decisions/guards.js'
import { decisiveWaiver, recordDecision } from '../decisions/record.js'
import { repositoryAccessOf } from '../mirror/repository-access.js'
import { endPendingCheck, refreshTestsCheck } from './check.js'
import { readReports } from './read-reports.js'
import { recordResults } from './record.js'

/** Idempotent: an attempt whose reports were read is left alone. */
export async function ingestTestRun(deps: Deps, testRunId: number): Promise<void> {
  const run = await findTestRun(deps.db, testRunId)
  if (run?.status !== 'pending') return
  const repository = await repositoryById(deps.db, run.repoId)
  if (!repository.live || repository.isSuspended)
    return endUnread(deps, run, 'skipped', 'The repository cannot be read.')
  const config = await loadConfig(deps, { repoId: run.repoId })
  if (!config.isReadable) throw configUnreadable()
  const guards = await evaluateGuards(
    deps,
    deps.db,
    {
      repoId: run.repoId,
      pillar: 'trust',
      branches: [run.branch],
      needs: ['pillars.trust.flaky_test_detection']
    },
    config
  )
  if (isForbidden(guards)) return skip(deps, run, guards)
  const read = await readReports(deps, repositoryAccessOf(repository), run)
  await deps.transaction((tx) => recordResults(deps, tx, { testRunId, ...read, config, repository }))
}

/** In a dry run everything is read and judged; only the host is left alone. */
const isForbidden = ({ verdict: { decision } }: GuardEvaluation) =>
  decision === 'skipped' || decision === 'blocked'

async function skip(deps: Deps, run: TestRunRow, guards: GuardEvaluation): Promise<void> {
  const { verdict, waiverId, ...basis } = guards
  const reason = verdict.reason ?? 'It is switched off.'
  await deps.transaction(async (tx) => {
    await lockRepository(tx, run.repoId)
    await saveTestRun(tx, run.id, { status: 'skipped', notes: [reason], readAt: deps.now() })
    await endPendingCheck(deps, tx, run, reason)
    await recordDecision(tx, {
      ...verdict,
      ...basis,
      waiverId: decisiveWaiver(verdict, waiverId),
      repoId: run.repoId,
      source: 'trust',
      pillar: 'trust',
      triggerEvent: 'workflow_run.completed',
      targetType: 'branch',
      targetBranch: run.branch,
      commitSha: run.headSha,
      createdAt: deps.now()
    })
  })
}

/** All tries have failed. The check on its commit waits for it no longer. Repeatable. */
export async function giveUpTestRun(deps: Deps, testRunId: number): Promise<void> {
  const run = await findTestRun(deps.db, testRunId)
  if (run?.status !== 'pending' && run?.status !== 'failed') return
  await endUnread(
    deps,
    run,
    'failed',
    'Its test reports could not be read, although that was tried for an hour.'
  )
  await refreshTestsCheck(deps, { repoId: run.repoId, headSha: run.headSha })
}

async function endUnread(
  deps: Deps,
  { id }: TestRunRow,
  status: 'skipped' | 'failed',
  note: string
): Promise<void> {
  await deps.transaction(async (tx) => {
    const held = await lockTestRun(tx, id)
    if (held?.status === 'pending') await saveTestRun(tx, id, { status, notes: [note], readAt: deps.now() })
  })
}
