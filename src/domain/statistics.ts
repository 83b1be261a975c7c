// Statistics of the mirror, read off its sums.
import type { IssueStats } from '../../schemas/issues.js'
import { ISSUE_STATES, type IssueState } from '../../schemas/mirror.js'
import type { PullRequestStats } from '../../schemas/pull-requests.js'

type Sums = ReadonlyMap<string, number>

const HOUR_SECONDS = 3_600

export function issueStatsOf(sums: Sums, state: IssueState | 'all'): IssueStats {
  const at = (measure: string) => sums.get(measure) ?? 0
  const states: readonly IssueState[] = state === 'all' ? ISSUE_STATES : [state]
  const over = (measure: string) =>
    states.reduce<number>((sum, one) => sum + at(`issues.${one}.${measure}`), 0)
  const priority = (name: string) => over(`priority.${name}`)
  return {
    total: at('issues.open') + at('issues.closed'),
    open: at('issues.open'),
    closed: at('issues.closed'),
    by_type: {
      bug: over('type.bug'),
      feature: over('type.feature'),
      question: over('type.question'),
      ...otherTypes(sums, over)
    },
    by_priority: {
      critical: priority('critical'),
      high: priority('high'),
      medium: priority('medium'),
      low: priority('low')
    },
    untriaged: over('untriaged'),
    unassigned: at('issues.open.unassigned'),
    stale: at('issues.stale')
  }
}

/** Those beside the three that are always shown. */
function otherTypes(sums: Sums, over: (measure: string) => number): Record<string, number> {
  const types = new Set(
    [...sums.keys()].map((measure) => /^issues\.\w+\.type\.(.+)$/.exec(measure)?.[1] ?? 'none')
  )
  for (const shown of ['none', 'bug', 'feature', 'question']) types.delete(shown)
  return Object.fromEntries(
    [...types].map((type) => [type, over(`type.${type}`)]).filter(([, count]) => count !== 0)
  )
}

export function pullRequestStatsOf(sums: Sums): PullRequestStats {
  const at = (measure: string) => sums.get(measure) ?? 0
  const open = at('prs.open')
  const draft = at('prs.open.draft')
  return {
    total: open + at('prs.merged') + at('prs.closed'),
    open,
    merged: at('prs.merged'),
    closed: at('prs.closed'),
    avg_merge_time_hours: averageHours(at('prs.merges.seconds'), at('prs.merges')) ?? 0,
    draft,
    ready_for_review: open - draft,
    high_risk: at('prs.open.risk.high'),
    large: at('prs.open.size.size/L') + at('prs.open.size.size/XL'),
    by_size: sizesIn(sums)
  }
}

const SIZE = 'prs.open.size.'

function sizesIn(sums: Sums): Record<string, number> {
  const sizes = [...sums].filter(([measure, count]) => measure.startsWith(SIZE) && count !== 0)
  return Object.fromEntries(
    sizes.map(([measure, count]) => [
      measure === `${SIZE}none` ? 'unclassified' : measure.slice(SIZE.length),
      count
    ])
  )
}

/** To two decimals; nothing where there is nothing to average. */
export function averageHours(seconds: number, count: number): number | null {
  return count === 0 ? null : Math.round((seconds / count / HOUR_SECONDS) * 100) / 100
}
