// The check on a commit that says whether its configuration files are valid: one for each commit.
import type { Deps, Tx } from '#deps.js'
import { contextHash } from '#domain/actions/actions.js'
import type { ConfigCheckOutput } from '#domain/enforcement/config-files/check-output.js'
import type { JsonObject } from '#schemas/common.js'
import type { Waivable } from '#schemas/configuration/pillars.js'
import { lastActionOfEffect } from '#store/actions/actions.js'
import { CONFIG_VALIDATION } from '../actions/policy-check.js'
import { cancelEffect, type NewAction, proposeAction } from '../actions/propose.js'
import { SERVICE_ACTOR } from '../decisions/record.js'

const CHECK_NAME = 'service/config-validation'

export interface CommitToCheck {
  repoId: number
  commitSha: string
  /** Null for the service's own file, which is checked whatever is switched off. */
  pillar: Waivable | null
}

type CheckText = Pick<ConfigCheckOutput, 'title' | 'summary'> & {
  conclusion: ConfigCheckOutput['conclusion'] | null
  annotations?: ConfigCheckOutput['annotations']
}

interface CheckProposal {
  text: CheckText
  decisionId?: number | null
  evidence?: JsonObject
}

const keyOf = ({ commitSha }: CommitToCheck) => `check:${CHECK_NAME}:${commitSha}`

/** In place of whatever has been said of the commit before; returns the action that says the same, if there is one. */
export async function proposeConfigCheck(
  deps: Deps,
  tx: Tx,
  commit: CommitToCheck,
  { text, decisionId = null, evidence = {} }: CheckProposal
): Promise<number> {
  const { repoId, commitSha, pillar } = commit
  const actionKey = keyOf(commit)
  const { annotations = [], ...rest } = text
  const action: NewAction = {
    actionType: 'create-check',
    arguments: {
      name: CHECK_NAME,
      head_sha: commitSha,
      ...rest,
      ...(annotations.length === 0 ? {} : { annotations })
    },
    repoId,
    pillar,
    source: CONFIG_VALIDATION,
    target: { type: 'repo' },
    actionKey,
    decisionId,
    evidence
  }
  const known = await lastActionOfEffect(tx, { repoId, actionKey, target: 'repo' })
  if (known?.contextHash === contextHash(action)) return known.id
  await cancelEffect(deps, tx, {
    repoId,
    actionKey,
    actor: SERVICE_ACTOR,
    detail: 'A later result for this commit replaced it.'
  })
  return proposeAction(deps, tx, action)
}

/** Whether anything has been said of the commit, if only that it is being checked. */
export async function isCheckKnown(
  tx: Tx,
  commit: CommitToCheck,
  { isEnded }: { isEnded: boolean }
): Promise<boolean> {
  const { repoId } = commit
  const known = await lastActionOfEffect(tx, { repoId, actionKey: keyOf(commit), target: 'repo' })
  if (!known || !isEnded) return known !== undefined
  // Cast at the database boundary: the arguments of a check were written by its proposal.
  const { conclusion } = JSON.parse(known.arguments) as { conclusion: string | null }
  return conclusion !== null
}
