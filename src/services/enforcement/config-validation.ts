// Validates the configuration files of a pushed commit: results, decision and check are one transaction.
import { isDeepStrictEqual } from 'node:util'
import type { Deps, JobPayload, Tx } from '#deps.js'
import { tallyDifference } from '#domain/counters/tally.js'
import {
  abandonedCheck,
  configCheckOutput,
  RUNNING_CHECK
} from '#domain/enforcement/config-files/check-output.js'
import { talliesOfConfigResult } from '#domain/enforcement/config-files/tallies.js'
import type { FileVerdict } from '#domain/enforcement/config-files/validate.js'
import { configUnreadable, HostError } from '#errors/host.js'
import { changeTallied } from '#store/counters/tallies.js'
import {
  type NewConfigResult,
  noteCheckOfCommit,
  resultsOfCommit,
  saveConfigResults
} from '#store/enforcement/config-results.js'
import { wasDecided } from '#store/enforcement/decided.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { repositoryById } from '#store/mirror/repositories.js'
import {
  lastReadableConfig,
  loadConfig,
  loadStoredConfig,
  type ResolvedConfig
} from '../configuration/resolve.js'
import { evaluateGuards, type GuardEvaluation } from '../decisions/guards.js'
import { recordDecision } from '../decisions/record.js'
import { repositoryAccessOf } from '../mirror/repository-access.js'
import { announceInvalidFiles, type CommitToCheck, isCheckKnown, proposeConfigCheck } from './config-check.js'
import { changedConfigFiles, validateFiles, validateServiceFileOf } from './config-files.js'
import { recordInvalidFiles } from './pipeline-events.js'

type PushedCommit = JobPayload<'config.check'>

/** Idempotent: a commit does not change, and what is known of it is not recorded again. */
export async function runConfigValidation(deps: Deps, pushed: PushedCommit): Promise<void> {
  if (!deps.host.client.isConfigured) return
  const repository = await repositoryById(deps.db, pushed.repo_id)
  if (!repository.live) return
  const config = await readableConfig(deps, pushed.repo_id)
  try {
    const validated = await validatePushedFiles(deps, pushed, { repository, config })
    await deps.transaction((tx) => recordValidation(deps, tx, pushed, validated))
  } catch (error) {
    if (error instanceof HostError) await announceRunning(deps, pushed)
    throw error
  }
}

/**
 * The job is retried if the configuration was never readable: nobody knows what it forbids. If the file has been broken
 * since, the check says so under the last readable configuration.
 */
export async function readableConfig(deps: Deps, repoId: number): Promise<ResolvedConfig> {
  const config = lastReadableConfig(await loadConfig(deps, { repoId }))
  if (!config) throw configUnreadable()
  return config
}

interface PushContext {
  repository: Awaited<ReturnType<typeof repositoryById>>
  config: ResolvedConfig
}

interface ValidatedPush {
  /** Undefined if the push is about no other files than the service's own. */
  others: readonly FileVerdict[] | undefined
  /** Null if the push is not about it; undefined if the commit has none. */
  serviceFile: FileVerdict | undefined | null
  unchecked: number | null
}

async function validatePushedFiles(
  deps: Deps,
  pushed: PushedCommit,
  { repository, config }: PushContext
): Promise<ValidatedPush> {
  const { head_sha: commit } = pushed
  const access = repositoryAccessOf(repository)
  const { defaultBranch } = repository
  const changed = await changedConfigFiles(deps, access, { pushed, defaultBranch })
  const { paths, unchecked, touchesServiceFile } = changed
  const guards = paths.length > 0 ? await evaluatePush(deps, deps.db, pushed, config) : undefined
  // What is switched off costs the host nothing.
  const read = guards && isValidated(guards) ? paths : []
  const others = await validateFiles(deps, access, { commit, paths: read })
  return {
    others: paths.length > 0 ? others : undefined,
    serviceFile: touchesServiceFile ? await validateServiceFileOf(deps, access, commit) : null,
    unchecked
  }
}

