// What the service replies to commands. Every word from outside stays inert.
import type { MaintainerSettings } from '#schemas/maintenance/settings.js'
import { closableFrom, type StaleLimits } from '../maintenance/stale-inputs.js'
import { inlineCode, plainProse } from '../text/markdown.js'
import { utcDay } from '../time/day.js'
import { DAY_MS } from '../time/durations.js'

const LONGEST_REPLY_LINE = 100
const LONGEST_WORDS = 600

interface EndedLine {
  line: string
  state: string
  reply: string | null
}

/** Replies hold Markdown of the service; refusals quote what people and files say. */
export function replyText(lines: readonly EndedLine[]): string {
  return lines.map(replyToLine).join('\n\n')
}

function replyToLine({ line, state, reply }: EndedLine): string {
  const words = reply ?? ''
  const said = state === 'refused' ? `Not done: ${plainProse(words, LONGEST_WORDS)}` : words
  return `**${inlineCode(line, LONGEST_REPLY_LINE)}**\n\n${said}`
}

const COMMANDS: readonly (readonly [string, string])[] = [
  ['status', 'what the service knows of this issue or pull request'],
  ['run [triage|review|heal|fix|all]', 'look at it again; without a word: all'],
  ['fix', 'propose a change for this issue'],
  ['stale scan', 'look for stale issues and pull requests'],
  ['clean branches', 'delete branches whose pull requests are merged'],
  ['stop, start', 'turn maintenance of this repository off and on'],
  ['settings', 'show the settings of maintenance'],
  ['settings stale <days>, settings pr-stale <days>', 'when issues or pull requests become stale'],
  ['waive <pillar> [for <number or branch>] [until <date>] reason "<text>"', 'grant an exception'],
  ['unwaive <id>', 'revoke it'],
  ['merge [priority], unqueue', 'put this pull request into the merge queue, or take it out']
]

export const HELP = [
  'Write one command per line, at most five in a comment:',
  '',
  ...COMMANDS.map(([form, what]) => `- ${inlineCode(`/service ${form}`)}: ${what}`)
].join('\n')

const closing = (days: number | null) => (days === null ? 'never closed' : `closed after ${days} days`)

type ShownSettings = Pick<MaintainerSettings, 'effective' | 'sources'>

function settingLines({ effective, sources }: ShownSettings): string[] {
  const { stale_issue_days, stale_pr_days, stale_warn_days, close_issue_days, close_pr_days } = effective
  const unreadable = sources.enabled === 'safety' ? ' until the configuration can be read' : ''
  return [
    `- Maintenance is ${effective.enabled ? 'on' : 'off'}${unreadable}.`,
    `- Issues are stale after ${stale_issue_days} days and ${closing(close_issue_days)}.`,
    `- Pull requests are stale after ${stale_pr_days} days and ${closing(close_pr_days)}.`,
    `- A warning comes ${stale_warn_days} days earlier.`,
    `- Merged branches are ${effective.cleanup_branches ? 'deleted' : 'kept'}.`
  ]
}

export const settingsText = (settings: ShownSettings): string =>
  ['The settings in force:', '', ...settingLines(settings)].join('\n')

interface GrantedWaiver {
  id: number
  pillar: string
  scope: string
  scope_value: string | null
  expires_at: string | null
}

export function waiverText({ id, pillar, scope, scope_value, expires_at }: GrantedWaiver): string {
  const subject = scope_value === null ? 'this repository' : `${scope} ${inlineCode(scope_value)}`
  const until = expires_at === null ? 'until it is revoked' : `until ${expires_at}`
  return `Waiver ${id} exempts ${subject} from ${inlineCode(pillar)} ${until}. ${inlineCode(`/service unwaive ${id}`)} revokes it.`
}

export interface ItemStatus {
  triage: {
    state: string
    type: string | null
    priority: string | null
    size: string | null
    risk: string | null
    triagedAt: Date | null
  }
  run: { workflow: string; status: string; conclusion: string | null; healStatus: string } | undefined
  activity: { humanAt: Date; warnedAt: Date | null } | undefined
  /** Undefined if maintenance is off. */
  limits: StaleLimits | undefined
  now: Date
  actions: readonly { actionType: string; actionValue: string | null; status: string; createdAt: Date }[]
}

export const itemStatusText = (status: ItemStatus): string =>
  [
    `- **State:** ${status.triage.state}`,
    `- **Triage:** ${triageWords(status.triage)}`,
    ...(status.run ? [`- **CI:** ${runWords(status.run)}`] : []),
    `- **Stale:** ${staleWords(status)}`,
    ...actionLines(status.actions)
  ].join('\n')

function triageWords({ type, priority, size, risk, triagedAt }: ItemStatus['triage']): string {
  if (triagedAt === null) return 'not triaged yet'
  const facts = { type, priority, size, risk }
  const known = Object.entries(facts).filter(([, value]) => value !== null)
  return known.map(([name, value]) => `${name} ${inlineCode(value ?? '')}`).join(', ') || 'nothing found'
}

const runWords = ({ workflow, status, conclusion, healStatus }: NonNullable<ItemStatus['run']>) =>
  `${inlineCode(workflow)} is ${inlineCode(conclusion ?? status)}, healing is ${inlineCode(healStatus)}`

function staleWords({ triage, limits, activity, now }: ItemStatus): string {
  if (limits === undefined) return 'maintenance is off'
  if (triage.state !== 'open') return 'it is not open'
  if (!activity) return 'no activity of a person is known'
  const { humanAt, warnedAt } = activity
  const last = `a person was last active on ${utcDay(humanAt)}`
  const warnable = new Date(
    Math.max(now.getTime(), humanAt.getTime() + (limits.stale - limits.warn) * DAY_MS)
  )
  const closable = closableFrom(limits, { humanAt, warnedAt: warnedAt ?? warnable })
  const closed = closable === null ? 'it is not closed' : `it is closed from ${utcDay(closable)} on`
  return warnedAt === null
    ? `${last}; without activity it is warned from ${utcDay(warnable)} on, and ${closed}`
    : `${last}; it was warned on ${utcDay(warnedAt)}, and ${closed}`
}

function actionLines(actions: ItemStatus['actions']): string[] {
  if (actions.length === 0) return ['- **Actions:** none']
  return [
    '- **Last actions:**',
    ...actions.map(
      ({ actionType, actionValue, status, createdAt }) =>
        `  - ${utcDay(createdAt)}: ${[actionType, actionValue]
          .filter((word) => word !== null)
          .map((word) => inlineCode(word ?? ''))
          .join(' ')}, ${status}`
    )
  ]
}
