// Carries out an attempt to heal a run: whoever does it may die at any moment, and the next one begins where it ended.
import type { ServiceConfig } from '../../../schemas/service-config.js'
import type { Deps, Place } from '../../deps.js'
import { errorText } from '../../domain/failure.js'
import type { Finding } from '../../domain/heal/findings.js'
import { configNotRead, HostError } from '../../host-errors.js'
import { ModelError } from '../../model-errors.js'
import type { Tx } from '../../store/database.js'
import { type HealRow, healOf, lockHeal, lockRun, noteHealFault } from '../../store/heal.js'
import { lockRepository } from '../../store/mirror.js'
import { repositoryOf } from '../../store/repositories.js'
import { placeOf } from '../action-orders.js'
import { configIn, configOf, type ResolvedConfig } from '../config.js'
import { conclude } from './conclusion.js'
import { groundsOf, type Reading } from './grounds.js'
import { keepHealing } from './keeping.js'
import { findingIn } from './logs.js'
import { commitOf, mendingOf } from './mending.js'
import { written } from './model-patch.js'

/** Once for each attempt: who comes again finds it concluded. */
export async function healRun(deps: Deps, attemptId: number): Promise<void> {
  try {
    await heal(deps, attemptId)
  } catch (error) {
    const until = error instanceof HostError || error instanceof ModelError ? error.until : undefined
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
  const config = readable(await configOf(deps, { repoId: known.repoId }))
  // A token may belong to a person, who does other things as well.
  const ownLogin = deps.host.client.kind === 'app' ? await deps.host.ownLogin() : undefined
  const next = await deps.transaction((tx) => step(deps, tx, { attemptId, ownLogin }))
  if (next !== 'diagnose') return
  const repository = await repositoryOf(deps.db, known.repoId)
  const { pillars } = config.config
  const reading = await read(deps, placeOf(repository), { heal: known, pillars })
  const then = await deps.transaction((tx) => step(deps, tx, { attemptId, ownLogin, reading }))
  if (then !== 'generate' || !reading.finding || !reading.mending) return
  const { finding } = reading
  const mending = await written(deps, { fullName: repository.fullName, finding, mending: reading.mending })
  await deps.transaction((tx) => step(deps, tx, { attemptId, ownLogin, reading: { ...reading, mending } }))
}

/** Where it is not, the queue asks again: what its file says is not known yet. */
function readable(config: ResolvedConfig): ResolvedConfig {
  if (!config.isReadable) throw configNotRead()
  return config
}

/** What the host shows of the failure, and what would mend it where that is wanted. */
async function read(
  deps: Deps,
  place: Place,
  { heal, pillars }: { heal: HealRow; pillars: ServiceConfig['pillars'] }
): Promise<Reading> {
  const commit = await commitOf(deps, place, heal)
  const finding = commit.isOwn ? undefined : await findingIn(deps, place, heal)
  const mending =
    finding && isToMend(heal, finding) ? await mendingOf(deps, { place, heal, finding, pillars }) : undefined
  return { finding, commit, mending }
}

function isToMend({ wish }: HealRow, { transient }: Finding): boolean {
  return wish === 'patch' || (wish === 'auto' && !transient)
}

/** Nobody has decided on it yet. */
const isOpen = ({ finishedAt, decisionId }: HealRow) => finishedAt === null && decisionId === null

/** The logs are to be read, or a language model is to be asked. */
type Unanswered = 'diagnose' | 'generate'

interface Step {
  attemptId: number
  /** As whom the service acts itself, where nobody else does. */
  ownLogin: string | undefined
  /** Present once the logs have been asked for, whatever they showed. */
  reading?: Reading
}

/** Asks the guards, and concludes as they say, unless that is still to be asked of others. */
async function step(
  deps: Deps,
  tx: Tx,
  { attemptId, ownLogin, reading }: Step
): Promise<Unanswered | undefined> {
  const found = await healOf(tx, attemptId)
  if (!found) return undefined
  await lockRepository(tx, found.repoId)
  const run = await lockRun(tx, { id: found.ciRunId })
  const heal = await lockHeal(tx, attemptId)
  if (!run || !heal || !isOpen(heal)) return undefined
  // While logs were read and a model was thinking, somebody may have changed their mind.
  const occasion = { ownLogin, config: readable(await configIn(deps, tx, found.repoId)) }
  const grounds = await groundsOf(deps, tx, { heal, run, occasion, ...(reading ? { reading } : {}) })
  const { next } = grounds.judgement.plan
  if (next !== 'diagnose' && next !== 'generate') {
    await conclude(deps, tx, { heal, run, occasion, grounds })
    return undefined
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
  return next
}
