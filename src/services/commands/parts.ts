// What `run` and `fix` start. Where there are several parts, one that is refused leaves the others.
import type { Deps, Tx } from '#deps.js'
import { splitFullName } from '#domain/mirror/full-name.js'
import { commandRefused, isRefusal } from '#errors/commands.js'
import { configUnreadable } from '#errors/host.js'
import type { Runnable } from '#schemas/commands/enums.js'
import { failedRunOf } from '#store/commands/item-status.js'
import { loadConfig } from '../configuration/resolve.js'
import { prepareFix } from '../fixing/requests.js'
import { prepareHeal } from '../healing/requests.js'
import { prepareReview } from '../review/requests.js'
import { requestTriageAgain } from '../triage/requests.js'
import { findWaiver } from '../waivers/waivers.js'
import type { CommandChange, CommandContext } from './prepare.js'

type Part = Exclude<Runnable, 'all'>

/** Returns what the author is told; throws if it is refused. */
type Start = (tx: Tx) => Promise<string>

const ALL: Readonly<Record<'issue' | 'pr', readonly Part[]>> = {
  issue: ['triage', 'fix'],
  pr: ['triage', 'review']
}

/** The command is refused if all of its parts are. */
export async function prepareParts(
  deps: Deps,
  context: CommandContext,
  wanted: Runnable
): Promise<CommandChange> {
  const { targetType, targetNumber } = context.row
  const parts = wanted === 'all' ? ALL[targetType] : [wanted]
  const starts: [Part, Start][] = []
  for (const part of parts) starts.push([part, await startOf(deps, context, part)])
  return async (tx) => {
    const words: string[] = []
    const started: Part[] = []
    for (const [part, start] of starts) {
      const outcome = await orRefusal(start(tx))
      words.push(outcome.words)
      if (!outcome.isRefused) started.push(part)
    }
    if (started.length === 0) throw commandRefused(words.join(' '))
    return { reply: words.join(' '), payload: { target: `${targetType}:${targetNumber}`, started } }
  }
}

/** Parts refuse before they write anything, so that the transaction can go on. */
async function orRefusal(starting: Promise<string>): Promise<{ words: string; isRefused: boolean }> {
  try {
    return { words: await starting, isRefused: false }
  } catch (error) {
    if (!isRefusal(error)) throw error
    return { words: error.message, isRefused: true }
  }
}

async function startOf(deps: Deps, context: CommandContext, part: Part): Promise<Start> {
  try {
    return await PARTS[part](deps, context)
  } catch (error) {
    if (!isRefusal(error)) throw error
    return () => Promise.reject(error)
  }
}

const PARTS: Readonly<Record<Part, (deps: Deps, context: CommandContext) => Promise<Start>>> = {
  async triage(deps, { row: { repoId, targetType, targetNumber: number } }) {
    const { config, isReadable } = await loadConfig(deps, { repoId })
    if (!isReadable) throw configUnreadable()
    if (!config.pillars.triage.enabled)
      throw commandRefused(
        'The pillar triage is disabled in this repository. Turn on pillars.triage.enabled first.'
      )
    return async (tx) => {
      const subject = { repoId, pillar: 'triage', at: deps.now(), [targetType]: number } as const
      const waiver = await findWaiver(tx, subject)
      if (waiver) throw commandRefused(`Waiver ${waiver.id} applies to #${number}. Revoke it first.`)
      await requestTriageAgain(deps, tx, { repoId, targetType, number })
      return `#${number} will be triaged again.`
    }
  },
  async review(deps, { row: { author, targetType, targetNumber: number }, repository }) {
    if (targetType === 'issue') throw commandRefused('Only pull requests can be reviewed.')
    const name = splitFullName(repository.fullName)
    const review = await prepareReview(deps, { name, number, actor: author, trigger: 'comment' })
    return async (tx) => {
      await review(tx)
      return `A review of #${number} is queued.`
    }
  },
  async fix(deps, { row: { author, targetNumber: number }, repository }) {
    const name = splitFullName(repository.fullName)
    const fix = await prepareFix(deps, { name, number, body: {}, actor: author })
    return async (tx) => `${(await fix(tx)).message} The pull request will refer to this issue.`
  },
  async heal(deps, { row: { repoId, author, targetType, targetNumber: number } }) {
    if (targetType === 'issue') throw commandRefused('Only the runs of a pull request can be healed.')
    const run = await failedRunOf(deps.db, { repoId, number })
    if (run === undefined) throw commandRefused('No run of the head of this pull request has failed.')
    const heal = await prepareHeal(deps, run.id, { body: {}, actor: author, trigger: 'command' })
    return async (tx) => {
      await heal(tx)
      return `An attempt to heal the failed run of ${run.workflow} is queued.`
    }
  }
}
