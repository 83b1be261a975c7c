// Carries out an attempt to heal a run: whoever does it may die at any moment, and the next one begins where it ended.
import type { Deps, Place } from '../../deps.js'
import { errorText } from '../../domain/failure.js'
import type { Finding } from '../../domain/heal/findings.js'
import { configNotRead, HostError } from '../../host-errors.js'
import type { Tx } from '../../store/database.js'
import { type HealRow, healOf, lockHeal, lockRun, noteHealFault } from '../../store/heal.js'
import { lockRepository } from '../../store/mirror.js'
import { repositoryOf } from '../../store/repositories.js'
import { placeOf } from '../action-orders.js'
import { configOf } from '../config.js'
import { conclude } from './conclusion.js'
import { groundsOf, type Occasion, type Reading } from './grounds.js'
import { keepHealing } from './keeping.js'
import { findingIn } from './logs.js'
import { commitOf, mendingOf } from './repair.js'

/** Once for each attempt: who comes again finds it concluded. */
export async function healRun(deps: Deps, attemptId: number): Promise<void> {
  try {
    await heal(deps, attemptId)
  } catch (error) {
    const until = error instanceof HostError ? error.until : undefined
    await deps.transaction(async (tx) => {
      await noteHealFault(tx, attemptId, errorText(error))
      if (until) await healLater(deps, tx, { attemptId, until })
    })
    if (!until) throw error
  }
}

async function healLater(deps: Deps, tx: Tx, { attemptId, until }: { attemptId: number; until: Date }) {
  const startAfterSeconds = Math.max(1, Math.ceil((until.getTime() - deps.now().getTime()) / 1000))
  await deps.queue.enqueue(tx, 'heal.run', [{ payload: { attempt_id: attemptId }, startAfterSeconds }])
}

async function heal(deps: Deps, attemptId: number): Promise<void> {
  const known = await healOf(deps.db, attemptId)
  if (!known || !isOpen(known)) return
  const config = await configOf(deps, { repoId: known.repoId })
  // The queue asks again: what its file says is not known yet.
  if (!config.isReadable) throw configNotRead()
  // A token may belong to a person, who does other things as well.
  const ownLogin = deps.host.client.kind === 'app' ? await deps.host.ownLogin() : undefined
  const occasion = { config, ownLogin }
  const isToBeRead = await deps.transaction((tx) => step(deps, tx, { attemptId, occasion }))
  if (!isToBeRead) return
  const repository = await repositoryOf(deps.db, known.repoId)
  const isPatchingOn = config.config.pillars.ci_healing.auto_patch
  const reading = await read(deps, placeOf(repository), { heal: known, isPatchingOn })
  await deps.transaction((tx) => step(deps, tx, { attemptId, occasion, reading }))
}

/** What the host shows of the failure, and what would mend it where that is wanted. */
async function read(
  deps: Deps,
  place: Place,
  { heal, isPatchingOn }: { heal: HealRow; isPatchingOn: boolean }
): Promise<Reading> {
  const commit = await commitOf(deps, place, heal)
  const finding = commit.isOwn ? undefined : await findingIn(deps, place, heal)
  const mending =
    finding && isToMend(heal, finding)
      ? await mendingOf(deps, { place, heal, finding, isPatchingOn })
      : undefined
  return { finding, commit, mending }
}

function isToMend({ wish }: HealRow, { transient }: Finding): boolean {
  return wish === 'patch' || (wish === 'auto' && !transient)
}

/** Nobody has decided on it yet. */
const isOpen = ({ finishedAt, decisionId }: HealRow) => finishedAt === null && decisionId === null

interface Step {
  attemptId: number
  occasion: Occasion
  /** Present once the logs have been asked for, whatever they showed. */
  reading?: Reading
}

/** Asks the guards, and concludes where they stand in the way; says whether the logs are to be read. */
async function step(deps: Deps, tx: Tx, { attemptId, occasion, reading }: Step): Promise<boolean> {
  const found = await healOf(tx, attemptId)
  if (!found) return false
  await lockRepository(tx, found.repoId)
  const run = await lockRun(tx, { id: found.ciRunId })
  const heal = await lockHeal(tx, attemptId)
  if (!run || !heal || !isOpen(heal)) return false
  const grounds = await groundsOf(deps, tx, { heal, run, occasion, ...(reading ? { reading } : {}) })
  if (grounds.judgement.plan.next !== 'diagnose') {
    await conclude(deps, tx, { heal, run, occasion, grounds })
    return false
  }
  const at = deps.now()
  if (heal.status === 'pending')
    await keepHealing(
      tx,
      { heal, run },
      {
        heal: { status: 'attempted', startedAt: at, updatedAt: at },
        run: { healStatus: 'attempted' }
      }
    )
  return true
}
