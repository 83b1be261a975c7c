// What stories work with: the repositories and people of the emulated host, chance, and a way to tell what happens.
import type { ServiceClient } from '../openapi/client.js'
import type { Ci } from './ci.js'
import { type Random, randomOf } from './random.js'
import type { GitWorld } from './world/git/git.js'
import type { Repository, World } from './world/world.js'

export interface Home {
  fullName: string
  repository: Repository
  git: GitWorld
  /** What its issues are about. */
  parts: readonly string[]
  /** What may happen in it. */
  traits: readonly Trait[]
}

export type Trait = 'queue' | 'formatted' | 'reports' | 'python' | 'reviewed'

export interface Stage {
  world: World
  ci: Ci
  random: Random
  homes: readonly Home[]
  people: readonly string[]
  /** The API of the service, for what people do in the dashboard. */
  client: ServiceClient
  /** Asks the service for something, whose answer is awaited before time goes on. */
  ask(request: Promise<{ error?: { message: string } }>): void
  /** Tells those who watch. */
  tell(line: string): void
}

/** Goes on after so many minutes each time. */
export type Story = Generator<number, void, void>
export type StoryTeller = (stage: Stage) => Story

/** So that a story is the same, however long others take meanwhile. */
export const withOwnChance = (stage: Stage): Stage => ({
  ...stage,
  random: randomOf(stage.random.below(2 ** 31))
})

export function homeWith({ homes, random }: Stage, trait: Trait): Home {
  return random.one(homes.filter(({ traits }) => traits.includes(trait)))
}

/** The open pull requests of the service itself. */
export function proposalsIn({ repository }: Home) {
  return [...repository.issues.values()].filter(
    ({ pull, author, state }) => pull && state === 'open' && author.endsWith('[bot]')
  )
}
