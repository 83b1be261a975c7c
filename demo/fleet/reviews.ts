// Reviews of the latest pull requests of a few repositories, and which files were changed together.
import { DAY_MS, HOUR_MS } from '#domain/time/durations.js'
import { activity } from '#tables/activity/activity.js'
import { changeSets } from '#tables/review/change-sets.js'
import { reviewFindings } from '#tables/review/review-findings.js'
import { reviewSettings } from '#tables/review/review-settings.js'
import { reviews } from '#tables/review/reviews.js'
import type { Random } from '../random.js'
import { decide } from './basics/deeds.js'
import { after, ago, chanceOf, type Fleet, type Home, laterThan, type PullItem } from './basics/fleet.js'
import { shaOf, uuidOf } from './basics/words.js'

const REVIEWED = 4
const PULLS = 12

const LEFTOVER = {
  category: 'maintainability',
  severity: 'medium',
  title: 'A debug output is left over',
  description: 'The added line writes to the console of whoever runs it.',
  suggestion: 'Remove it, or write to the log.',
  file: 'src/index.ts',
  line: 12,
  confidence: 0.8,
  rule: 'debug_leftover',
  outcome: 'open'
} as const

export function addReviews(fleet: Fleet): void {
  const random = chanceOf(fleet, 21)
  for (const home of fleet.homes.slice(0, REVIEWED)) {
    const since = ago(fleet, 60 * DAY_MS)
    fleet.book.add(reviewSettings, {
      repoId: home.hostId,
      settings: JSON.stringify({ enabled: true }),
      createdAt: since,
      updatedAt: since
    })
    const pulls = fleet.pulls.filter((pull) => pull.home === home).slice(-PULLS)
    for (const [at, pull] of pulls.entries()) addReview(fleet, random, { pull, hours: (PULLS - at) * 5 })
    addChangeSet(fleet, random, home)
  }
}

function addChangeSet(fleet: Fleet, random: Random, { hostId: repoId }: Home): void {
  const paths = ['src/index.ts', 'test/index.test.ts']
  fleet.book.add(changeSets, { repoId, commitSha: shaOf(random), paths, pushedAt: ago(fleet, DAY_MS) })
}

function addReview(fleet: Fleet, random: Random, { pull, hours }: { pull: PullItem; hours: number }): void {
  const { home, number, headSha } = pull
  const at = ago(fleet, hours * HOUR_MS)
  const isClean = random.chance(0.6)
  const fingerprint = shaOf(random).slice(0, 16)
  const verdict = isClean ? ('approved' as const) : ('needs_discussion' as const)
  const completedAt = laterThan(fleet, at, 4_000)
  const decisionId = decide(
    fleet,
    { home, type: 'pr', number, at: completedAt },
    {
      source: 'ai_review',
      pillar: 'ai_review',
      decision: 'acted',
      trigger: 'pull_request.opened',
      reason: isClean ? 'Nothing stands against the change.' : 'The change needs to be discussed.'
    }
  )
  const id = fleet.book.add(reviews, {
    repoId: home.hostId,
    prNumber: number,
    commitSha: headSha,
    baseBranch: 'main',
    status: 'completed',
    trigger: 'webhook',
    triggeredBy: 'service[bot]',
    triggerEvent: 'pull_request.opened',
    round: 1,
    jobId: uuidOf(random),
    verdict,
    confidence: isClean ? 'low' : 'high',
    blocked: false,
    summary: isClean
      ? 'Nothing stands against this change. No findings (low confidence).'
      : 'This should be looked at before it is merged. 1 finding: 1 medium (high confidence).',
    findings: JSON.stringify(isClean ? [] : [{ ...LEFTOVER, fingerprint }]),
    ignoredFindings: '[]',
    leftOut: '[]',
    configSnapshot: JSON.stringify({ enabled: true }),
    severities: [0, 0, isClean ? 0 : 1, 0, 0],
    filesReviewed: 1 + random.below(8),
    linesAdded: 5 + random.below(200),
    linesRemoved: random.below(80),
    reviewEngine: 'rules',
    durationMs: 4_000,
    decisionId,
    startedAt: at,
    completedAt,
    live: !home.row.deletedAt
  })
  if (!isClean) addTold(fleet, { pull, fingerprint, at: completedAt })
  addToFeed(fleet, { pull, id, verdict, at })
}

interface ShownReview {
  pull: PullItem
  id: number
  verdict: 'approved' | 'needs_discussion'
  at: Date
}

function addToFeed(fleet: Fleet, { pull, id, verdict, at }: ShownReview): void {
  const isClean = verdict === 'approved'
  fleet.book.add(activity, {
    source: 'ai_review',
    sourceId: id,
    repoId: pull.home.hostId,
    targetNumber: pull.number,
    targetUrl: null,
    actionType: 'review',
    status: verdict,
    detail: isClean ? 'low confidence, 0 findings' : 'high confidence, 1 finding',
    createdAt: at
  })
}

function addTold(
  fleet: Fleet,
  { pull, fingerprint, at }: { pull: PullItem; fingerprint: string; at: Date }
): void {
  const { rule, severity, title, file } = LEFTOVER
  fleet.book.add(reviewFindings, {
    repoId: pull.home.hostId,
    prNumber: pull.number,
    fingerprint,
    rule,
    severity,
    title,
    file,
    outcome: pull.isMerged ? 'ignored' : 'open',
    toldSha: pull.headSha,
    toldAt: at,
    decidedAt: pull.isMerged ? after(at, 0) : null,
    live: !pull.home.row.deletedAt
  })
}
