// What the guards of healing are asked with, and what they say.
import type { JsonObject } from '../../../schemas/common.js'
import type { Confidence } from '../../../schemas/config-keys.js'
import type { Deps } from '../../deps.js'
import type { Finding } from '../../domain/heal/findings.js'
import { confidenceWord, mayBeIncident, riskOf, trusted } from '../../domain/heal/prospects.js'
import { type HealJudgement, healJudgement } from '../../domain/heal/verdict.js'
import type { Tx } from '../../store/database.js'
import {
  type HealedRunRow,
  type HealFacts,
  type HealRow,
  healFacts,
  lockSignature,
  recordOfRule
} from '../../store/heal.js'
import type { ResolvedConfig } from '../config.js'
import { waiverFor } from '../waivers.js'

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
  /** The first that shows it to be an incident tells of it. */
  isFirstOfIncident: boolean
}

interface Asked {
  heal: HealRow
  run: HealedRunRow
  occasion: Occasion
  /** Present once the logs have been asked for, whatever they showed. */
  reading?: { finding: Finding | undefined }
}

/** The caller holds the repository, the run and the attempt. */
export async function groundsOf(deps: Deps, tx: Tx, asked: Asked): Promise<Grounds> {
  const { heal, run, occasion, reading } = asked
  const now = deps.now()
  const finding = reading?.finding
  const diagnosed = finding && (await trustedIn(tx, run.repoId, finding))
  const signature = diagnosed?.signature ?? null
  if (signature !== null) await lockSignature(tx, signature)
  const isAsked = isAskedFor(heal)
  const facts = await healFacts(tx, { heal, run, signature, isAsked, now })
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
    ...diagnosisInputs(diagnosed, facts)
  }
  const configUsed = settingsIn(occasion.config)
  const judgement = healJudgement(inputs, configUsed)
  return {
    ...{ judgement, inputs, configUsed, diagnosed },
    waiverId: waiver?.id ?? null,
    isFirstOfIncident: judgement.plan.skipReason === 'incident' && !facts.isToldAsIncident
  }
}

const isAskedFor = ({ trigger }: HealRow) => trigger === 'retry' || trigger === 'manual'

async function trustedIn(tx: Tx, repoId: number, finding: Finding): Promise<Diagnosed> {
  const { certainty, rule } = finding
  const record = rule === null ? { healed: 0, failed: 0 } : await recordOfRule(tx, repoId, rule)
  const confidence = confidenceWord(trusted(certainty, record))
  return { ...finding, confidence, risk: riskOf({ ...finding, confidence }) }
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
      has_failed: facts.hasFailed
    }
  }
}

/** Only the settings that can matter. */
function settingsIn({ config }: ResolvedConfig): JsonObject {
  const { enabled, max_fix_attempts, triggers } = config.pillars.ci_healing
  const { branches, ignore_authors } = triggers
  return {
    settings: { dry_run: config.settings.dry_run },
    pillars: { ci_healing: { enabled, max_fix_attempts, triggers: { branches, ignore_authors } } }
  }
}