function evaluatePush(
  deps: Deps,
  db: Deps['db'] | Tx,
  { repo_id: repoId, branch }: PushedCommit,
  config: ResolvedConfig
): Promise<GuardEvaluation> {
  const branches = branch === undefined ? [] : [branch]
  return evaluateGuards(deps, db, { repoId, pillar: 'enforcement', branches }, config)
}

/** A dry run validates as well; only its check is not posted. */
export const isValidated = ({ verdict }: GuardEvaluation) =>
  verdict.decision === 'acted' || verdict.decision === 'dry_run'

async function recordValidation(
  deps: Deps,
  tx: Tx,
  pushed: PushedCommit,
  validated: ValidatedPush
): Promise<void> {
  const { repo_id: repoId, head_sha: commitSha } = pushed
  if ((await lockRepository(tx, repoId))?.live !== true) return
  const config = lastReadableConfig(await loadStoredConfig(deps, tx, repoId))
  if (!config) throw configUnreadable()
  const guards = validated.others && (await evaluatePush(deps, tx, pushed, config))
  const allowed = guards && !isValidated(guards) ? withoutOthers(validated) : validated
  const { others = [], serviceFile, unchecked } = allowed
  const verdicts = serviceFile ? [...others, serviceFile] : others
  const news = await saveVerdicts(deps, tx, { repoId, commitSha }, verdicts)
  await recordInvalidFiles(tx, { ...pushed, at: deps.now() }, news)
  const decisionId = guards ? await decide(deps, tx, pushed, { guards, isNew: news.length > 0 }) : null
  await announceInvalidFiles(deps, tx, { repoId, commitSha, decisionId }, verdicts)
  // Nothing is left to say where all files are gone, or nothing may be said of them.
  if (verdicts.length === 0 && serviceFile === null) return
  await proposeResult(deps, tx, {
    commit: { repoId, commitSha, pillar: others.length > 0 ? 'enforcement' : null },
    lacksServiceFile: serviceFile === undefined,
    unchecked,
    decisionId,
    isDry: config.config.settings.dry_run
  })
}

const withoutOthers = (validated: ValidatedPush): ValidatedPush => ({
  ...validated,
  others: undefined,
  unchecked: 0
})

type CommitKey = Pick<CommitToCheck, 'repoId' | 'commitSha'>

/** Returns those that are new or differ from what is stored. */
async function saveVerdicts(
  { now }: Deps,
  tx: Tx,
  { repoId, commitSha }: CommitKey,
  verdicts: readonly FileVerdict[]
): Promise<FileVerdict[]> {
  const known = await resultsOfCommit(tx, repoId, commitSha)
  const [at, isNewCommit] = [now(), known.length === 0]
  const changed = verdicts.flatMap(({ path, ...verdict }, position): NewConfigResult[] => {
    const before = known.find(({ filePath }) => filePath === path)
    if (before && isDeepStrictEqual(verdictOf(before), { path, ...verdict })) return []
    const { createdAt, isFirst } = before ?? { createdAt: at, isFirst: isNewCommit && position === 0 }
    const valid = verdict.errors.length === 0
    return [{ ...verdict, repoId, commitSha, filePath: path, valid, isFirst, createdAt, live: true }]
  })
  if (changed.length === 0) return []
  const isReplaced = ({ filePath }: { filePath: string }) =>
    changed.some((result) => result.filePath === filePath)
  const tallies = tallyDifference(
    known.filter(isReplaced).flatMap(talliesOfConfigResult),
    changed.flatMap(talliesOfConfigResult)
  )
  await changeTallied(tx, async (tallied) => {
    await saveConfigResults(tallied, changed)
    return [{ repoId, tallies }]
  })
  return verdicts.filter(({ path }) => changed.some(({ filePath }) => filePath === path))
}

type StoredResult = Awaited<ReturnType<typeof resultsOfCommit>>[number]

