// The stories of the demo, and how often each is told.
import type { StoryTeller } from '../stage.js'
import { advisory } from './advisories.js'
import { realBug } from './bugs.js'
import { commit } from './commits.js'
import { protectionDrift } from './drift.js'
import { duplicate } from './duplicates.js'
import { flakyTest } from './flaky.js'
import { unformattedFile } from './formatting.js'
import { issue } from './issues.js'
import { networkFailure } from './network.js'
import { ejectedPull, queuedPull } from './queue.js'
import { forgottenMarks, reviewedPull } from './reviews.js'

interface Telling {
  story: StoryTeller
  /** How often in a month. */
  monthly: number
}

export const STORIES: readonly Telling[] = [
  { story: issue, monthly: 24 },
  { story: commit, monthly: 12 },
  { story: queuedPull, monthly: 5 },
  { story: networkFailure, monthly: 5 },
  { story: duplicate, monthly: 3 },
  { story: unformattedFile, monthly: 3 },
  { story: realBug, monthly: 2 },
  { story: flakyTest, monthly: 2 },
  { story: protectionDrift, monthly: 2 },
  { story: ejectedPull, monthly: 1 },
  { story: reviewedPull, monthly: 3 },
  { story: forgottenMarks, monthly: 1 },
  { story: advisory, monthly: 2 }
]
