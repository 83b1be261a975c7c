// Rules that send word of what happens, and what they have sent.
import { sql } from 'drizzle-orm'
import { DAY_MS } from '#domain/time/durations.js'
import type { FeedbackEventType } from '#schemas/feedback/enums.js'
import type { Tx } from '#store/sql/database.js'
import { feedbackDeliveries } from '#tables/feedback/feedback-deliveries.js'
import { feedbackRules } from '#tables/feedback/feedback-rules.js'
import type { Random } from '../random.js'
import { after, ago, chanceOf, type Fleet, homeOf, momentOf, onlyIf } from './basics/fleet.js'

const RULES: readonly { name: string; event: FeedbackEventType; slack: boolean }[] = [
  { name: 'Failed runs to the author', event: 'ci_failure', slack: false },
  { name: 'Repairs to the team', event: 'ci_heal', slack: true },
  { name: 'Landed changes', event: 'pr_merged', slack: true },
  { name: 'Ejected changes', event: 'pr_blocked', slack: false }
]

const FIRST_INSTALLATION = 7_001
const SENT = 320

export function addFeedback(fleet: Fleet): void {
  const random = chanceOf(fleet, 12)
  const since = ago(fleet, 100 * DAY_MS)
  const owners = [...new Set(fleet.homes.map(({ installationId }) => installationId))].sort((a, b) => a - b)
  for (const installationId of owners)
    for (const { name, event, slack } of RULES)
      fleet.book.add(feedbackRules, {
        installationId,
        name,
        eventType: event,
        repoFilter: null,
        postPrComment: !slack,
        slackUrl: onlyIf(slack, 'https://chat.example/services/demo'),
        teamsUrl: null,
        slackWebhook: onlyIf(slack, 'https://chat.example/…demo'),
        teamsWebhook: null,
        includeLogLink: true,
        includeDiffPreview: false,
        enabled: name !== 'Landed changes',
        createdAt: since,
        updatedAt: since
      })
  for (let nth = 0; nth < SENT; nth += 1) addSent(fleet, random, nth)
}

function addSent(fleet: Fleet, random: Random, nth: number): void {
  const home = homeOf(fleet, random)
  const at = momentOf(fleet, random, { days: 60 })
  const rule = random.one(RULES)
  const isSent = random.chance(0.94)
  fleet.book.happened(at, () =>
    fleet.book.add(feedbackDeliveries, {
      ruleId: (home.installationId - FIRST_INSTALLATION) * RULES.length + RULES.indexOf(rule) + 1,
      eventType: rule.event,
      subject: `made:${nth}`,
      repoId: home.hostId,
      prNumber: 1 + random.below(20),
      channel: rule.slack ? 'slack' : 'pr_comment',
      state: isSent ? 'sent' : 'failed',
      attempts: isSent ? 1 : 5,
      lastError: onlyIf(!isSent, 'The channel answered 404: the webhook is gone.'),
      data: null,
      createdAt: at,
      endedAt: after(at, 2_000),
      sentAt: onlyIf(isSent, after(at, 2_000))
    })
  )
}

export async function countFeedback(tx: Tx): Promise<void> {
  await tx.execute(sql`insert into feedback_sums (rule_id, channel, sent, failed)
    select rule_id, channel, count(*) filter (where state = 'sent'), count(*) filter (where state = 'failed')
    from feedback_deliveries group by 1, 2`)
}
