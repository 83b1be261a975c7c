// Carries out the commands of a comment, one after the other, and replies once to all of them.
import type { Deps, JobPayload, Tx } from '#deps.js'
import {
  accessObstacle,
  type CommandFacts,
  commandInputs,
  commentCommandV1
} from '#domain/commands/comment-command.v1.js'
import type { Command } from '#domain/commands/parse.js'
import { replyText } from '#domain/commands/texts.js'
import { DAY_MS } from '#domain/time/durations.js'
import { isRefusal } from '#errors/commands.js'
import type { ServiceError } from '#errors/errors.js'
import { ResourceLocked } from '#errors/locked.js'
import { COMMAND_SOURCE } from '#schemas/commands/enums.js'
import { type CommandRow, commandsOfComment, endCommand, holdCommand } from '#store/commands/commands.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { type KnownRepository, repositoryById } from '#store/mirror/repositories.js'
import { upsertStickyComment } from '../actions/sticky-comments.js'
import { recordDecision } from '../decisions/record.js'
import { type GovernedAct, insertRefusal, recordOutcome } from '../maintenance/governance.js'
import { queueTarget } from '../merge-queue/people.js'
import { repositoryAccessOf } from '../mirror/repository-access.js'
import { type CommandChange, governedAs, prepareCommand } from './prepare.js'

type Job = JobPayload<'commands.run'>

const GIVEN_UP =
  'It could not be carried out: the service or the host did not answer. Write it again in a new comment.'

/** A command that has ended stays as it is, so that a job may run again. */
export async function runCommands(deps: Deps, job: Job): Promise<void> {
  const { repository, waiting } = await waitingCommands(deps, job)
  const [first] = waiting
  if (!repository.live) return
  if (first) {
    const access = await deps.host.accessLevelOf(repositoryAccessOf(repository), { login: first.author })
    for (const row of waiting) await runCommand(deps, { row, repository, access })
  }
  await replyToComment(deps, job)
}

/** After the last attempt. */
export async function giveUpCommands(deps: Deps, job: Job): Promise<void> {
  const { repository, waiting } = await waitingCommands(deps, job)
  if (!repository.live) return
  for (const row of waiting) await refuse(deps, { row, repository, access: null }, { reason: GIVEN_UP })
  await replyToComment(deps, job)
}

interface WaitingCommands {
  repository: KnownRepository
  waiting: CommandRow[]
}

async function waitingCommands({ db }: Deps, { repo_id, comment_id }: Job): Promise<WaitingCommands> {
  const repository = await repositoryById(db, repo_id)
  const rows = await commandsOfComment(db, { repoId: repo_id, commentId: comment_id })
  return { repository, waiting: rows.filter(({ state }) => state === 'pending') }
}

interface AskedCommand {
  row: CommandRow
  repository: KnownRepository
  /** What the author may do, as the host says; null if that is not known. */
  access: string | null
}

async function runCommand(deps: Deps, asked: AskedCommand): Promise<void> {
  const { row, repository, access } = asked
  const { command, fault } = row.parsed
  const obstacle = accessObstacle(access ?? '') ?? fault ?? ageObstacle(row, deps.now())
  if (!command || obstacle !== null) return refuse(deps, asked, { reason: obstacle ?? '' })
  const act = actOf(asked, command)
  try {
    await carryOut(deps, { asked, act, change: await prepareCommand(deps, { row, repository, command }) })
  } catch (error) {
    if (!isRefusal(error)) throw error
    await refuse(deps, asked, { reason: reasonOf(error), refused: act && { act, error } })
  }
}

/** Without the paths of fields, which mean nothing in a comment. */
function reasonOf({ message, extras: { details = [] } }: ServiceError): string {
  const sentences = details.map((one) => `${one.path.slice(1).replaceAll('_', ' ')} ${one.message}`)
  return sentences.length === 0 ? message : `${sentences.join('; ')}.`
}

/** A delivery may be retried, or recovered, long after people have helped themselves. */
const OLDEST_MS = DAY_MS

