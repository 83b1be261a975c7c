// The comments on stale issues and pull requests. They name nobody: a mention would count as activity of that person.
import { KEEP_ALIVE_LABEL, STALE_LABEL, type StaleTarget } from '#schemas/host/enums.js'
import { utcDay } from '../time/day.js'
import type { StaleLimits, StaleStep } from './stale-inputs.js'

const MARKS: Record<StaleStep, string> = {
  warn: '<!-- service:stale-warn -->',
  close: '<!-- service:stale-close -->'
}

interface StaleNotice {
  type: StaleTarget
  step: StaleStep
  limits: StaleLimits
  /** Null if it never is. */
  closableFrom: Date | null
}

const days = (count: number) => (count === 1 ? 'one day' : `${count} days`)
const wordFor = (type: StaleTarget) => (type === 'pr' ? 'pull request' : 'issue')

export function staleNotice(notice: StaleNotice): string {
  const { type, step, limits } = notice
  const text = step === 'warn' ? warningText(notice) : closingText(type, limits)
  return `${text}\n\n${MARKS[step]}`
}

function warningText({ type, limits: { stale, warn }, closableFrom }: StaleNotice): string {
  const word = wordFor(type)
  const idle = `Nobody has been active on this ${word} for ${days(stale - warn)} or more.`
  const next =
    closableFrom === null
      ? `It is marked \`${STALE_LABEL}\`.`
      : `It is marked \`${STALE_LABEL}\`, and will be closed on ${utcDay(closableFrom)} or later if it stays so.`
  return `${idle} ${next} Any comment or change keeps it open; the label \`${KEEP_ALIVE_LABEL}\` does so for good.`
}

function closingText(type: StaleTarget, { close, stale }: StaleLimits): string {
  const idle = `Nobody has been active on this ${wordFor(type)} for ${days(close ?? stale)} or more, so it is closed.`
  return `${idle} Reopen it if it still matters.`
}
