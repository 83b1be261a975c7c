// The demo: a service that nobody has to set up, at a host that is emulated on this machine.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_MS } from '#domain/time/durations.js'
import { playMonth } from './month.js'
import { playOn } from './present.js'
import { openReactions } from './reactions.js'
import { openTheatre, type Theatre } from './theatre.js'

export interface DemoOptions {
  seed: number
  /** How much history there is. */
  days: number
  /** Settings of the service that are no secrets. */
  environment: NodeJS.ProcessEnv
  /** Ends everything soon. */
  signal: AbortSignal
  onFatal: (error: Error) => void
  /** With the share of the history that is over, from 0 to 1. */
  onProgress: (share: number) => void
  /** Tells what happens in the present. */
  tell: (line: string) => void
}

export interface Demo {
  address: string
  apiKey: string
  /** Lets things happen until the signal. */
  play(): Promise<void>
  stop(): Promise<void>
}

/** Starts the service, and lets it live through its history. */
export async function startDemo(options: DemoOptions): Promise<Demo> {
  const dataDir = mkdtempSync(join(tmpdir(), 'repository-automation-demo-'))
  const removeAll = () => rmSync(dataDir, { recursive: true, force: true })
  // However the process ends.
  process.once('exit', removeAll)
  try {
    return await openDemo(options, dataDir, removeAll)
  } catch (error) {
    removeAll()
    throw error
  }
}

async function openDemo(options: DemoOptions, dataDir: string, removeAll: () => void): Promise<Demo> {
  const { days, signal, onProgress, tell } = options
  let isPresent = false
  const start = new Date(Date.now() - days * DAY_MS)
  const theatre = await openTheatre({
    ...options,
    start,
    dataDir,
    tell: (line) => {
      if (isPresent) tell(line)
    }
  })
  const stop = async () => {
    await theatre.close()
    removeAll()
  }
  try {
    await playMonth(theatre, { days, signal, onProgress })
  } catch (error) {
    await stop()
    throw error
  }
  const { address, apiKey } = theatre.service
  return {
    address,
    apiKey,
    async play() {
      isPresent = true
      await watch(theatre, options)
    },
    stop
  }
}

async function watch(theatre: Theatre, { signal, tell }: DemoOptions): Promise<void> {
  const reactions = openReactions(theatre.service.client)
  await reactions.recent()
  await playOn(theatre, {
    signal,
    onBeat: async () => {
      for (const line of await reactions.recent()) tell(line)
    }
  })
}
