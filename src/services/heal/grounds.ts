// What the guards of healing are asked with, and what they say.
import type { JsonObject } from '../../../schemas/common.js'
import type { Confidence } from '../../../schemas/config-keys.js'
import type { Deps } from '../../deps.js'
import type { Finding } from '../../domain/heal/findings.js'
import type { HealJudgement } from '../../domain/heal/guards.js'
import { type Mending, pathsIn } from '../../domain/heal/mending.js'
import { confidenceWord, mayBeIncident, riskOf, trusted } from '../../domain/heal/prospects.js'
import { healJudgement } from '../../domain/heal/verdict.js'
import type { Tx } from '../../store/database.js'
import {
  type HealedRunRow,
  type HealFacts,
  type HealRow,
  healFacts,
  lockSignature,
  recordOf
} from '../../store/heal.js'
import type { ResolvedConfig } from '../config.js'
import { objectionTo } from '../patches.js'
import { waiverFor } from '../waivers.js'
import type { Commit } from './mending.js'

/** What is known before a log is read. */
export interface Occasion {
  config: ResolvedConfig
  /** As whom the service acts itself, where nobody else does. */
  ownLogin: string | undefined
}

/** A failure, with how far its diagnosis is trusted in this repository. */
export interface Diagnosed extends Finding {
  confidence: Confidence
  risk: number
}

export interface Grounds {
  judgement: HealJudgement
  inputs: JsonObject
  configUsed: JsonObject
  waiverId: number | null
  diagnosed: Diagnosed | undefined
  reading: Reading | undefined
  /** The first that shows it to be an incident tells of it. */
  isFirstOfIncident: boolean
}

/** What the host has shown of the failure, whatever that was. */
export interface Reading {
  finding: Finding | undefined
  commit: Commit
  mending: Mending | undefined
}

interface Asked {
  heal: HealRow
  run: HealedRunRow
  occasion: Occasion
  /** Present once the logs have been asked for. */
  reading?: Reading
}

/** The caller holds the repository, the run and the attempt. */
export async function groundsOf(deps: Deps, tx: Tx, asked: Asked): Promise<Grounds> {
  const { heal, run, occasion, reading } = asked
  const now = deps.now()
  const diagnosed = reading?.finding && (await trustedIn(tx, run.repoId, reading))
  const signature = diagnosed?.signature ?? null
  if (signature !== null) await lockSignature(tx, signature)
  const isAsked = isAskedFor(heal)
  const facts = await healFacts(tx, {
    ...{ heal, run, signature, isAsked, now },
    type: diagnosed?.type ?? null,
    repair: plannedIn(reading)
  })
  const waiver = await waiverFor(tx, {
    repoId: run.repoId,
    pillar: 'ci_healing',
    at: now,
    branches: [heal.branch]
  })
  const inputs: JsonObject = {
    is_readable: occasion.config.isReadable,
    is_read: reading !== undefined,
    wish: heal.wish,
    force: heal.force,
    dry_run: heal.dryRun,
    run: runInputs(asked, facts),
    branch: {
      faults: facts.faults,
      is_cooling_down: facts.isCoolingDown,
      attempts: facts.attempts
    },
    waiver: waiver === undefined ? null : { id: waiver.id },
    ...diagnosisInputs(diagnosed, facts),
    ...repairInputs(deps, occasion, reading)
  }
  const configUsed = settingsIn(occasion.config)
  const judgement = healJudgement(inputs, configUsed)
  return {
    ...{ judgement, inputs, configUsed, diagnosed, reading },
    waiverId: waiver?.id ?? null,
    isFirstOfIncident: judgement.plan.skipReason === 'incident' && !facts.isToldAsIncident
  }
}

function plannedIn(reading: Reading | undefined) {
  const { mending } = reading ?? {}
  const paths = mending ? pathsIn(mending) : []
  return mending && paths.length > 0 ? { name: mending.remedy, paths } : null
}

const isAskedFor = ({ trigger }: HealRow) => trigger === 'retry' || trigger === 'manual'

