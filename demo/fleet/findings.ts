// What the service found among issues: pairs that may be the same, and attempts to fix some of them.
import { DAY_MS, HOUR_MS } from '#domain/time/durations.js'
import { SIMILARITY_PARTS } from '#schemas/duplicates/duplicates.js'
import type { FixError, FixStatus } from '#schemas/fixing/enums.js'
import { activity } from '#tables/activity/activity.js'
import { duplicateSignals } from '#tables/duplicates/duplicate-signals.js'
import { fixAttempts } from '#tables/fixing/fix-attempts.js'
import type { Random } from '../random.js'
import { decide, type Subject } from './basics/deeds.js'
import { after, chanceOf, type Fleet, type Item, laterThan, onlyIf } from './basics/fleet.js'
import { personOf, shaOf, uuidOf } from './basics/words.js'

export function addFindings(fleet: Fleet): void {
  const random = chanceOf(fleet, 3)
  addDuplicates(fleet, random)
  for (const issue of fleet.issues) if (random.chance(0.06)) addFix(fleet, random, issue)
}

/** An issue repeats the last one of the same title in its repository. */
function addDuplicates(fleet: Fleet, random: Random): void {
  const last = new Map<string, Item>()
  for (const issue of fleet.issues) {
    const key = `${issue.home.hostId} ${issue.title}`
    const older = last.get(key)
    last.set(key, issue)
    if (older) fleet.book.happened(after(issue.createdAt, 9_500), () => addPair(fleet, random, issue, older))
  }
}

function addPair(fleet: Fleet, random: Random, issue: Item, older: Item): void {
  const { home, createdAt } = issue
  const at = after(createdAt, 9_500)
  const similarity = Math.floor(SIMILARITY_PARTS * (0.8 + 0.19 * random.next()))
  const status = random.weighted({ pending: 45, confirmed: 38, dismissed: 17 })
  const reason = `It resembles #${older.number} with a similarity of ${(similarity / SIMILARITY_PARTS).toFixed(2)}.`
  const subject: Subject = { home, type: 'issue', number: issue.number, at }
  const made = { source: 'triage', pillar: 'triage', trigger: 'issues.opened', decision: 'acted' } as const
  const decisionId = decide(fleet, subject, { ...made, reason })
  const answeredAt = status === 'pending' ? null : laterThan(fleet, at, random.exponential(DAY_MS))
  const id = fleet.book.add(duplicateSignals, {
    repoId: home.hostId,
    sourceIssueId: issue.hostId,
    targetIssueId: older.hostId,
    kind: 'duplicate',
    similarity,
    status,
    evidence: JSON.stringify({
      title: 1,
      body: 0.6 + random.next() / 3,
      failures: random.below(4),
      was_open: older.isOpen,
      age_days: Math.round((createdAt.getTime() - older.createdAt.getTime()) / DAY_MS),
      hits: 0
    }),
    decisionId,
    resolvedBy: answeredAt && personOf(random),
    resolvedAt: answeredAt,
    byPerson: answeredAt !== null,
    createdAt: at,
    updatedAt: answeredAt ?? at,
    live: !home.row.deletedAt
  })
  fleet.book.add(activity, {
    source: 'duplicate',
    sourceId: id,
    repoId: home.hostId,
    targetNumber: issue.number,
    targetUrl: null,
    actionType: 'detected',
    status,
    detail: (similarity / SIMILARITY_PARTS).toFixed(3),
    createdAt: at
  })
}

const REASONS: Readonly<Partial<Record<FixStatus, readonly [FixError, string]>>> = {
  rejected: ['too_complex', 'The change would touch more than the five files that are allowed.'],
  failed: ['model_failed', 'The language model did not answer in time.']
}

function addFix(fleet: Fleet, random: Random, issue: Item): void {
  const { home, number } = issue
  const at = laterThan(fleet, issue.createdAt, random.exponential(6 * HOUR_MS))
  const status = random.weighted({ submitted: 22, merged: 36, closed: 8, rejected: 24, failed: 10 })
  const [error = null, reason = null] = REASONS[status] ?? []
  const hasPull = error === null
  const prNumber = hasPull ? number + 1 : null
  fleet.book.happened(at, () => {
    const subject: Subject = { home, type: 'issue', number, at }
    const made = { source: 'issue_fix', pillar: 'issue_fix', trigger: 'issues.labeled' } as const
    const decision = hasPull ? 'acted' : 'skipped'
    const words = hasPull ? 'A small change in one file fixes it.' : reason
    const decisionId = decide(fleet, subject, { ...made, reason: words, decision })
    const id = fleet.book.add(fixAttempts, {
      repoId: home.hostId,
      issueNumber: number,
      attempt: 1,
      triggeredBy: personOf(random),
      dryRun: false,
      jobId: uuidOf(random),
      status,
      complexity: 'simple',
      confidence: random.one(['high', 'medium'] as const),
      riskScore: random.below(40),
      riskLevel: 'low',
      baseBranch: 'main',
      baseSha: shaOf(random),
      explanation: onlyIf(hasPull, 'The value is checked before it is used, and a test shows it.'),
      filesChanged: hasPull ? ['src/index.ts', 'test/index.test.ts'] : [],
      linesChanged: onlyIf(hasPull, 4 + random.below(30)),
      branchName: `service/fix-${number}`,
      prNumber,
      prUrl: onlyIf(hasPull, `https://github.com/${home.fullName}/pull/${prNumber}`),
      error,
      reason,
      decisionId,
      createdAt: at,
      startedAt: after(at, 1_000),
      finishedAt: laterThan(fleet, at, 90_000),
      updatedAt: laterThan(fleet, at, 90_000),
      live: !home.row.deletedAt
    })
    fleet.book.add(activity, {
      source: 'issue_fix',
      sourceId: id,
      repoId: home.hostId,
      targetNumber: number,
      targetUrl: onlyIf(hasPull, `https://github.com/${home.fullName}/pull/${prNumber}`),
      actionType: status,
      status,
      detail: error === null ? 'simple' : `simple, ${error}: ${reason}`,
      createdAt: at
    })
  })
}