const ageObstacle = ({ createdAt }: CommandRow, now: Date): string | null =>
  now.getTime() - createdAt.getTime() > OLDEST_MS
    ? 'It reached the service more than a day after it was written. Write it again if it is still wanted.'
    : null

/** Undefined if the command changes nothing. */
function actOf({ row, repository }: AskedCommand, command: Command): GovernedAct | undefined {
  const action = governedAs(command)
  if (action === undefined) return undefined
  const by = { actor: row.author, claimedActor: undefined, fault: undefined }
  return { by, action, target: targetOf(command, row, repository) }
}

const targetOf = (
  { name }: Command,
  { targetNumber }: CommandRow,
  { fullName }: KnownRepository
): GovernedAct['target'] =>
  name === 'merge' || name === 'unqueue'
    ? queueTarget(fullName, targetNumber)
    : { type: 'repo', id: fullName }

interface PreparedCommand {
  asked: AskedCommand
  act: GovernedAct | undefined
  change: CommandChange
}

/** The change, its evidence and the end of the command commit together. */
async function carryOut(deps: Deps, { asked, act, change }: PreparedCommand): Promise<void> {
  await deps.transaction(async (tx) => {
    await change.holdFirst?.(tx)
    await holdOrLeave(tx, asked)
    const outcome = await change(tx)
    await recordEnd(deps, tx, { asked, reply: outcome.reply, refusal: null })
    if (act) await recordOutcome(deps, tx, { act, outcome })
  })
}

interface Refusal {
  reason: string
  /** The change that was refused; undefined if it would have changed nothing. */
  refused?: { act: GovernedAct; error: ServiceError } | undefined
}

/** However often the command is tried, only the attempt that ends it leaves an entry in the governance log. */
async function refuse(deps: Deps, asked: AskedCommand, { reason, refused }: Refusal): Promise<void> {
  await deps.transaction(async (tx) => {
    await holdOrLeave(tx, asked)
    await recordEnd(deps, tx, { asked, reply: reason, refusal: reason })
    if (refused) await insertRefusal(deps, tx, refused)
  })
}

/** The repository is locked before the command, as by everybody else. Another worker may have ended the command. */
async function holdOrLeave(tx: Tx, { row, repository }: AskedCommand): Promise<void> {
  await lockRepository(tx, repository.repoId)
  if (!(await holdCommand(tx, row.id))) throw new ResourceLocked('The command')
}

interface CommandEnd {
  asked: AskedCommand
  reply: string
  refusal: string | null
}

async function recordEnd(deps: Deps, tx: Tx, { asked, reply, refusal }: CommandEnd): Promise<void> {
  const { row, access } = asked
  const { command, fault } = row.parsed
  const facts: CommandFacts = { command: command?.name ?? null, fault, access, refusal }
  const at = deps.now()
  const inputs = commandInputs(facts)
  const decisionId = await recordDecision(tx, {
    ...commentCommandV1.evaluate(inputs, {}),
    repoId: row.repoId,
    source: 'maintainer',
    triggerEvent: 'issue_comment.created',
    targetType: row.targetType,
    targetNumber: row.targetNumber,
    inputs,
    evaluator: commentCommandV1,
    actor: row.author,
    createdAt: at
  })
  const state = refusal === null ? ('done' as const) : ('refused' as const)
  await endCommand(tx, row.id, { state, reply, decisionId, finishedAt: at })
}

/** One reply for all commands of the comment. */
async function replyToComment(deps: Deps, { repo_id: repoId, comment_id: commentId }: Job): Promise<void> {
  await deps.transaction(async (tx) => {
    if ((await lockRepository(tx, repoId))?.live !== true) return
    const rows = await commandsOfComment(tx, { repoId, commentId })
    const [first] = rows
    if (!first || rows.some(({ state }) => state === 'pending')) return
    await upsertStickyComment(deps, tx, {
      repoId,
      pillar: null,
      source: COMMAND_SOURCE,
      decisionId: first.decisionId,
      target: { type: first.targetType, number: first.targetNumber },
      topic: `command-${commentId}`,
      body: replyText(rows),
      evidence: { comment_id: commentId, author: first.author }
    })
  })
}
