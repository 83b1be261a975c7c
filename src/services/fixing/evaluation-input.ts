// What the guards of a fix are asked with, and what they say.

import type { Deps, Place, Tx } from '#deps.js'
import { decideFix } from '#domain/fixing/fix.v1.js'
import type { FixVerdict } from '#domain/fixing/guards.js'
import type { HostIssue } from '#domain/host/items.js'
import type { PatchedFile } from '#domain/patches/guard/patch.js'
import type { Unlisted } from '#domain/patches/paths.js'
import type { JsonObject } from '#schemas/common.js'
import type { ServiceConfig } from '#schemas/configuration/service-config.js'
import type { FixAnalysis } from '#schemas/model/answers.js'
import { type FixRow, fixFacts } from '#store/fixing/attempts.js'
import { issueNumbered } from '#store/mirror/mirror.js'
import { repositoryOf } from '#store/mirror/repositories.js'
import type { AttemptEvaluation, AttemptQuestion } from '../attempts/run.js'
import type { ResolvedConfig } from '../configuration/resolve.js'
import type { ListedFile } from '../patches/offered-files.js'
import { waiverFor } from '../waivers/waivers.js'
import type { FixTypes } from './attempt.js'

/** The issue and its repository, as a model is asked about them. */
export interface FixSubject {
  fullName: string
  place: Place
  issue: { title: string; body: string | null }
  language: string | null
  config: ServiceConfig
  /** The commit that is read and that a change is for. */
  base: { branch: string; sha: string }
}

export interface Analyzed extends FixAnalysis {
  /** Of the files that were named, those that are there and may be changed. */
  chosen: readonly string[]
  /** Those that may not, and why. */
  unlisted: readonly { path: string; why: Unlisted }[]
}

/** A patch with all that is said of it. */
export interface Patched {
  files: PatchedFile[]
  /** All paths that it names, also those that were not offered. */
  paths: string[]
  offered: string[]
  lines: number
  risk: number
  faults: string[]
  findings: string[]
  summary: string
  explanation: string
  /** Whether all files that were to be read could be. */
  isWhole: boolean
}

export interface FixRunTypes extends FixTypes {
  facts: {
    /** Present once the model has looked into the issue. */
    analyzed?: { subject: FixSubject; listed: readonly ListedFile[]; answer: FixAnalysis; analysis: Analyzed }
    /** Present once it has written a change. */
    patch?: Patched
  }
  evaluation: FixEvaluation
}

export interface FixEvaluation extends AttemptEvaluation {
  /** The verdict, with what is to be done. */
  planned: FixVerdict
}

/** The caller holds the repository and the attempt. */
export async function evaluateFix(
  deps: Deps,
  tx: Tx,
  { held, config, facts: { analyzed, patch } }: AttemptQuestion<FixRunTypes>
): Promise<FixEvaluation> {
  const { attempt } = held
  const { repoId, issueNumber, dryRun, baseSha } = attempt
  const now = deps.now()
  const issue = await issueNumbered(tx, repoId, issueNumber)
  const others = await fixFacts(tx, attempt, now)
  const waiver = await waiverFor(tx, { repoId, pillar: 'issue_fix', at: now, issue: issueNumber })
  const inputs: JsonObject = {
    is_readable: config.isReadable,
    has_model: deps.model !== undefined,
    dry_run: dryRun,
    issue: issueInputs(issueNumber, issue, await baseOf(tx, attempt)),
    attempts: { of_issue: others.ofIssue, of_repository: others.ofRepository },
    waiver: waiver === undefined ? null : { id: waiver.id },
    analysis: analyzed ? inputsOf(analyzed.analysis) : null,
    patch: patch ? patchInputs(patch) : null
  }
  const configUsed = settingsIn(config)
  const planned = decideFix(inputs, configUsed)
  const { plan, ...verdict } = planned
  return {
    ...{ planned, inputs, configUsed },
    verdict: { ...verdict, plan: { ...plan } },
    waiverId: waiver?.id ?? null,
    commitSha: baseSha,
    wants: plan.next === 'analyze' || plan.next === 'generate' ? plan.next : null
  }
}

type IssueFacts = Pick<HostIssue, 'state' | 'author' | 'labels'>

/** The branch that a change of it is for. */
export const baseOf = async (tx: Tx, { baseBranch, repoId }: FixRow): Promise<string | null> =>
  baseBranch ?? (await repositoryOf(tx, repoId)).defaultBranch

/** Nothing of an issue that is gone. */
export const issueInputs = (
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

const inputsOf = ({ is_fixable, complexity, chosen, unlisted }: Analyzed): JsonObject => ({
  is_fixable,
  complexity,
  files: chosen.length,
  unlisted: [...unlisted]
})

const MOST_SAID = 20

const patchInputs = ({ paths, offered, lines, risk, faults, findings }: Patched): JsonObject => ({
  ...{ paths, offered, lines, risk },
  faults: faults.slice(0, MOST_SAID),
  findings: findings.slice(0, MOST_SAID)
})

/** Only the settings that can matter. */
export function settingsIn({ config }: ResolvedConfig): JsonObject {
  const { triggers, ...settings } = config.pillars.issue_fix
  const { branches, ignore_authors } = triggers
  return {
    settings: { dry_run: config.settings.dry_run },
    pillars: { issue_fix: { ...settings, triggers: { branches, ignore_authors } } }
  }
}
