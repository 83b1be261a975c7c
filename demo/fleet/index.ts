// A made-up fleet of fifty repositories with four months of history: for tests of the dashboard, for screenshots, and
// to look around. The same seed and moment bring the same fleet.
import type { Deps } from '#deps.js'
import { addTrail } from './basics/audit.js'
import { Book } from './basics/book.js'
import type { Fleet } from './basics/fleet.js'
import { addDeliveries } from './deliveries.js'
import { addDependencies } from './dependencies.js'
import { addFeedback } from './feedback.js'
import { addFindings } from './findings.js'
import { addGates } from './gates.js'
import { addGovernance } from './governance.js'
import { addHostUsage } from './host.js'
import { addItems } from './items.js'
import { addPolicies } from './policies.js'
import { addQueues } from './queue.js'
import { addRepositories } from './repositories.js'
import { addReviews } from './reviews.js'
import { addRuns } from './runs.js'
import { countAll } from './sums.js'
import { addTests } from './tests.js'

export interface FleetSeed {
  now: Date
  seed?: number
}

/** Fills an empty database, with the counters that the service would have kept. */
export async function seedFleet(
  deps: Pick<Deps, 'transaction' | 'registry'>,
  seed: FleetSeed
): Promise<void> {
  const { book } = composeFleet(seed)
  await deps.transaction(async (tx) => {
    await book.write(tx)
    await countAll(tx, deps)
  })
}

/** All rows, before they are written. */
export function composeFleet({ now, seed = 1 }: FleetSeed): Fleet {
  const fleet: Fleet = { book: new Book(), now, seed, homes: [], issues: [], pulls: [], witnessed: [] }
  addRepositories(fleet)
  addItems(fleet)
  addFindings(fleet)
  addRuns(fleet)
  addQueues(fleet)
  addGates(fleet)
  addGovernance(fleet)
  addPolicies(fleet)
  addTests(fleet)
  addDependencies(fleet)
  addDeliveries(fleet)
  addFeedback(fleet)
  addReviews(fleet)
  addHostUsage(fleet)
  fleet.book.tellAll()
  addTrail(fleet)
  return fleet
}
