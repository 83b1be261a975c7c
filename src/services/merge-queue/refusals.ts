// Tells on a pull request why it is not admitted, where nobody is told by a reply.
import type { Deps, Tx } from '#deps.js'
import { refusalComment } from '#domain/merge-queue/texts.js'
import type { Refusal } from '#schemas/merge-queue/enums.js'
import { upsertStickyComment } from '../actions/sticky-comments.js'
import type { AdmissionRequest } from './admission.js'
import { MERGE_QUEUE, QUEUE_TOPIC } from './lane/wishes.js'

/** People can do something about these. */
const TOLD: readonly Refusal[] = [
  'draft',
  'wrong_base',
  'changes_requested',
  'not_approved',
  'conflict',
  'trigger_filter',
  'waived'
]

interface Refused {
  refusal: Refusal
  words: string
  decisionId: number
}

export async function tellRefusal(
  deps: Deps,
  tx: Tx,
  { setup, facts, isNews = false }: AdmissionRequest,
  { refusal, words, decisionId }: Refused
): Promise<void> {
  if (refusal !== 'queue_full' && !(isNews && TOLD.includes(refusal))) return
  await upsertStickyComment(deps, tx, {
    repoId: setup.repository.repoId,
    pillar: 'merge_queue',
    source: MERGE_QUEUE,
    decisionId,
    target: { type: 'pr', number: facts.pull.number },
    topic: QUEUE_TOPIC,
    body: refusalComment(words)
  })
}
