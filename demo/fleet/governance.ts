// Configurations with their history, what maintenance did, and what people asked for.
import { DAY_MS } from '#domain/time/durations.js'
import type { JsonObject } from '#schemas/common.js'
import { activity } from '#tables/activity/activity.js'
import { configFiles, configHistory, repoConfigs } from '#tables/configuration/configs.js'
import { governanceEntries } from '#tables/maintenance/governance-entries.js'
import { maintenanceActions } from '#tables/maintenance/maintenance-actions.js'
import { maintenanceSettings } from '#tables/maintenance/maintenance-settings.js'
import type { Random } from '../random.js'
import { addAudit } from './basics/audit.js'
import { decide, type Subject } from './basics/deeds.js'
import {
  after,
  ago,
  chanceOf,
  type Fleet,
  type Home,
  homeOf,
  type Item,
  laterThan,
  momentOf,
  onlyIf
} from './basics/fleet.js'
import { personOf, shaOf } from './basics/words.js'

export function addGovernance(fleet: Fleet): void {
  const random = chanceOf(fleet, 7)
  for (const home of fleet.homes) {
    if (random.chance(0.8)) addFile(fleet, random, home)
    if (random.chance(0.5)) addOverrides(fleet, random, home)
    if (random.chance(0.3)) addSettings(fleet, random, home)
  }
  const stale = fleet.issues.filter(({ isOpen }) => isOpen && random.chance(0.25))
  for (const issue of stale) addWarning(fleet, random, issue)
  for (let count = 0; count < 90; count += 1) addRequest(fleet, random)
}

const FILE: JsonObject = {
  pillars: { triage: { auto_comment: false }, merge_queue: { enabled: true }, issue_fix: { enabled: true } },
  custom_rules: {
    docs: {
      if: 'files | all(match("docs/**"))',
      run: [{ action: 'add-label', args: { label: 'documentation' } }]
    }
  }
}

function addFile(fleet: Fleet, random: Random, { hostId: repoId }: Home): void {
  const isBroken = random.chance(0.05)
  const at = ago(fleet, random.below(DAY_MS))
  fleet.book.add(configFiles, {
    repoId,
    path: '.github/.service.yml',
    sha: shaOf(random),
    content: FILE,
    fetchedAt: at,
    checkedAt: at,
    error: isBroken ? 'Line 4: pillars.triage.auto_coment is unknown. Did you mean auto_comment?' : null
  })
}

function addOverrides(fleet: Fleet, random: Random, { hostId: repoId, fullName }: Home): void {
  const versions = 1 + random.below(4)
  let before: JsonObject = {}
  for (let version = 1; version <= versions; version += 1) {
    const overrides: JsonObject = {
      settings: { dry_run: version === 1 },
      pillars: { ci_healing: { auto_patch: version % 2 === 0 } }
    }
    const at = ago(fleet, (versions - version + 1) * 9 * DAY_MS)
    const by = personOf(random)
    const change = { before, after: overrides }
    fleet.book.happened(at, () => {
      const action = version === 1 ? 'set' : 'patch'
      const id = fleet.book.add(configHistory, {
        repoId,
        action,
        ...change,
        version,
        updatedBy: by,
        createdAt: at
      })
      fleet.book.add(activity, {
        source: 'config_change',
        sourceId: id,
        repoId,
        targetNumber: null,
        targetUrl: null,
        actionType: action,
        status: 'applied',
        detail: `The configuration was changed. By ${by}; version ${version}.`,
        createdAt: at
      })
      addAudit(fleet, {
        category: 'config_change',
        eventType: action,
        actor: by,
        repo: fullName,
        payload: { history_id: id, version },
        at
      })
    })
    before = overrides
  }
  fleet.book.add(repoConfigs, {
    repoId,
    overrides: before,
    version: versions,
    updatedBy: personOf(random),
    updatedAt: ago(fleet, 9 * DAY_MS)
  })
}

function addSettings(fleet: Fleet, random: Random, { hostId: repoId }: Home): void {
  fleet.book.add(maintenanceSettings, {
    repoId,
    staleIssueDays: 30 + 10 * random.below(7),
    stalePrDays: 30,
    staleWarnDays: 7,
    cleanupBranches: random.chance(0.5),
    enabled: true,
    autoClose: random.chance(0.3),
    updatedAt: ago(fleet, 20 * DAY_MS)
  })
}

function addWarning(fleet: Fleet, random: Random, { home, number, createdAt }: Item): void {
  const at = laterThan(fleet, createdAt, 40 * DAY_MS)
  const status = random.weighted({ applied: 80, skipped: 15, failed: 5 })
  fleet.book.happened(at, () => {
    const subject: Subject = { home, type: 'issue', number, at }
    const reason =
      status === 'skipped' ? 'It carries the label keep-alive.' : 'Nobody has written for 53 days.'
    const result = status === 'failed' ? 'The host answered 502.' : reason
    const decisionId = decide(fleet, subject, {
      source: 'maintainer',
      pillar: 'maintainer',
      trigger: 'schedule',
      reason,
      decision: status === 'skipped' ? 'skipped' : 'acted'
    })
    const id = fleet.book.add(maintenanceActions, {
      repoId: home.hostId,
      actionType: 'stale_warn',
      targetType: 'issue',
      targetNumber: String(number),
      idempotencyKey: `stale_warn:${home.hostId}:${number}`,
      status,
      result,
      attempts: 1,
      decisionId,
      createdAt: at,
      appliedAt: onlyIf(status === 'applied', after(at, 5_000))
    })
    fleet.book.add(activity, {
      source: 'maintainer',
      sourceId: id,
      repoId: home.hostId,
      targetNumber: number,
      targetUrl: null,
      actionType: 'stale_warn',
      status,
      detail: result,
      createdAt: at
    })
  })
}

const REQUESTS = [
  { action: 'settings.update', target: 'repo', payload: { stale_issue_days: 60 } },
  { action: 'stale_scan.trigger', target: 'repo', payload: { dry_run: true } },
  { action: 'branch_rule.update', target: 'branch_rule', payload: { required_reviews: 2 } },
  { action: 'collaborator.update', target: 'member', payload: { permission: 'push' } },
  { action: 'policy.update', target: 'policy', payload: { min_reviews: 1 } },
  { action: 'feedback_rule.create', target: 'feedback_rule', payload: { event_type: 'ci_failure' } },
  { action: 'flaky.dismiss', target: 'flaky_test', payload: { reason: 'It is rewritten.' } }
] as const

function addRequest(fleet: Fleet, random: Random): void {
  const at = momentOf(fleet, random, { days: 90 })
  const { action, target, payload } = random.one(REQUESTS)
  const { fullName } = homeOf(fleet, random)
  const isDone = random.chance(0.88)
  const actor = random.one(['api', 'admin'])
  fleet.book.happened(at, () => {
    fleet.book.add(governanceEntries, {
      actor,
      action,
      targetType: target,
      targetId: target === 'branch_rule' ? `${fullName}:main` : fullName,
      payload: onlyIf(isDone, { ...payload }),
      success: isDone,
      error: isDone ? null : 'The App lacks the permission Administration (write).',
      createdAt: at
    })
    if (isDone && target === 'branch_rule')
      addAudit(fleet, {
        category: 'branch_rule',
        eventType: action,
        actor,
        repo: fullName,
        payload: { ...payload },
        at
      })
  })
}
