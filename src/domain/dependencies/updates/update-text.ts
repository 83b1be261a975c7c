// What the pull request of an update says: what it changes, why, and what it leaves and why.
import type { AdvisorySeverity, Ecosystem } from '#schemas/dependencies/enums.js'
import { inertLine, inlineCode, link, plainProse } from '../../text/markdown.js'
import type { FixedPackage, RefusedFix, UpdatePlan } from './update.js'

/** An advisory that a package of a manifest falls under. */
export interface UpdateReason {
  package: string
  /** The version that it affects. */
  installed: string
  manifestPath: string
  severity: AdvisorySeverity | null
  score: number | null
  /** Its names: of GitHub, of CVE, or of another database. */
  ids: readonly string[]
}

export interface UpdateText {
  title: string
  body: string
  commitMessage: string
}

const MOST_FIXED = 50
const MOST_REFUSED = 30
const MOST_LINKS = 4
const LONGEST_NAME = 100
const LONGEST_TITLE = 120
const MOST_COMMIT_LINES = 100

export function updateText(
  ecosystem: Ecosystem,
  plan: Pick<UpdatePlan, 'fixed' | 'refused'>,
  reasons: readonly UpdateReason[]
): UpdateText {
  const title = titleOf(ecosystem, plan.fixed)
  const lines = plan.fixed
    .slice(0, MOST_COMMIT_LINES)
    .map(
      ({ package: name, from, to, manifestPath }) =>
        `- ${shortLine(name)}: ${shortLine(from)} to ${shortLine(to)} (${shortLine(manifestPath)})`
    )
  const more = moreOf(plan.fixed.length - lines.length, 'packages')
  return {
    title,
    body: [...fixedPart(plan.fixed, reasons), ...refusedPart(plan.refused)].join('\n'),
    commitMessage: [title, '', ...lines, ...(more ? [`- ${more}`] : [])].join('\n')
  }
}

const shortLine = (text: string) => inertLine(text, LONGEST_NAME)

function titleOf(ecosystem: Ecosystem, fixed: readonly FixedPackage[]): string {
  const changes = new Map(fixed.map((one) => [`${one.package}\n${one.from}`, one]))
  const [first] = changes.values()
  return changes.size === 1 && first
    ? inertLine(`Update ${first.package} from ${first.from} to ${first.to}`, LONGEST_TITLE)
    : `Update ${changes.size} ${ecosystem} packages with known vulnerabilities`
}

const TABLE = [
  '| Package | Current | New | Severity | CVSS | Advisories | File |',
  '| --- | --- | --- | --- | --- | --- | --- |'
]

function fixedPart(fixed: readonly FixedPackage[], reasons: readonly UpdateReason[]): string[] {
  const byFix = new Map<string, UpdateReason[]>()
  for (const reason of reasons) {
    const key = keyOf(reason.package, reason.installed, reason.manifestPath)
    byFix.set(key, [...(byFix.get(key) ?? []), reason])
  }
  const rows = fixed.slice(0, MOST_FIXED).map((one) => {
    const own = byFix.get(keyOf(one.package, one.from, one.manifestPath)) ?? []
    const versions = [one.package, one.from, one.to].map(cell)
    return `| ${[...versions, ...whyCells(own), cell(one.manifestPath)].join(' | ')} |`
  })
  const more = moreOf(fixed.length - rows.length, 'packages')
  return [
    'The versions in use have known vulnerabilities, which the new ones are without. Merge this if your tests pass with it.',
    '',
    ...TABLE,
    ...rows,
    ...(more ? ['', `${more}.`] : [])
  ]
}

const keyOf = (name: string, version: string, path: string) => JSON.stringify([name, version, path])

/** A bar would end the cell even within code. */
const cell = (text: string) => inlineCode(text.replaceAll('|', ' '), LONGEST_NAME)

const SEVERITY_ORDER: readonly AdvisorySeverity[] = ['critical', 'high', 'medium', 'low', 'none']

/** The worst of all, and where to read about each. */
function whyCells(reasons: readonly UpdateReason[]): string[] {
  const severity = SEVERITY_ORDER.find((one) => reasons.some((reason) => reason.severity === one))
  const scores = reasons.flatMap(({ score }) => (score === null ? [] : [score]))
  const highest = scores.reduce((most, score) => Math.max(most, score), 0)
  const ids = [...new Set(reasons.map((reason) => reason.ids[0] ?? ''))].filter((id) => id !== '')
  const links = ids.slice(0, MOST_LINKS).map((id) => link(plainProse(id, LONGEST_NAME), advisoryAddress(id)))
  const more = moreOf(ids.length - links.length, 'advisories')
  return [
    severity ?? 'unknown',
    scores.length === 0 ? '' : highest.toFixed(1),
    [...links, ...(more ? [more] : [])].join(', ')
  ]
}

/** Where an advisory is published; null for a name that no database is known to have. */
export function advisoryAddress(id: string): string | null {
  if (!/^[A-Za-z]{2,20}-[\w-]{1,60}$/.test(id)) return null
  return id.startsWith('GHSA-')
    ? `https://github.com/advisories/${id}`
    : `https://osv.dev/vulnerability/${id}`
}

function refusedPart(refused: readonly RefusedFix[]): string[] {
  if (refused.length === 0) return []
  const rows = refused
    .slice(0, MOST_REFUSED)
    .map(
      ({ package: name, manifestPath, reason }) =>
        `- ${inlineCode(name, LONGEST_NAME)} in ${inlineCode(manifestPath, LONGEST_NAME)}: ${plainProse(reason)}`
    )
  const more = moreOf(refused.length - rows.length, 'packages')
  return [
    '',
    'These are affected as well, and are left as they are:',
    '',
    ...rows,
    ...(more ? [`- ${more}`] : [])
  ]
}

const moreOf = (count: number, what: string) => (count > 0 ? `and ${count} more ${what}` : '')
