// Decides whether a pull request is admitted to the merge queue. The order of the checks is part of what is promised:
// the first that fails is the reason that is shown.
import type { Json, JsonObject } from '#schemas/common.js'
import type { Condition, DecisionWord, Verdict } from '#schemas/decisions/decisions.js'
import type { Refusal } from '#schemas/merge-queue/enums.js'
import { triggerVerdict } from '../decisions/triggers.js'
import type { Evaluator } from '../decisions/versions.js'
import { isObject, isTrue, textsAt, valueAt } from '../json/path.js'

export interface AdmissionFacts {
  is_readable: boolean
  /** Whether a person asks for this pull request by name, for whom the pillar need not be on. */
  is_asked: boolean
  waiver: number | null
  queue: { enabled: boolean; base_branch: string | null; depth: number; most: number }
  pull: {
    state: string
    draft: boolean
    base_branch: string
    head_sha: string
    author: string | null
    mergeable: boolean | null
  }
  approvals: { needed: number; approved_by: string[]; changes_requested_by: string[] }
}

export const admissionInputs = (facts: AdmissionFacts): JsonObject => ({ admission: { ...facts } })

interface Check {
  name: string
  holds: boolean
  refusal: Refusal
  words: string
  decision?: DecisionWord
}

const at = (facts: Json | undefined, ...path: string[]) => valueAt(facts, ...path)
const textAt = (facts: Json | undefined, ...path: string[]) => String(at(facts, ...path) ?? '')
const numberAt = (facts: Json | undefined, ...path: string[]) => Number(at(facts, ...path) ?? 0)

function checksOf(facts: Json | undefined, config: JsonObject): Check[] {
  return [
    ...queueChecks(facts, config),
    ...pullChecks(facts),
    ...roomChecks(facts),
    ...permissionChecks(facts, config)
  ]
}

function queueChecks(facts: Json | undefined, config: JsonObject): Check[] {
  const isOn = isTrue(config, 'pillars', 'merge_queue', 'enabled') || isTrue(facts, 'is_asked')
  return [
    {
      name: 'config_readable',
      holds: isTrue(facts, 'is_readable'),
      refusal: 'queue_disabled',
      words: 'The configuration file cannot be read. Mend it, and ask again.',
      decision: 'blocked'
    },
    {
      name: 'queue_enabled',
      holds: isTrue(facts, 'queue', 'enabled') && isOn,
      refusal: 'queue_disabled',
      words:
        'The merge queue of this repository is off. Turn on pillars.merge_queue.enabled and the queue itself.'
    }
  ]
}

function pullChecks(facts: Json | undefined): Check[] {
  const [base, wanted] = [textAt(facts, 'pull', 'base_branch'), textAt(facts, 'queue', 'base_branch')]
  return [
    {
      name: 'pull_request_open',
      holds: at(facts, 'pull', 'state') === 'open',
      refusal: 'pr_not_open',
      words: 'The pull request is not open. Reopen it first.'
    },
    {
      name: 'no_draft',
      holds: at(facts, 'pull', 'draft') === false,
      refusal: 'draft',
      words: 'The pull request is a draft. Mark it as ready for review first.'
    },
    {
      name: 'base_branch',
      holds: base === wanted,
      refusal: 'wrong_base',
      words:
        wanted === ''
          ? 'The default branch of the repository is not known yet. Try again after the next sync.'
          : `The pull request goes to ${base}, and the queue merges into ${wanted}. Change its base.`
    },
    ...approvalChecks(facts)
  ]
}

function approvalChecks(facts: Json | undefined): Check[] {
  const approvals = at(facts, 'approvals')
  const against = textsAt(approvals, 'changes_requested_by')
  const needed = numberAt(approvals, 'needed')
  const given = textsAt(approvals, 'approved_by').length
  return [
    {
      name: 'no_changes_requested',
      holds: against.length === 0,
      refusal: 'changes_requested',
      words: `${against.join(', ')} asked for changes. Make them, and ask for another review.`
    },
    {
      name: `approvals(${needed})`,
      holds: given >= needed,
      refusal: 'not_approved',
      words: `The pull request has ${given} of ${needed} approvals by people who may write. Ask for a review.`
    }
  ]
}

function roomChecks(facts: Json | undefined): Check[] {
  const [depth, most] = [numberAt(facts, 'queue', 'depth'), numberAt(facts, 'queue', 'most')]
  return [
    {
      name: `queue_depth(${most})`,
      holds: depth < most,
      refusal: 'queue_full',
      words: `The queue holds ${depth} pull requests, and no more than ${most}. It is admitted when there is room.`
    },
    {
      name: 'mergeable',
      holds: at(facts, 'pull', 'mergeable') !== false,
      refusal: 'conflict',
      words: 'The pull request conflicts with its base. Resolve the conflict, and ask again.'
    }
  ]
}

function permissionChecks(facts: Json | undefined, config: JsonObject): Check[] {
  const triggers = at(config, 'pillars', 'merge_queue', 'triggers')
  const filter = {
    branches: textsAt(triggers, 'branches'),
    ignore_authors: textsAt(triggers, 'ignore_authors'),
    paths: []
  }
  const author = at(facts, 'pull', 'author')
  const { passes, reason } = triggerVerdict(filter, {
    branch: textAt(facts, 'pull', 'base_branch'),
    author: typeof author === 'string' ? author : null,
    files: null
  })
  const waiver = at(facts, 'waiver')
  return [
    { name: 'trigger_filter(merge_queue)', holds: passes, refusal: 'trigger_filter', words: reason },
    {
      name: 'no_waiver',
      holds: waiver === null || waiver === undefined,
      refusal: 'waived',
      words: `Waiver ${waiver} exempts it from the merge queue. Revoke it, or merge the pull request yourself.`
    },
    {
      name: 'no_dry_run',
      holds: at(config, 'settings', 'dry_run') === false,
      refusal: 'dry_run',
      words: 'The repository is in dry-run mode. It would have been admitted.',
      decision: 'dry_run'
    }
  ]
}

function decideAdmission(facts: Json | undefined, config: JsonObject): Verdict {
  const conditions: Condition[] = []
  for (const { name, holds, refusal, words, decision = 'skipped' } of checksOf(facts, config)) {
    conditions.push({ check: name, result: holds })
    if (!holds) return { decision, reason: words, conditions, plan: { refusal } }
  }
  return { decision: 'acted', reason: 'It is admitted to the merge queue.', conditions }
}

/** Why it is not admitted; undefined if it is. */
export function refusalIn({ plan }: Verdict): Refusal | undefined {
  const refusal = isObject(plan ?? null) ? plan?.['refusal'] : undefined
  // Cast: the evaluator writes nothing else.
  return typeof refusal === 'string' ? (refusal as Refusal) : undefined
}

export const queueAdmissionV1: Evaluator = {
  name: 'queue_admission',
  version: 1,
  evaluate: (inputs, config) => decideAdmission(valueAt(inputs, 'admission'), config)
}
