// What the guards of a fix are asked with, and what they say.
import type { JsonObject } from '../../../schemas/common.js'
import type { HostIssue } from '../../../schemas/mirror.js'
import type { FixAnalysis } from '../../../schemas/model-answers.js'
import type { Deps, Tx } from '../../deps.js'
import type { Unlisted } from '../../domain/fix/paths.js'
import { type FixJudgement, fixJudgement } from '../../domain/fix/verdict.js'
import type { PatchedFile } from '../../domain/patch-guard/patch.js'
import { type FixRow, fixFacts } from '../../store/fix.js'
import { issueNumbered } from '../../store/mirror.js'
import { repositoryOf } from '../../store/repositories.js'
import type { ResolvedConfig } from '../config.js'
import { waiverFor } from '../waivers.js'

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

export interface Asked {
  fix: FixRow
  config: ResolvedConfig
  analysis?: Analyzed
  patch?: Patched
}

export interface Grounds {
  judgement: FixJudgement
  inputs: JsonObject
  configUsed: JsonObject
  waiverId: number | null
}

/** The caller holds the repository and the attempt. */
export async function groundsOf(deps: Deps, tx: Tx, asked: Asked): Promise<Grounds> {
  const { fix, config, analysis, patch } = asked
  const { repoId, issueNumber } = fix
  const now = deps.now()
  const issue = await issueNumbered(tx, repoId, issueNumber)
  const facts = await fixFacts(tx, fix, now)
  const waiver = await waiverFor(tx, { repoId, pillar: 'issue_fix', at: now, issue: issueNumber })
  const inputs: JsonObject = {
    is_readable: config.isReadable,
    has_model: deps.model !== undefined,
    dry_run: fix.dryRun,
    issue: issueInputs(issueNumber, issue, await baseOf(tx, fix)),
    attempts: { of_issue: facts.ofIssue, of_repository: facts.ofRepository },
    waiver: waiver === undefined ? null : { id: waiver.id },
    analysis: analysis ? inputsOf(analysis) : null,
    patch: patch ? patchInputs(patch) : null
  }
  const configUsed = settingsIn(config)
  return { judgement: fixJudgement(inputs, configUsed), inputs, configUsed, waiverId: waiver?.id ?? null }
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
