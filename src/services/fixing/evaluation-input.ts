// Builds the input of the fix guards and evaluates them.

import type { Deps, RepositoryAccess, Tx } from '#deps.js'
import { decideFix } from '#domain/fixing/fix.v1.js'
import type { FixVerdict } from '#domain/fixing/guards.js'
import type { HostIssue } from '#domain/host/items.js'
import type { UnlistedReason } from '#domain/patches/candidate-files.js'
import type { PatchedFile } from '#domain/patches/guard/patch.js'
import type { JsonObject } from '#schemas/common.js'
import type { ServiceConfig } from '#schemas/configuration/service-config.js'
import type { FixAnalysis } from '#schemas/model/answers.js'
import { type FixRow, fixFacts } from '#store/fixing/attempts.js'
import { issueByNumber } from '#store/mirror/mirror.js'
import { repositoryById } from '#store/mirror/repositories.js'
import type { AttemptEvaluation, AttemptInput } from '../attempts/run.js'
import type { ResolvedConfig } from '../configuration/resolve.js'
import type { ListedFile } from '../patches/offered-files.js'
import { findWaiver } from '../waivers/waivers.js'
import type { FixTypes } from './attempt.js'

/** The issue and its repository, as a model is asked about them. */
export interface FixSubject {
  fullName: string
  place: RepositoryAccess
  issue: { title: string; body: string | null }
  language: string | null
  config: ServiceConfig
  /** The commit that is read and that the patch applies to. */
  base: { branch: string; sha: string }
}

export interface CheckedAnalysis extends FixAnalysis {
  /** The named files that exist and may be changed. */
  chosen: readonly string[]
  /** The named files that may not be changed, and why. */
  unlisted: readonly { path: string; why: UnlistedReason }[]
}

/** A patch with its measures and findings. */
export interface GeneratedPatch {
  files: PatchedFile[]
  /** All paths that it changes, including those that were not offered. */
  paths: string[]
  offered: string[]
  lines: number
  risk: number
  faults: string[]
  findings: string[]
  summary: string
  explanation: string
  /** Whether all chosen files could be read. */
  isWhole: boolean
}

export interface FixRunTypes extends FixTypes {
  facts: {
    /** Set once the model has analyzed the issue. */
    analyzed?: {
      subject: FixSubject
      listed: readonly ListedFile[]
      answer: FixAnalysis
      analysis: CheckedAnalysis
    }
    /** Set once the model has written a patch. */
    patch?: GeneratedPatch
  }
  evaluation: FixEvaluation
}

export interface FixEvaluation extends AttemptEvaluation {
  /** The verdict with its plan. */
  planned: FixVerdict
}

/** The caller holds the repository and the attempt. */
export async function evaluateFix(
  deps: Deps,
  tx: Tx,
  { held, config, facts: { analyzed, patch } }: AttemptInput<FixRunTypes>
): Promise<FixEvaluation> {
  const { attempt } = held
  const { repoId, issueNumber, dryRun, baseSha } = attempt
  const now = deps.now()
  const issue = await issueByNumber(tx, repoId, issueNumber)
  const counts = await fixFacts(tx, attempt, now)
  const waiver = await findWaiver(tx, { repoId, pillar: 'issue_fix', at: now, issue: issueNumber })
  const inputs: JsonObject = {
    is_readable: config.isReadable,
    has_model: deps.model !== undefined,
    dry_run: dryRun,
    issue: fixIssueInputs(issueNumber, issue, await baseBranchOf(tx, attempt)),
    attempts: { of_issue: counts.ofIssue, of_repository: counts.ofRepository },
    waiver: waiver === undefined ? null : { id: waiver.id },
    analysis: analyzed ? inputsOf(analyzed.analysis) : null,
    patch: patch ? patchInputs(patch) : null
  }
  const configUsed = fixSettings(config)
  const planned = decideFix(inputs, configUsed)
  const { plan, ...verdict } = planned
  return {
    planned,
    inputs,
    configUsed,
    verdict: { ...verdict, plan: { ...plan } },
    waiverId: waiver?.id ?? null,
    commitSha: baseSha,
    neededFacts: plan.next === 'analyze' || plan.next === 'generate' ? plan.next : null
  }
}

type IssueFacts = Pick<HostIssue, 'state' | 'author' | 'labels'>

/** The branch that its patch targets. */
export const baseBranchOf = async (tx: Tx, { baseBranch, repoId }: FixRow): Promise<string | null> =>
  baseBranch ?? (await repositoryById(tx, repoId)).defaultBranch

/** Reports nothing about a deleted issue. */
export const fixIssueInputs = (
  number: number,
  issue: IssueFacts | undefined,
  base: string | null
): JsonObject => ({
  number,
  base_branch: base,
  is_open: issue?.state === 'open',
  author: issue?.author ?? null,
  is_bot: issue?.author?.endsWith('[bot]') === true,
  labels: [...(issue?.labels ?? [])]
})

const inputsOf = ({ is_fixable, complexity, chosen, unlisted }: CheckedAnalysis): JsonObject => ({
  is_fixable,
  complexity,
  files: chosen.length,
  unlisted: [...unlisted]
})

const MOST_LISTED = 20

const patchInputs = ({ paths, offered, lines, risk, faults, findings }: GeneratedPatch): JsonObject => ({
  paths,
  offered,
  lines,
  risk,
  faults: faults.slice(0, MOST_LISTED),
  findings: findings.slice(0, MOST_LISTED)
})

/** Only the settings that matter. */
export function fixSettings({ config }: ResolvedConfig): JsonObject {
  const { triggers, ...settings } = config.pillars.issue_fix
  const { branches, ignore_authors } = triggers
  return {
    settings: { dry_run: config.settings.dry_run },
    pillars: { issue_fix: { ...settings, triggers: { branches, ignore_authors } } }
  }
}
