// The check run that shows what a change of the organisation's file would change in its repositories.
import type { Json } from '#schemas/common.js'
import { canonicalJson } from '../json/canonical.js'
import { inlineCode } from '../text/markdown.js'
import type { PreviewedChange } from './preview.js'

export interface RepositoryPreview {
  fullName: string
  changes: readonly PreviewedChange[]
  /** The keys of its configuration that would have another value, as pointers. */
  changedKeys: readonly string[]
  pillarsOn: readonly string[]
  pillarsOff: readonly string[]
  /** Whether the reconciler has ever read it. */
  isRead: boolean
  /** Whether its own configuration file is known. */
  isFileKnown: boolean
}

export interface OrganisationPreview {
  repositories: readonly RepositoryPreview[]
  /** How many there are, whether looked at or not. */
  total: number
  /** Whether everybody can read the check: how repositories are protected is not for everybody, nor are their own keys. */
  isPublic: boolean
  locked: readonly string[]
  unlocked: readonly string[]
  lacksFile: boolean
}

const MOST_REPOSITORIES = 50
const MOST_CHANGES = 10
const MOST_KEYS = 50
/** Of the rows of a table together; the host takes 65,535 in all. */
const MOST_CHANGE_BYTES = 40_000
const MOST_KEY_BYTES = 12_000
const LONGEST_NAME = 100
const LONGEST_CHANGE = 140
const LONGEST_VALUE = 40

export function previewOutput(preview: OrganisationPreview) {
  const { repositories, isPublic, locked, unlocked } = preview
  const touched = repositories.filter(({ changes }) => changes.length > 0)
  const keys = countedByName(repositories.flatMap(({ changedKeys }) => changedKeys))
  const isNothing = touched.length === 0 && keys.length === 0 && locked.length + unlocked.length === 0
  const sections = [
    nextStep(isNothing),
    notesOn(preview, touched).join('\n'),
    ...(isPublic ? [] : [...changeTable(touched), ...keyTable(keys)])
  ]
  return {
    conclusion: isNothing ? ('success' as const) : ('neutral' as const),
    title: titleOf(touched, keys.length),
    summary: sections.join('\n\n')
  }
}

const counted = (count: number) => (count === 1 ? '1 repository' : `${count} repositories`)

/** Whether something was read of it that would be corrected. */
const isCertain = ({ changes }: RepositoryPreview) => changes.some(({ from }) => from !== undefined)

function titleOf(touched: readonly RepositoryPreview[], keys: number): string {
  if (touched.length > 0) return correctedWords(touched)
  return keys > 0 ? 'Nothing would be corrected, and the configuration would change' : 'Nothing would change'
}

function correctedWords(touched: readonly RepositoryPreview[]): string {
  const certain = touched.filter(isCertain).length
  const others = touched.length - certain
  if (certain === 0) return `Perhaps ${counted(others)} would be corrected`
  return `${counted(certain)} would be corrected${others === 0 ? '' : `, and perhaps ${others} more`}`
}

const nextStep = (isNothing: boolean): string =>
  isNothing
    ? 'With this file nothing would change in any repository that was looked at. Nothing to do.'
    : '**What to do next:** check that these differences are meant, before you merge. Nothing of it has been applied.'

function notesOn(preview: OrganisationPreview, touched: readonly RepositoryPreview[]): string[] {
  const { repositories, total, isPublic, lacksFile, locked, unlocked } = preview
  const left = total - repositories.length
  const unread = repositories.filter(({ isRead }) => !isRead).length
  const unknown = repositories.filter(({ isFileKnown }) => !isFileKnown).length
  const notes: (string | false)[] = [
    lacksFile && 'This commit has no configuration file of the service.',
    `Compared with the file in force, and with what the service last read of ${counted(repositories.length)}: ${correctedWords(touched)} corrected.`,
    touched.some(({ changes }) => changes.some(({ from }) => from === undefined)) &&
      'Where a value is "not read yet", the host may show already what is asked for.',
    unread > 0 &&
      `${counted(unread)} never read: what the host shows there is not known, so that all that is asked for is listed.`,
    unknown > 0 &&
      `${counted(unknown)} whose own configuration file cannot be read, or was not yet: what is known of it is used.`,
    isPublic && 'Repositories and keys are not named here, because everybody can read this check.',
    left > 0 &&
      `${counted(left)} not looked at, because there are too many or it took too long: they may change as well.`,
    ...pillarNotes(repositories),
    locked.length > 0 && `Newly locked: ${namesIn(locked)}.`,
    unlocked.length > 0 && `No longer locked: ${namesIn(unlocked)}.`
  ]
  return notes.filter((note) => note !== false).map((note) => `- ${note}`)
}

