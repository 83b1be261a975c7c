// What the built-in rules of a review cost for a large pull request, beside reading its diff alone.

import { parsePatch } from '#domain/review/diff.js'
import { BUILT_IN_RULES, runRules } from '#domain/review/rules/index.js'
import { largeChange, patchesOf } from './large-change.js'

const FILES = 300
const LINES = 20_000
const ROUNDS = 5

export async function measureReview(): Promise<void> {
  const patches = patchesOf(FILES, LINES)
  const change = largeChange(FILES, LINES)
  for (let round = 1; round <= ROUNDS; round += 1) {
    const floor = secondsOf(() => patches.map(({ patch }) => parsePatch(patch)))
    const rules = secondsOf(() => runRules(change))
    const peakMb = process.resourceUsage().maxRSS / 1024
    console.log(
      `round ${round}: ${BUILT_IN_RULES.length} rules ${rules.toFixed(2)} s CPU, reading the diff ${floor.toFixed(3)} s, ` +
        `peak of the process ${peakMb.toFixed(0)} MB`
    )
  }
}

function secondsOf(work: () => unknown): number {
  const began = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1e6
}