const verdictOf = ({ filePath, fileType, errors, warnings }: StoredResult): FileVerdict => ({
  path: filePath,
  fileType,
  errors,
  warnings
})

/** Null if the same has been decided already: a job that is repeated finds nothing new. */
async function decide(
  { now }: Deps,
  tx: Tx,
  { repo_id: repoId, head_sha: commitSha, branch }: PushedCommit,
  { guards, isNew }: { guards: GuardEvaluation; isNew: boolean }
): Promise<number | null> {
  const { verdict, ...evaluation } = guards
  const { decision } = verdict
  const known = { repoId, source: 'enforcement', decision, commitSha } as const
  const isKnown = isValidated(guards) ? !isNew : await wasDecided(tx, known)
  if (isKnown) return null
  return recordDecision(tx, {
    ...verdict,
    ...evaluation,
    repoId,
    source: 'enforcement',
    triggerEvent: 'push',
    targetType: branch === undefined ? 'repo' : 'branch',
    targetBranch: branch ?? null,
    pillar: 'enforcement',
    commitSha,
    createdAt: now()
  })
}

interface ValidationResult {
  commit: CommitToCheck
  lacksServiceFile: boolean
  unchecked: number | null
  decisionId: number | null
  isDry: boolean
}

/** The check tells of all files of the commit that have been validated, by this push or another. */
async function proposeResult(deps: Deps, tx: Tx, result: ValidationResult): Promise<void> {
  const { commit, lacksServiceFile, unchecked, decisionId, isDry } = result
  const files = (await resultsOfCommit(tx, commit.repoId, commit.commitSha)).map(verdictOf)
  const invalid = files.filter(({ errors }) => errors.length > 0).length
  const actionId = await proposeConfigCheck(deps, tx, commit, {
    text: configCheckOutput({ files, lacksServiceFile, unchecked }, { isDry }),
    decisionId,
    evidence: { files: files.length, invalid }
  })
  await noteCheckOfCommit(tx, commit, actionId)
}

/** The files could not be read at once: until they are, the check is shown as running. */
async function announceRunning(deps: Deps, pushed: PushedCommit): Promise<void> {
  await deps.transaction(async (tx) => {
    const { commit, isDry } = (await expectedCheck(deps, tx, pushed)) ?? {}
    if (!commit || isDry || (await isCheckKnown(tx, commit, { isEnded: false }))) return
    await proposeConfigCheck(deps, tx, commit, { text: { conclusion: null, ...RUNNING_CHECK } })
  })
}

/** No check stays open: one whose job has failed for good is neutral. */
export async function abandonConfigValidation(deps: Deps, pushed: PushedCommit): Promise<void> {
  await deps.transaction(async (tx) => {
    const { commit } = (await expectedCheck(deps, tx, pushed)) ?? {}
    if (!commit || (await isCheckKnown(tx, commit, { isEnded: true }))) return
    const text = abandonedCheck('The service could not read the files of this commit.')
    await proposeConfigCheck(deps, tx, commit, { text })
  })
}

/** The check that a commit must get, as far as is known before its files are read; undefined if it gets none. */
async function expectedCheck(
  deps: Deps,
  tx: Tx,
  pushed: PushedCommit
): Promise<{ commit: CommitToCheck; isDry: boolean } | undefined> {
  const { repo_id: repoId, head_sha: commitSha, paths = [], touches_service_file = true } = pushed
  if ((await lockRepository(tx, repoId))?.live !== true) return undefined
  const config = lastReadableConfig(await loadStoredConfig(deps, tx, repoId))
  if (!config) return undefined
  const isOfPillar = paths.length > 0 && isValidated(await evaluatePush(deps, tx, pushed, config))
  if (!isOfPillar && !touches_service_file) return undefined
  const commit = { repoId, commitSha, pillar: isOfPillar ? ('enforcement' as const) : null }
  return { commit, isDry: config.config.settings.dry_run }
}