function pillarNotes(repositories: readonly RepositoryPreview[]): string[] {
  const on = countedByName(repositories.flatMap(({ pillarsOn }) => pillarsOn))
  const off = countedByName(repositories.flatMap(({ pillarsOff }) => pillarsOff))
  return [
    ...on.map(([pillar, count]) => `The pillar ${inlineCode(pillar)} is switched on in ${counted(count)}.`),
    ...off.map(([pillar, count]) => `The pillar ${inlineCode(pillar)} is switched off in ${counted(count)}.`)
  ]
}

const MOST_NAMES = 5

function namesIn(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).map((name) => inlineCode(name, LONGEST_VALUE))
  const more = names.length > MOST_NAMES ? [`and ${names.length - MOST_NAMES} more`] : []
  return [...shown, ...more].join(', ')
}

/** The most frequent first. */
function countedByName(names: readonly string[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].sort(([one, many], [other, few]) => few - many || (one < other ? -1 : 1))
}

/** Within a table a bar would begin another cell, even in code. */
const cell = (text: string, longest: number): string =>
  inlineCode(text, longest).replaceAll('|', String.raw`\|`)

function changeTable(touched: readonly RepositoryPreview[]): string[] {
  if (touched.length === 0) return []
  const groups = touched.slice(0, MOST_REPOSITORIES).map(changeRows)
  const { rows, shown } = withinBytes(groups, MOST_CHANGE_BYTES)
  const more = touched.length - shown
  return [
    [
      '| Repository | What would be corrected |',
      '| --- | --- |',
      ...rows,
      ...(more > 0 ? [`| and ${more} more | |`] : [])
    ].join('\n')
  ]
}

function changeRows({ fullName, changes }: RepositoryPreview): string[] {
  const name = cell(fullName, LONGEST_NAME)
  const rows = changes
    .slice(0, MOST_CHANGES)
    .map((change) => `| ${name} | ${cell(changeWords(change), LONGEST_CHANGE)} |`)
  const more = changes.length - MOST_CHANGES
  return more > 0 ? [...rows, `| ${name} | and ${more} more |`] : rows
}

function changeWords({ field, from, to }: PreviewedChange): string {
  const [kind, how, ...name] = field.split('.')
  const shown = from === undefined ? 'not read yet' : valueWord(from)
  if (kind !== 'label') return `${field}: ${shown} -> ${valueWord(to)}`
  const label = name.join('.').slice(0, LONGEST_NAME)
  const before = how === 'missing' && from !== undefined ? 'missing' : shown
  return `label ${label}: ${before} -> ${valueWord(to)}`
}

function valueWord(value: Json): string {
  const word = typeof value === 'string' ? value : canonicalJson(value)
  return word.length > LONGEST_VALUE ? `${word.slice(0, LONGEST_VALUE)}…` : word
}

function keyTable(keys: readonly [string, number][]): string[] {
  if (keys.length === 0) return []
  const groups = keys
    .slice(0, MOST_KEYS)
    .map(([key, count]) => [`| ${cell(key, LONGEST_CHANGE)} | ${count} |`])
  const { rows, shown } = withinBytes(groups, MOST_KEY_BYTES)
  const more = keys.length - shown
  return [
    [
      '| Key of the configuration | Repositories with another value |',
      '| --- | --- |',
      ...rows,
      ...(more > 0 ? [`| and ${more} more | |`] : [])
    ].join('\n')
  ]
}

/** The first groups of rows that fit together. */
function withinBytes(groups: readonly string[][], most: number): { rows: string[]; shown: number } {
  let bytes = 0
  const fitting = groups.findIndex((rows) => {
    bytes += Buffer.byteLength(rows.join('\n')) + 1
    return bytes > most
  })
  const shown = fitting === -1 ? groups.length : fitting
  return { rows: groups.slice(0, shown).flat(), shown }
}
