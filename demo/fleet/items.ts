// Issues and pull requests, numbered as the host numbers them, and what triage made of them.
import { DAY_MS } from '#domain/time/durations.js'
import type { DecisionWord } from '#schemas/decisions/decisions.js'
import { issues } from '#tables/mirror/issues.js'
import { pullRequests } from '#tables/mirror/pull-requests.js'
import { triageFailures, triages } from '#tables/triage/triages.js'
import type { Random } from '../random.js'
import { act, decide, type Subject, statusOf } from './basics/deeds.js'
import {
  after,
  chanceOf,
  type Fleet,
  type Item,
  laterThan,
  momentOf,
  onlyIf,
  type PullItem
} from './basics/fleet.js'
import { changeOf, hexOf, issueTitleOf, type LABELS, personOf, shaOf, uuidOf } from './basics/words.js'

const ISSUES = 25
const PULLS = 20
const MOST_ITEMS = 100_000
const LABEL_OF_TYPE: Readonly<Record<string, keyof typeof LABELS>> = {
  bug: 'bug',
  feature: 'enhancement',
  question: 'question',
  documentation: 'documentation'
}

export function addItems(fleet: Fleet): void {
  const random = chanceOf(fleet, 2)
  for (const home of fleet.homes) {
    const pulls = Math.max(1, Math.round(home.weight * PULLS))
    const count = pulls + Math.max(1, Math.round(home.weight * ISSUES))
    const moments = Array.from({ length: count }, () => momentOf(fleet, random))
    for (const [at, createdAt] of moments.sort((one, other) => one.getTime() - other.getTime()).entries()) {
      const place = { home, number: at + 1, hostId: home.hostId * MOST_ITEMS + at, createdAt }
      if (random.chance(pulls / count)) addPull(fleet, random, place)
      else addIssue(fleet, random, place)
    }
  }
}

type Place = Pick<Item, 'home' | 'number' | 'hostId' | 'createdAt'>

function placed({ home, number, hostId, createdAt }: Place) {
  const live = !home.row.deletedAt
  return { repoId: home.hostId, number, hostId, createdAt, goneAt: null, movedFrom: null, live }
}

function ageDaysOf({ now }: Fleet, { createdAt }: Place): number {
  return (now.getTime() - createdAt.getTime()) / DAY_MS
}

function addIssue(fleet: Fleet, random: Random, place: Place): void {
  const { home, createdAt } = place
  const type = random.weighted({ bug: 55, feature: 25, question: 12, documentation: 8 })
  const priority = random.weighted({ critical: 4, high: 16, medium: 45, low: 35 })
  const isOpen = random.chance(0.15 + 0.6 * Math.exp(-ageDaysOf(fleet, place) / 30))
  const closedAt = isOpen ? null : laterThan(fleet, createdAt, random.exponential(9 * DAY_MS))
  const title = issueTitleOf(random, type)
  const decision = random.weighted({ acted: 74, skipped: 9, dry_run: 8, blocked: 4, error: 1 })
  const isKnown = decision === 'acted'
  const author = personOf(random)
  const label = LABEL_OF_TYPE[type] ?? 'bug'
  const item = { ...place, title, isOpen, closedAt }
  fleet.issues.push(item)
  fleet.book.happened(createdAt, () => {
    fleet.book.add(issues, {
      ...placed(place),
      title,
      body: `${title}.\n\nSeen by ${author} in the last release.`,
      state: isOpen ? 'open' : 'closed',
      labels: isKnown ? [label, ...(random.chance(0.06) ? ['security'] : [])] : [],
      assignees: random.chance(0.4) ? [personOf(random)] : [],
      author,
      triageType: onlyIf(isKnown, type),
      triagePriority: onlyIf(isKnown, priority),
      triageSummary: onlyIf(isKnown, `${title}, as ${author} says.`),
      triagedAt: onlyIf(isKnown, after(createdAt, 8_000)),
      dupCheckAt: after(createdAt, 9_000),
      updatedAt: closedAt ?? laterThan(fleet, createdAt, random.exponential(6 * DAY_MS)),
      closedAt
    })
    triageOf(fleet, random, {
      item,
      subject: { home, type: 'issue', number: item.number, at: after(createdAt, 8_000) },
      decision,
      type,
      priority,
      label
    })
  })
}

interface Triaged {
  item: Item
  subject: Subject
  decision: DecisionWord
  type: string
  priority: string | null
  label: string
}

