// What is said of the configuration files of a commit: its checks, one of each kind, and word to feedback rules.
import type { Deps, Tx } from '#deps.js'
import { contextHash } from '#domain/actions/actions.js'
import type { ConfigCheckOutput } from '#domain/enforcement/config-files/check-output.js'
import type { FileVerdict } from '#domain/enforcement/config-files/validate.js'
import type { ActionIntent } from '#schemas/actions/arguments.js'
import type { JsonObject } from '#schemas/common.js'
import type { Waivable } from '#schemas/configuration/pillars.js'
import { lastActionOfEffect } from '#store/actions/actions.js'
import { CONFIG_VALIDATION } from '../actions/policy-check.js'
import { cancelEffect, type NewAction, proposeAction } from '../actions/propose.js'
import { SERVICE_ACTOR } from '../decisions/record.js'
import { sendFeedback } from '../feedback/send.js'

interface CheckKind {
  name: string
  source: string
}

/** Says whether the configuration files are valid. */
const VALIDATION: CheckKind = { name: 'service/config-validation', source: CONFIG_VALIDATION }

export interface CommitToCheck {
  repoId: number
  commitSha: string
  /** The validation by default. */
  kind?: CheckKind
  /** Null for the service's own file, which is checked whatever is switched off. */
  pillar: Waivable | null
}

export type CheckText = Pick<ConfigCheckOutput, 'title' | 'summary'> & {
  conclusion: ConfigCheckOutput['conclusion'] | null
  annotations?: ConfigCheckOutput['annotations']
}

interface CheckProposal {
  text: CheckText
  decisionId?: number | null
  evidence?: JsonObject
}

const keyOf = ({ commitSha, kind = VALIDATION }: CommitToCheck) => `check:${kind.name}:${commitSha}`

const intentOf = (
  { commitSha, kind = VALIDATION }: CommitToCheck,
  { annotations = [], ...rest }: CheckText
): Extract<ActionIntent, { actionType: 'create-check' }> => ({
  actionType: 'create-check',
  arguments: {
    name: kind.name,
    head_sha: commitSha,
    ...rest,
    ...(annotations.length === 0 ? {} : { annotations })
  }
})

/** In place of whatever has been said of the commit before; returns the action that says the same, if there is one. */
export async function proposeConfigCheck(
  deps: Deps,
  tx: Tx,
  commit: CommitToCheck,
  { text, decisionId = null, evidence = {} }: CheckProposal
): Promise<number> {
  const { repoId, pillar, kind = VALIDATION } = commit
  const actionKey = keyOf(commit)
  const action: NewAction = {
    ...intentOf(commit, text),
    repoId,
    pillar,
    source: kind.source,
    target: { type: 'repo' },
    actionKey,
    decisionId,
    evidence
  }
  const known = await lastCheckOf(tx, commit)
  if (known?.contextHash === contextHash(action)) return known.id
  await cancelEffect(deps, tx, {
    repoId,
    actionKey,
    actor: SERVICE_ACTOR,
    detail: 'A later result for this commit replaced it.'
  })
  return proposeAction(deps, tx, action)
}

const lastCheckOf = (tx: Tx, commit: CommitToCheck) =>
  lastActionOfEffect(tx, { repoId: commit.repoId, actionKey: keyOf(commit), target: 'repo' })

/** Whether the commit has a check that says the same. */
export async function isCheckSaid(tx: Tx, commit: CommitToCheck, text: CheckText): Promise<boolean> {
  return (await lastCheckOf(tx, commit))?.contextHash === contextHash(intentOf(commit, text))
}

/** Whether anything has been said of the commit, if only that it is being checked. */
export async function isCheckKnown(
  tx: Tx,
  commit: CommitToCheck,
  { isEnded }: { isEnded: boolean }
): Promise<boolean> {
  const known = await lastCheckOf(tx, commit)
  if (!known || !isEnded) return known !== undefined
  // Cast at the database boundary: the arguments of a check were written by its proposal.
  const { conclusion } = JSON.parse(known.arguments) as { conclusion: string | null }
  return conclusion !== null
}

interface ValidatedCommit {
  repoId: number
  commitSha: string
  decisionId: number | null
}

/** Once for each commit, whichever push brought it. */
export async function announceInvalidFiles(
  deps: Deps,
  tx: Tx,
  { repoId, commitSha, decisionId }: ValidatedCommit,
  verdicts: readonly FileVerdict[]
): Promise<void> {
  const files = verdicts
    .filter(({ errors }) => errors.length > 0)
    .map(({ path, errors }) => ({
      file_path: path,
      errors: errors.map(({ rule, message }) => ({ rule, message }))
    }))
  if (files.length === 0) return
  await sendFeedback(deps, tx, {
    event: 'config_failed',
    data: { files },
    repoId,
    headSha: commitSha,
    subject: `config:${commitSha}`,
    decisionId
  })
}
