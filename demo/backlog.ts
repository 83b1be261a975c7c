// What the repositories had before the service came: it learns of that by its first sync.
import type { Random } from './random.js'
import type { Home } from './stage.js'
import { issueOf } from './words.js'
import { addRun } from './world/ci/runs.js'
import { addIssue } from './world/issues.js'
import type { World } from './world/world.js'

const MOST_ISSUES = 10
const MOST_RUNS = 16

interface Backlog {
  home: Home
  from: Date
  to: Date
}

export function fillBacklog(world: World, random: Random, { home, from, to }: Backlog): void {
  const { repository, parts } = home
  const moments = (count: number) =>
    Array.from(
      { length: count },
      () => from.getTime() + Math.floor(random.next() * (to.getTime() - from.getTime()))
    )
      .sort((one, other) => one - other)
      .map((ms) => new Date(ms))
  for (const createdAt of moments(4 + random.below(MOST_ISSUES - 4))) {
    const issue = addIssue(world.state, repository, { ...issueOf(random, random.one(parts)), createdAt })
    if (random.chance(0.5)) Object.assign(issue, { state: 'closed', closedAt: to, updatedAt: to })
  }
  for (const createdAt of moments(MOST_RUNS / 2 + random.below(MOST_RUNS / 2))) {
    const conclusion = random.chance(0.85) ? 'success' : 'failure'
    addRun(world.state, repository, { createdAt, status: 'completed', conclusion })
  }
}
