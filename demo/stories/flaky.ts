// A test fails now and then: somebody runs it again each time, until the service puts it into quarantine.
import { homeWith, type Stage, type Story } from '../stage.js'
import { changeOf } from '../words.js'

/** How often it fails until nobody doubts any more. */
const ROUNDS = 3

export function* flakyTest(stage: Stage): Story {
  const { random, people, ci } = stage
  const home = homeWith(stage, 'reports')
  const { git, fullName, parts } = home
  const test = random.one(FLAKY)
  for (let round = 0; round < ROUNDS; round += 1) {
    const change = changeOf(random, random.one(parts))
    git.push('main', change.files, { by: random.one(people), message: change.title })
    const sha = git.tip() ?? ''
    ci.expect(sha, { is: 'flaky', test })
    stage.tell(`${fullName}: the test "${test}" is about to fail by chance`)
    yield 40
    git.rerunChecks(sha)
    yield 60
  }
}

export const FLAKY = ['waits for the debounce', 'keeps the order of events'] as const
export const TESTS = [
  ...FLAKY,
  'adds two prices',
  'rounds to cents',
  'refuses an empty cart',
  'sorts by date'
] as const
