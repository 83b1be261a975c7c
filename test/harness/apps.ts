// Lends prepared applications to the services of tests. Building one costs more than most tests do, so an application
// with the usual settings serves one service after another.
import type { FastifyInstance } from 'fastify'
import type { buildApp } from '#app.js'
import { registry } from '#capabilities/index.js'
import type { Deps } from '#deps.js'
import { openLog } from '#logger.js'
import { root } from '../lanes/tap.js'
import { buildWatched } from './replies.js'

export interface LentApp {
  app: FastifyInstance
  /** Ends the application for its service. */
  giveBack(): Promise<void>
}

/** What is read while an application is built. A service with other settings has an application of its own. */
export const USUAL = {
  log: openLog(process.env['TEST_LOG_LEVEL'] ?? 'silent'),
  trustProxy: [],
  registry,
  rateLimit: { max: 100_000, windowSeconds: 60 },
  sessionSecret: 'a session secret of at least 32 characters',
  version: '0.0.0-test',
  disk: undefined
} satisfies Partial<Deps>
// Cast: the keys of a constant are the names of its type.
const settings = Object.keys(USUAL) as (keyof typeof USUAL)[]

interface PooledApp {
  app: FastifyInstance
  turnTo(deps: Deps): Promise<void>
  /** Whether nothing of the last service is left in it. */
  isClean(): boolean
}

const idle: PooledApp[] = []
root.teardown(async () => {
  for (const { app } of idle.splice(0)) await app.close()
})

/** `build` builds an application from dependencies. */
export async function lendApp(deps: Deps, build: typeof buildApp): Promise<LentApp> {
  if (!settings.every((name) => deps[name] === USUAL[name])) return openApp(deps, build)
  const pooled = idle.pop() ?? (await openPooled(deps, build))
  await pooled.turnTo(deps)
  let isOver = false
  return {
    app: pooled.app,
    async giveBack() {
      if (isOver) return
      isOver = true
      if (pooled.isClean()) idle.push(pooled)
      else await pooled.app.close()
    }
  }
}

/** One that serves no other service. */
export async function openApp(deps: Deps, build: typeof buildApp): Promise<LentApp> {
  const app = await build(deps)
  await app.ready()
  return {
    app,
    async giveBack() {
      await app.close()
    }
  }
}

async function openPooled(first: Deps, build: typeof buildApp): Promise<PooledApp> {
  const { deps, turnTo, endBuilding } = changingDeps(first)
  let open = 0
  let isClosed = false
  const app = await buildWatched(
    () => build(deps),
    (built) => {
      built.addHook('onRequest', async () => {
        open += 1
      })
      built.addHook('onResponse', async () => {
        open -= 1
      })
      built.addHook('onClose', async () => {
        isClosed = true
      })
    }
  )
  await app.ready()
  endBuilding()
  return { app, turnTo, isClean: () => open === 0 && !isClosed && !app.server.listening }
}

/** Dependencies that are those of one service after another. */
function changingDeps(first: Deps) {
  let current = first
  let turn = 0
  let isBuilding = true
  const listeners: Parameters<Deps['listen']>[] = []
  // An application keeps these from when it was built.
  const kept: Pick<Deps, 'db' | 'commits' | 'now' | 'listen'> = {
    db: leadingTo(() => current.db),
    // The commits of two services must not be taken for each other's.
    commits: () => turn * 1e9 + current.commits(),
    now: () => current.now(),
    listen: async (...heard) => {
      listeners.push(heard)
    }
  }
  const deps = new Proxy(first, {
    get(_, name: keyof Deps) {
      if (name in kept) return Reflect.get(kept, name)
      if (isBuilding && !(name in USUAL))
        throw new Error(`The application keeps deps.${name} from when it is built: test/harness/apps.ts`)
      return current[name]
    }
  })
  return {
    deps,
    async turnTo(next: Deps) {
      current = next
      turn += 1
      await Promise.all(listeners.map((heard) => next.listen(...heard)))
    },
    endBuilding() {
      isBuilding = false
    }
  }
}

/** Stands for an object that changes. */
function leadingTo<Target extends object>(target: () => Target): Target {
  return new Proxy(target(), {
    get(_, name) {
      const value: unknown = Reflect.get(target(), name)
      return typeof value === 'function' ? value.bind(target()) : value
    }
  })
}
