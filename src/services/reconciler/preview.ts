// Shows on a pull request what its change of the organisation's file would change in all repositories. Nothing is applied.
import type { Db, Deps, JobPayload, RepositoryAccess, Tx } from '#deps.js'
import { parseConfigFile } from '#domain/configuration/file.js'
import { configCheckOutput } from '#domain/enforcement/config-files/check-output.js'
import { SERVICE_FILES } from '#domain/host/paths.js'
import { previewOutput } from '#domain/reconciler/preview-output.js'
import { redactDocument } from '#domain/text/redaction.js'
import { configUnreadable } from '#errors/host.js'
import type { Json, JsonObject } from '#schemas/common.js'
import { wasDecided } from '#store/enforcement/decided.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { branchesAtHead } from '#store/mirror/pull-requests.js'
import { type KnownRepository, repositoryById } from '#store/mirror/repositories.js'
import { CONFIG_PREVIEW } from '../actions/policy-check.js'
import { lastReadableConfig, loadStoredConfig, type ResolvedConfig } from '../configuration/resolve.js'
import { evaluateGuards, type GuardEvaluation } from '../decisions/guards.js'
import { recordDecision } from '../decisions/record.js'
import { type CheckText, isCheckSaid, proposeConfigCheck } from '../enforcement/config-check.js'
import { serviceFileOf, serviceFileVerdict } from '../enforcement/config-files.js'
import { isValidated, readableConfig } from '../enforcement/config-validation.js'
import { repositoryAccessOf } from '../mirror/repository-access.js'
import { compareRepositories } from './preview-comparison.js'

type PreviewedPull = JobPayload<'reconciler.preview'>

const KIND = { name: 'service/config-preview', source: CONFIG_PREVIEW }

export async function previewOrganisationFile(deps: Deps, pull: PreviewedPull): Promise<void> {
  if (!deps.host.client.isConfigured) return
  const repository = await repositoryById(deps.db, pull.repo_id)
  const branches = await awaitedBranches(deps.db, repository, pull)
  if (!branches || !(await touchesFile(deps, repositoryAccessOf(repository), pull))) return
  const config = await readableConfig(deps, pull.repo_id)
  const guards = await evaluatePull(deps, deps.db, { pull, branches }, config)
  // What is switched off costs nothing.
  const shown = isValidated(guards) ? await previewOf(deps, repository, pull, config) : undefined
  await deps.transaction((tx) => recordPreview(deps, tx, pull, shown))
}

/** The branches of the pull request, if it is open, still has this head, and goes to the default branch. */
async function awaitedBranches(
  db: Db | Tx,
  { repoId, live, isSuspended, defaultBranch }: KnownRepository,
  { pr_number: number, head_sha: headSha }: PreviewedPull
): Promise<string[] | undefined> {
  if (!live || isSuspended) return undefined
  const found = await branchesAtHead(db, repoId, { number, headSha })
  return found && found.baseBranch === defaultBranch ? [found.headBranch, found.baseBranch] : undefined
}

const PATHS: readonly string[] = SERVICE_FILES

/** A pull request with more files than the host lists may change this one, too. */
async function touchesFile(
  { host }: Deps,
  access: RepositoryAccess,
  { pr_number: number, head_sha: headSha }: PreviewedPull
): Promise<boolean> {
  const files = await host.changedFiles(access, { number, headSha })
  return files === undefined || files.some((path) => PATHS.includes(path))
}

interface GuardedPull {
  pull: PreviewedPull
  branches: readonly string[]
}

function evaluatePull(
  deps: Deps,
  db: Db | Tx,
  { pull, branches }: GuardedPull,
  config: ResolvedConfig
): Promise<GuardEvaluation> {
  const { repo_id: repoId, pr_number: pr } = pull
  return evaluateGuards(deps, db, { repoId, pillar: 'enforcement', pr, branches }, config)
}

interface ShownPreview {
  text: CheckText
  evidence: JsonObject
}

async function previewOf(
  deps: Deps,
  repository: KnownRepository,
  { head_sha: commit }: PreviewedPull,
  { layers }: ResolvedConfig
): Promise<ShownPreview> {
  const access = repositoryAccessOf(repository)
  const found = await serviceFileOf(deps, access, commit)
  const verdict = found && serviceFileVerdict(access, found)
  if (verdict && verdict.errors.length > 0) {
    const commitFiles = { files: [verdict], lacksServiceFile: false, unchecked: 0 }
    return { text: configCheckOutput(commitFiles, { isDry: false }), evidence: { valid: false } }
  }
  const after = found?.kind === 'file' ? contentOf(found.text) : {}
  const compared = await compareRepositories(deps, repository, { before: layers.org, after })
  const [lockedNow, lockedThen] = [namesIn(layers.org['locked']), namesIn(after['locked'])]
  const text = previewOutput({
    ...compared,
    locked: lockedThen.filter((key) => !lockedNow.includes(key)),
    unlocked: lockedNow.filter((key) => !lockedThen.includes(key)),
    lacksFile: found === undefined
  })
  const corrected = compared.repositories.filter(({ changes }) => changes.length > 0).length
  const evidence = { valid: true, repositories: compared.total, corrected }
  return { text, evidence: { ...evidence, looked_at: compared.repositories.length } }
}

/** As the file would be stored. */
function contentOf(text: string): JsonObject {
  const { content } = parseConfigFile(text, { mayLock: true })
  if (content === undefined) throw configUnreadable()
  return redactDocument(content)
}

const namesIn = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((name) => typeof name === 'string') : []

/** Idempotent: the same is neither decided nor said twice of a commit. */
async function recordPreview(
  deps: Deps,
  tx: Tx,
  pull: PreviewedPull,
  shown: ShownPreview | undefined
): Promise<void> {
  const { repo_id: repoId, head_sha: commitSha } = pull
  if ((await lockRepository(tx, repoId))?.live !== true) return
  const branches = await awaitedBranches(tx, await repositoryById(tx, repoId), pull)
  const config = lastReadableConfig(await loadStoredConfig(deps, tx, repoId))
  if (!config) throw configUnreadable()
  if (!branches) return
  const guards = await evaluatePull(deps, tx, { pull, branches }, config)
  if (!shown && isValidated(guards))
    throw new Error('it was switched on meanwhile, so that the job is retried')
  const { decision } = guards.verdict
  const commit = { repoId, commitSha, pillar: 'enforcement' as const, kind: KIND }
  const isKnown =
    decision === 'acted' && shown
      ? await isCheckSaid(tx, commit, shown.text)
      : await wasDecided(tx, { repoId, source: 'trust', decision, commitSha })
  if (isKnown) return
  const decisionId = await decide(deps, tx, pull, guards)
  if (shown && isValidated(guards)) await proposeConfigCheck(deps, tx, commit, { ...shown, decisionId })
}

function decide(
  { now }: Deps,
  tx: Tx,
  pull: PreviewedPull,
  { verdict, ...evaluation }: GuardEvaluation
): Promise<number> {
  return recordDecision(tx, {
    ...verdict,
    ...evaluation,
    repoId: pull.repo_id,
    source: 'trust',
    triggerEvent: pull.trigger_event,
    targetType: 'pr',
    targetNumber: pull.pr_number,
    pillar: 'enforcement',
    commitSha: pull.head_sha,
    createdAt: now()
  })
}
