// The present: stories go on while somebody watches, often at first and then less so.
import { setTimeout as pause } from 'node:timers/promises'
import { logText } from '#domain/text/failure.js'
import { Director } from './director.js'
import { withOwnChance } from './stage.js'
import { STORIES } from './stories/index.js'
import type { Theatre } from './theatre.js'

/** A minute of a story lasts so long. */
const MINUTE_MS = 1_500
const LOOK_MS = 250
/** Between the beginnings of two stories: at first, and after some minutes. */
const OFTEN_MS = 9_000
const SELDOM_MS = 60_000
const LIVELY_MS = 5 * 60_000

export interface Watching {
  signal: AbortSignal
  /** Called after something has happened. */
  onBeat: () => Promise<void>
}

export async function playOn(theatre: Theatre, { signal, onBeat }: Watching): Promise<void> {
  const { settle, checks, clock, stage } = theatre
  const director = new Director(MINUTE_MS)
  const beginNext = inTurn(theatre, director)
  const tellFailure = (error: unknown) => stage.tell(`A story failed: ${logText(error)}`)
  async function beat(): Promise<void> {
    beginNext()
    director.play(clock.now(), tellFailure)
    const hasHappened = await settle()
    for (const story of checks()) director.begin(story, clock.now())
    if (hasHappened) await onBeat()
  }
  while (!signal.aborted) {
    await beat().catch(tellFailure)
    await pause(LOOK_MS)
  }
}

/** Begins the next story when its time has come. */
function inTurn({ stage, clock }: Theatre, director: Director): () => void {
  const began = performance.now()
  let nextAt = began
  let told = 0
  return () => {
    const now = performance.now()
    const { story } = STORIES[told % STORIES.length] ?? {}
    if (now < nextAt || !story) return
    director.begin(story(withOwnChance(stage)), clock.now())
    told += 1
    nextAt = now + (now - began < LIVELY_MS ? OFTEN_MS : SELDOM_MS)
  }
}