async function trustedIn(
  tx: Tx,
  repoId: number,
  { finding, mending }: Reading
): Promise<Diagnosed | undefined> {
  if (!finding) return undefined
  const { certainty, rule, transient, type } = finding
  const isMended = mending?.plan !== undefined && mending.plan.is !== 'refused'
  const file = finding.file ?? (mending ? (pathsIn(mending)[0] ?? null) : null)
  const named = [
    ...(rule === null ? [] : [{ kind: 'rule' as const, name: rule }]),
    ...(isMended ? [{ kind: 'repair' as const, name: mending.remedy }] : [])
  ]
  let trust = certainty
  for (const one of named) trust = trusted(trust, await recordOf(tx, repoId, one))
  const confidence = confidenceWord(trust)
  const risk = riskOf({ type, hasRemedy: transient || isMended, confidence, file })
  return { ...finding, confidence, risk }
}

const OWN_BRANCH = 'service/'

function runInputs({ heal, run, occasion: { ownLogin } }: Asked, facts: HealFacts): JsonObject {
  const isOvertaken = run.attempt !== heal.runAttempt
  const isOwnActor = ownLogin !== undefined && run.actor?.toLowerCase() === ownLogin.toLowerCase()
  return {
    id: run.hostRunId,
    attempt: heal.runAttempt,
    branch: heal.branch,
    author: run.actor,
    // How an attempt of the run ended on which another has followed is not known any more, and does not matter.
    is_failed: run.conclusion === 'failure' || isOvertaken,
    is_superseded: isOvertaken || (!isAskedFor(heal) && facts.isSuperseded),
    is_own: heal.branch.startsWith(OWN_BRANCH) || isOwnActor,
    was_run_again: facts.wasRunAgain
  }
}

function diagnosisInputs(diagnosed: Diagnosed | undefined, facts: HealFacts): JsonObject {
  if (!diagnosed) return { diagnosis: null, signature: null }
  const { type, transient, certainty, confidence, rule, file, line, signature, risk } = diagnosed
  return {
    diagnosis: { type, transient, certainty, confidence, rule, file, line, risk },
    signature: {
      hash: signature,
      // What only looks alike is no incident: five formatters may be displeased on the same day.
      repositories: mayBeIncident({ type, transient, certainty }) ? facts.repositories : 1,
      has_failed: facts.hasFailed,
      was_proposed: facts.wasProposed
    }
  }
}

function repairInputs({ model }: Deps, { config }: Occasion, reading: Reading | undefined): JsonObject {
  const { mending } = reading ?? {}
  return {
    is_own_commit: reading?.commit.isOwn ?? false,
    is_model_configured: model !== undefined,
    repair: mending ? repairInput(mending, config) : null
  }
}

function repairInput(mending: Mending, { config }: ResolvedConfig): JsonObject {
  const { remedy: name, plan, isAtHead, isOfWorkflow } = mending
  const known: JsonObject = { name, refused: null, is_at_head: isAtHead }
  switch (plan?.is) {
    case undefined:
      return known
    case 'refused':
      return { ...known, refused: plan.reason }
    case 'fault':
      return { ...known, fault: plan.reason }
    case 'prospect':
      return { ...known, offered: pathsIn(mending) }
    case 'change': {
      const change = {
        pillar: 'ci_healing' as const,
        files: plan.files,
        isWorkflowRepair: isOfWorkflow,
        isByModel: name === 'model'
      }
      return { ...known, files: pathsIn(mending), objection: objectionTo(change, config) ?? null }
    }
  }
}

/** Only the settings that can matter. */
function settingsIn({ config }: ResolvedConfig): JsonObject {
  const { enabled, auto_patch, max_fix_attempts, min_confidence_to_patch, triggers } =
    config.pillars.ci_healing
  const { branches, ignore_authors } = triggers
  return {
    settings: { dry_run: config.settings.dry_run },
    pillars: {
      ci_healing: {
        ...{ enabled, auto_patch, max_fix_attempts, min_confidence_to_patch },
        triggers: { branches, ignore_authors }
      }
    }
  }
}