function triageOf(fleet: Fleet, random: Random, made: Triaged): void {
  const { item, subject, decision, type, priority, label } = made
  const target = subject.type === 'pr' ? 'pr' : 'issue'
  const trigger = target === 'pr' ? 'pull_request.opened' : 'issues.opened'
  const reason =
    decision === 'error'
      ? 'The text could not be read.'
      : `It is a ${type}, with a probability of ${80 + random.below(20)} %.`
  const decisionId = decide(fleet, subject, { source: 'triage', pillar: 'triage', trigger, reason, decision })
  const isActed = decision === 'acted'
  fleet.book.add(triages, {
    repoId: item.home.hostId,
    targetType: target,
    targetId: item.hostId,
    targetNumber: item.number,
    contentVersion: hexOf(random, 16),
    jobId: uuidOf(random),
    decisionId,
    type: onlyIf(isActed, type),
    priority: onlyIf(isActed, priority),
    probability: onlyIf(isActed, 0.8 + random.next() / 5),
    isSure: isActed,
    label: onlyIf(isActed, label),
    heard: onlyIf(isActed && random.chance(0.1), random.one(['confirmed', 'corrected'] as const)),
    createdAt: subject.at
  })
  if (decision === 'error') addFailure(fleet, random, item, trigger)
  if (!isActed) return
  const status = statusOf(fleet, random, subject.at)
  const isBad = status === 'failed' || status === 'blocked'
  act(fleet, random, subject, {
    actionType: 'add-label',
    arguments: { label },
    source: 'ai_triage',
    pillar: 'triage',
    key: `add-label:${label}`,
    status,
    decisionId,
    ...(isBad ? { error: 'The App may not write issues of this repository: 403.' } : {}),
    ...(status === 'blocked' ? { blockedReason: 'permission_denied' as const } : {})
  })
}

function addFailure(fleet: Fleet, random: Random, { home, number, createdAt }: Item, trigger: string): void {
  const isOpen = random.chance(0.5)
  const jobId = uuidOf(random)
  fleet.book.add(triageFailures, {
    jobId,
    repoId: home.hostId,
    targetType: trigger.startsWith('issues') ? 'issue' : 'pr',
    targetNumber: number,
    triggerEvent: trigger,
    error: 'The host did not answer: 502.',
    attempts: 5,
    state: isOpen ? 'open' : 'resolved',
    endedAt: isOpen ? null : laterThan(fleet, createdAt, DAY_MS),
    createdAt
  })
}

const SIZES = [
  ['size/XS', 10],
  ['size/S', 50],
  ['size/M', 200],
  ['size/L', 500]
] as const
const sizeOf = (lines: number) => SIZES.find(([, limit]) => lines < limit)?.[0] ?? 'size/XL'

function addPull(fleet: Fleet, random: Random, place: Place): void {
  const { createdAt } = place
  const isOpen = random.chance(0.06 + 0.7 * Math.exp(-ageDaysOf(fleet, place) / 6))
  const isMerged = !isOpen && random.chance(0.88)
  const closedAt = isOpen ? null : laterThan(fleet, createdAt, random.exponential(2 * DAY_MS))
  const title = changeOf(random)
  const author = personOf(random)
  const branch = `${author.split('-')[0]}/${title.toLowerCase().split(' ').slice(0, 3).join('-')}`
  const item: PullItem = {
    ...place,
    title,
    isOpen,
    isMerged,
    closedAt,
    author,
    branch,
    headSha: shaOf(random)
  }
  fleet.pulls.push(item)
  fleet.book.happened(createdAt, () => writePull(fleet, random, item))
}

function writePull(fleet: Fleet, random: Random, item: PullItem): void {
  const { home, createdAt, title, isOpen, isMerged, closedAt, author } = item
  const [additions, deletions] = [Math.floor(random.exponential(90)), Math.floor(random.exponential(40))]
  const type = random.weighted({ feature: 28, bugfix: 36, refactor: 12, chore: 12, docs: 7, test: 5 })
  const decision = random.weighted({ acted: 80, skipped: 8, dry_run: 8, blocked: 4 })
  const isKnown = decision === 'acted'
  const size = sizeOf(additions + deletions)
  fleet.book.add(pullRequests, {
    ...placed(item),
    title,
    body: `${title}.`,
    state: isOpen ? 'open' : isMerged ? 'merged' : 'closed',
    draft: isOpen && random.chance(0.12),
    headBranch: item.branch,
    baseBranch: 'main',
    headSha: item.headSha,
    labels: isKnown ? [size] : [],
    author,
    additions,
    deletions,
    changedFiles: 1 + Math.floor(random.exponential(4)),
    triageType: onlyIf(isKnown, type),
    triageSize: onlyIf(isKnown, size),
    triageRisk: onlyIf(isKnown, random.weighted({ low: 68, medium: 24, high: 8 })),
    triageSummary: onlyIf(isKnown, `${title}; ${additions} lines are added and ${deletions} removed.`),
    triagedAt: onlyIf(isKnown, after(createdAt, 9_000)),
    updatedAt: closedAt ?? laterThan(fleet, createdAt, random.exponential(3 * DAY_MS)),
    closedAt,
    mergedAt: onlyIf(isMerged, closedAt)
  })
  const subject: Subject = { home, type: 'pr', number: item.number, at: after(createdAt, 9_000) }
  triageOf(fleet, random, { item, subject, decision, type, priority: null, label: size })
}
