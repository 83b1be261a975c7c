// The spam gate: decides once on each new issue and pull request, before anything else is done about it.
import type { Deps, Tx } from '#deps.js'
import { normalizeVerdict } from '#domain/decisions/verdict.js'
import { isTrue } from '#domain/json/path.js'
import { closingComment } from '#domain/spam-gate/comment.js'
import { type AuthorFacts, gateConfigOf, gateInputs, mostOpen } from '#domain/spam-gate/inputs.js'
import { spamGateV1 } from '#domain/spam-gate/spam-gate.v1.js'
import { DAY_MS } from '#domain/time/durations.js'
import { HostError } from '#errors/host.js'
import type { WorkEvent } from '#registry.js'
import { SPAM_GATE_SOURCE } from '#schemas/spam-gate/enums.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { branchesOfPullRequest } from '#store/mirror/pull-requests.js'
import { repositoryById } from '#store/mirror/repositories.js'
import {
  type GatedItemRef,
  gatedItem,
  hasGateDecision,
  isHeldBack,
  isMirrorComplete,
  spamLabelOf
} from '#store/spam-gate/items.js'
import { loadConfig, type ResolvedConfig } from '../configuration/resolve.js'
import { recordDecision } from '../decisions/record.js'
import { isOwnLogin } from '../host/own-login.js'
import { repositoryAccessOf } from '../mirror/repository-access.js'
import { findWaiver } from '../waivers/waivers.js'
import { proposeClosing } from './closing.js'
import { gatedItemOf } from './items.js'

/** A mirror that no sync has compared for longer may show as open what is closed. */
const OLDEST_SYNC_MS = DAY_MS

export interface GatedEvent {
  /** Of the delivery, by which the event is worked on if the item stays open after all. */
  deliveryRow: number
  event: WorkEvent
  /** Who caused the event. */
  sender: string | null
}

/** Whether the event of a new item may be worked on. Asked again, it says the same. */
export async function passSpamGate(deps: Deps, gated: GatedEvent): Promise<boolean> {
  const item = gatedItemOf(gated.event)
  if (!(await hasGateDecision(deps.db, item))) await decideOnItem(deps, gated, item)
  return !(await isHeldBack(deps.db, item))
}

/** The host is only asked where nothing else lets the item pass, and not while anything is locked. */
async function decideOnItem(deps: Deps, gated: GatedEvent, item: GatedItemRef): Promise<void> {
  const config = await loadConfig(deps, item)
  if (!isOptedIn(config)) return
  let author: AuthorFacts | undefined
  while (await deps.transaction((tx) => decideOrAsk(deps, tx, { gated, item, config, author })))
    author = await askForAuthor(deps, item, gated.event)
}

/** Whether the host has to be asked first; then nothing is decided. */
async function decideOrAsk(deps: Deps, tx: Tx, question: ItemQuestion): Promise<boolean> {
  const { item } = question
  const held = await lockRepository(tx, item.repoId)
  // Another delivery of the same event may have been first.
  if (held?.live !== true || (await hasGateDecision(tx, item))) return false
  const evaluation = await evaluateItem(deps, tx, question)
  if (evaluation.verdict.plan?.['next'] === 'ask') return true
  await recordAndClose(deps, tx, question, evaluation)
  return false
}

/** While the configuration cannot be read, no pillar is on; what is known of it tells whether the gate would be. */
function isOptedIn({ config, isReadable, layers }: ResolvedConfig): boolean {
  if (isReadable) return config.pillars.spam_gate.enabled
  return Object.values(layers).some((layer) => isTrue(layer, 'pillars', 'spam_gate', 'enabled'))
}

/** Without an answer of the host the item passes. */
async function askForAuthor(deps: Deps, { repoId }: GatedItemRef, event: WorkEvent): Promise<AuthorFacts> {
  const login = (event.kind === 'issue' ? event.issue : event.pullRequest).author ?? ''
  try {
    const place = repositoryAccessOf(await repositoryById(deps.db, repoId))
    return {
      isOwn: await isOwnLogin(deps, login),
      access: await deps.host.accessLevelOf(place, { login })
    }
  } catch (error) {
    if (!(error instanceof HostError)) throw error
    return { error: error.message }
  }
}

interface ItemQuestion {
  gated: GatedEvent
  item: GatedItemRef
  config: ResolvedConfig
  author: AuthorFacts | undefined
}

async function evaluateItem(deps: Deps, tx: Tx, { gated, item, config, author }: ItemQuestion) {
  const { repoId, type, number } = item
  const now = deps.now()
  const waiverId = (await waiverOf(tx, item, now))?.id ?? null
  const most = mostOpen(config.config, type)
  const found = (await gatedItem(tx, item, most + 1)) ?? null
  const since = new Date(now.getTime() - OLDEST_SYNC_MS)
  const inputs = gateInputs({
    type,
    number,
    sender: gated.sender,
    item: found,
    isMirrorComplete: await isMirrorComplete(tx, { repoId, type, since }),
    author,
    label: await spamLabelOf(tx, repoId),
    now,
    isReadable: config.isReadable,
    waiverId
  })
  const configUsed = gateConfigOf(config.config)
  const verdict = normalizeVerdict(spamGateV1.evaluate(inputs, configUsed))
  return { verdict, inputs, configUsed, waiverId, count: { openCount: found?.openCount ?? 0, most } }
}

async function waiverOf(tx: Tx, { repoId, type, number }: GatedItemRef, at: Date) {
  const search = { repoId, pillar: 'spam_gate' as const, at }
  if (type === 'issue') return findWaiver(tx, { ...search, issue: number })
  const branches = await branchesOfPullRequest(tx, repoId, number)
  return findWaiver(tx, { ...search, pr: number, branches })
}

type Evaluation = Awaited<ReturnType<typeof evaluateItem>>

async function recordAndClose(
  deps: Deps,
  tx: Tx,
  { gated, item, config }: ItemQuestion,
  { verdict, inputs, configUsed, waiverId, count }: Evaluation
): Promise<void> {
  const { event } = gated
  const triggerEvent = item.type === 'pr' ? 'pull_request.opened' : 'issues.opened'
  const decisionId = await recordDecision(tx, {
    ...verdict,
    repoId: item.repoId,
    source: SPAM_GATE_SOURCE,
    triggerEvent,
    targetType: item.type,
    targetNumber: item.number,
    pillar: 'spam_gate',
    inputs,
    configUsed,
    configVersion: config.version,
    waiverId,
    commitSha: event.kind === 'issue' ? null : event.pullRequest.headSha,
    evaluator: spamGateV1,
    createdAt: deps.now()
  })
  if (verdict.plan?.['next'] !== 'close') return
  const { close_message: message } = config.config.pillars.spam_gate
  const label = verdict.plan['label']
  await proposeClosing(deps, tx, {
    item,
    decisionId,
    deliveryRow: gated.deliveryRow,
    isDryRun: verdict.decision === 'dry_run',
    label: typeof label === 'string' ? label : null,
    comment: closingComment({ type: item.type, message, ...count })
  })
}
