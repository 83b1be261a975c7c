// Triages one pull request: its files are fetched first, then everything is one transaction.

import type { Deps, JobPayload, Tx } from '#deps.js'
import { sha256Of } from '#domain/json/canonical.js'
import { serviceLabels } from '#domain/triage/label-feedback.js'
import { classifyPull } from '#domain/triage/pull.js'
import { pullPlanOf, pullTriageInputs, pullTriageV1 } from '#domain/triage/pull-triage.v1.js'
import { sizeLabel, sizeOfLabel } from '#domain/triage/repository-labels.js'
import { isPassingFailure } from '#errors/host.js'
import type { Verdict } from '#schemas/decisions/decisions.js'
import { lockRepository, type PullRequestRow, pullByNumber } from '#store/mirror/mirror.js'
import { pullFactsOf } from '#store/mirror/pull-requests.js'
import { offeredLabels, requestedEffects } from '#store/triage/triages.js'
import { savePullFindings } from '../mirror/mirror.js'
import { repositoryAccessOf } from '../mirror/repository-access.js'
import {
  finishTriage,
  labelSteps,
  loadTriageHistory,
  type TriageContext,
  type TriageFindings,
  type TriageHistory
} from './finish-triage.js'

/** The changed files, and the head commit they belong to. */
interface FilesAtHead {
  headSha: string | null
  files: string[] | undefined
}

/** How often the head may move while the files are fetched; after that they count as unknown. */
const MOST_FETCHES = 3

export async function triagePull(deps: Deps, context: TriageContext): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const seen = await loadFilesAtHead(deps, context)
    const isLast = attempt === MOST_FETCHES
    if (await deps.transaction((tx) => triageSnapshot(deps, tx, { context, seen, isLast }))) return
  }
}

/**
 * If the pillar is disabled, the host is not asked. Files that it does not list, or refuses to list, are unknown; a
 * passing failure is retried.
 */
async function loadFilesAtHead(deps: Deps, { job, repository, config }: TriageContext): Promise<FilesAtHead> {
  const facts = await pullFactsOf(deps.db, job.repo_id, job.number)
  const headSha = facts?.headSha ?? null
  const isReadable = config.config.pillars.triage.enabled && deps.host.client.isConfigured
  if (headSha === null || !isReadable) return { headSha, files: undefined }
  try {
    const files = await deps.host.changedFiles(repositoryAccessOf(repository), {
      number: job.number,
      headSha
    })
    return { headSha, files }
  } catch (error) {
    if (isPassingFailure(error)) throw error
    return { headSha, files: undefined }
  }
}

interface PullSnapshot {
  context: TriageContext
  seen: FilesAtHead
  isLast: boolean
}

/** False if the head has moved since the files were fetched. */
async function triageSnapshot(deps: Deps, tx: Tx, { context, seen, isLast }: PullSnapshot): Promise<boolean> {
  const { repo_id: repoId, number } = context.job
  const held = await lockRepository(tx, repoId)
  const pull = held?.live === true ? await pullByNumber(tx, repoId, number) : undefined
  if (!pull) return true
  const isMoved = pull.headSha !== seen.headSha
  if (isMoved && !isLast) return false
  const files = isMoved ? undefined : seen.files
  const contentVersion = contentOf(pull)
  const subject = { targetType: 'pr' as const, targetId: pull.hostId, contentVersion }
  const past = await loadTriageHistory(tx, context, subject)
  if (!past) return true
  await finishTriage(deps, tx, {
    context,
    subject,
    past,
    guardInput: {
      pr: number,
      branches: [pull.headBranch, pull.baseBranch],
      event: { branch: pull.headBranch, author: pull.author, ...(files ? { files } : {}) }
    },
    commitSha: pull.headSha,
    inputs: await examinePull(tx, { job: context.job, pull, past, files }),
    evaluator: pullTriageV1,
    saveShown: (verdict, at) => saveShownPull(tx, pull, { verdict, at }),
    steps: (verdict) => labelSteps(pullPlanOf(verdict) ?? { add: [], remove: [] })
  })
  return true
}

const contentOf = ({ title, body, headSha }: PullRequestRow) =>
  sha256Of(JSON.stringify([title, body ?? '', headSha])).slice(0, 32)

interface PullToExamine {
  job: JobPayload<'triage.run'>
  pull: PullRequestRow
  past: TriageHistory
  files: string[] | undefined
}

async function examinePull(tx: Tx, { job, pull, past, files }: PullToExamine) {
  const { title, labels, additions, deletions } = pull
  const classified = classifyPull({
    title,
    labels,
    files: files ?? null,
    additions: additions ?? 0,
    deletions: deletions ?? 0
  })
  const label = sizeLabel(classified.size, await offeredLabels(tx, job.repo_id))
  const { repo_id: repoId, number } = job
  const effects = await requestedEffects(tx, {
    repoId,
    targetType: 'pr',
    number,
    mirroredAt: pull.updatedAt
  })
  const ownLabels = serviceLabels(labels, effects)
  const sizes = labels.filter((name) => sizeOfLabel(name) !== null)
  return pullTriageInputs(classified, {
    isMeasured: additions !== null && deletions !== null,
    files: files?.length ?? null,
    label,
    isLabelled: label !== null && labels.includes(label),
    others: sizes.filter((name) => sizeOfLabel(name) !== classified.size),
    isAnsweredByPeople:
      past.history.some(({ heard }) => heard !== null) || sizes.some((name) => !ownLabels.includes(name))
  })
}

async function saveShownPull(
  tx: Tx,
  pull: PullRequestRow,
  { verdict, at }: { verdict: Verdict; at: Date }
): Promise<TriageFindings | undefined> {
  const plan = pullPlanOf(verdict)
  if (!plan) return undefined
  await savePullFindings(tx, pull, {
    triageType: plan.type,
    triageSize: plan.size,
    triageRisk: plan.risk,
    triageSummary: plan.summary,
    triagedAt: pull.triagedAt ?? at
  })
  const empty = { priority: null, probability: null, model: null, heard: null, heardType: null }
  return { ...empty, type: plan.type, isSure: true, label: plan.add[0] ?? null }
}
