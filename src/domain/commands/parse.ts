// Reads the commands in a comment: one per line, each at the start of its line.
import { type CommandName, MOST_COMMANDS, RUNNABLE, type Runnable } from '#schemas/commands/enums.js'
import { WAIVABLE, type Waivable } from '#schemas/configuration/pillars.js'
import { LONGEST_BRANCH } from '#schemas/host/enums.js'
import { STALE_DAYS_RANGE } from '#schemas/maintenance/settings.js'
import { PRIORITY_RANGE } from '#schemas/merge-queue/enums.js'
import { LONGEST_REASON } from '#schemas/waivers/waivers.js'
import { storable } from '../text/storable.js'
import { ownLines } from './lines.js'

export interface WaiveCommand {
  name: 'waive'
  pillar: Waivable
  /** A number or a glob of branches; null for the repository. */
  subject: string | null
  until: string | null
  reason: string
}

export interface MergeCommand {
  name: 'merge'
  /** Undefined if the line names none. */
  priority?: number
}

type PlainName = Exclude<CommandName, 'run' | 'settings' | 'waive' | 'unwaive' | 'merge'>

export type Command =
  | { name: PlainName }
  | { name: 'run'; part: Runnable }
  | { name: 'settings'; days: { stale_issue_days: number } | { stale_pr_days: number } | null }
  | WaiveCommand
  | { name: 'unwaive'; id: number }
  | MergeCommand

export interface CommandLine {
  /** The line as it was written. */
  text: string
  /** Undefined if there is no such command, or it cannot be understood: `fault` says why. */
  command: Command | undefined
  fault: string | null
}

const COMMAND = /^ {0,3}\/service(?:\s(.*))?$/i
const LONGEST_LINE = 1_500

/** Where there are too many, the first that is not carried out says so. */
export function commandsIn(comment: string): CommandLine[] {
  const written = ownLines(comment).filter((line) => COMMAND.test(line))
  const [tooMany] = written.slice(MOST_COMMANDS)
  const lines = written.slice(0, MOST_COMMANDS).map(commandLineOf)
  if (tooMany === undefined) return lines
  const fault = `A comment may have at most ${MOST_COMMANDS} commands. Write the others in another comment.`
  return [...lines, { text: textOf(tooMany), command: undefined, fault }]
}

/** Why a command cannot be understood, in words for its author. */
class Misunderstood extends Error {}

const noSuchCommand = () => new Misunderstood('There is no such command. Write /service help to see all.')

function commandLineOf(line: string): CommandLine {
  const text = textOf(line)
  try {
    if (line.trim().length > LONGEST_LINE)
      throw new Misunderstood(`A command has at most ${LONGEST_LINE} characters.`)
    return { text, command: commandOf(wordsIn(COMMAND.exec(text)?.[1] ?? '')), fault: null }
  } catch (error) {
    if (!(error instanceof Misunderstood)) throw error
    return { text, command: undefined, fault: error.message }
  }
}

const textOf = (line: string) => storable(line.trim().slice(0, LONGEST_LINE))

interface Word {
  text: string
  isQuoted: boolean
}

/** In quotation marks, straight or curly, or between spaces. */
const WORD = /"([^"]*)"|\u201c([^\u201d]*)\u201d|(\S+)/g

const wordsIn = (text: string): Word[] =>
  [...text.matchAll(WORD)].map(([, straight, curly, plain = '']) => {
    const quoted = straight ?? curly
    return { text: quoted ?? plain, isQuoted: quoted !== undefined }
  })

type Reader = (rest: readonly Word[]) => Command

const plain =
  (name: PlainName): Reader =>
  (rest) => {
    if (rest.length > 0) throw new Misunderstood(`Nothing may follow /service ${name.replace('_', ' ')}.`)
    return { name }
  }

const READERS: Readonly<Record<string, Reader>> = {
  '': plain('help'),
  help: plain('help'),
  status: plain('status'),
  fix: plain('fix'),
  stop: plain('stop'),
  start: plain('start'),
  merge: readMerge,
  unqueue: plain('unqueue'),
  stale: afterWord('scan', plain('stale_scan')),
  clean: afterWord('branches', plain('clean_branches')),
  run: readRun,
  settings: readSettings,
  waive: readWaiver,
  unwaive: readUnwaive
}

function commandOf([first, ...rest]: readonly Word[]): Command {
  const name = first?.text.toLowerCase() ?? ''
  const read = Object.hasOwn(READERS, name) ? READERS[name] : undefined
  if (!read) throw noSuchCommand()
  return read(rest)
}

function afterWord(word: string, read: Reader): Reader {
  return ([first, ...rest]) => {
    if (first?.text.toLowerCase() !== word) throw noSuchCommand()
    return read(rest)
  }
}

function readRun([first, ...rest]: readonly Word[]): Command {
  const named = first?.text.toLowerCase() ?? 'all'
  const part = RUNNABLE.find((one) => one === named)
  if (part === undefined || rest.length > 0)
    throw new Misunderstood(`/service run takes one of ${RUNNABLE.join(', ')}.`)
  return { name: 'run', part }
}

function readSettings([first, days, ...rest]: readonly Word[]): Command {
  if (first === undefined) return { name: 'settings', days: null }
  const key = first.text.toLowerCase()
  const { minimum, maximum } = STALE_DAYS_RANGE
  const count = /^\d{1,9}$/.test(days?.text ?? '') ? Number(days?.text) : 0
  if (!['stale', 'pr-stale'].includes(key) || rest.length > 0 || count < minimum || count > maximum)
    throw new Misunderstood(
      `/service settings takes nothing, or stale <days>, or pr-stale <days>, with ${minimum} to ${maximum} days.`
    )
  return { name: 'settings', days: key === 'stale' ? { stale_issue_days: count } : { stale_pr_days: count } }
}

function readUnwaive([first, ...rest]: readonly Word[]): Command {
  const id = /^#?(\d{1,15})$/.exec(first?.text ?? '')?.[1]
  if (id === undefined || rest.length > 0)
    throw new Misunderstood('/service unwaive takes the id of a waiver, as /service unwaive 12.')
  return { name: 'unwaive', id: Number(id) }
}

function readMerge([first, ...rest]: readonly Word[]): Command {
  if (first === undefined) return { name: 'merge' }
  const { minimum, maximum } = PRIORITY_RANGE
  const priority = /^[+-]?\d{1,3}$/.test(first.text) ? Number(first.text) : Number.NaN
  if (rest.length > 0 || !(priority >= minimum && priority <= maximum))
    throw new Misunderstood(`/service merge takes nothing, or a priority from ${minimum} to ${maximum}.`)
  return { name: 'merge', priority }
}

const CLAUSES = ['for', 'until', 'reason'] as const
type Clause = (typeof CLAUSES)[number]
const WAIVE_FORM = 'Write /service waive <pillar> [for <number or branch>] [until <date>] reason "<text>"'

function readWaiver([first, ...rest]: readonly Word[]): Command {
  const named = first?.text.toLowerCase()
  const pillar = WAIVABLE.find((one) => one === named)
  if (pillar === undefined)
    throw new Misunderstood(`The pillar must be one of ${WAIVABLE.join(', ')}. ${WAIVE_FORM}`)
  const clauses = clausesIn(rest)
  const reason = clauses.get('reason')?.trim() ?? ''
  if (reason === '') throw new Misunderstood(`A reason is required. ${WAIVE_FORM}`)
  const subject = clauses.get('for')?.replace(/^#(?=\d)/, '') ?? null
  mustFit('A reason', reason, LONGEST_REASON)
  mustFit('A branch', subject ?? '', LONGEST_BRANCH)
  return { name: 'waive', pillar, subject, until: clauses.get('until') ?? null, reason }
}

function mustFit(what: string, text: string, longest: number): void {
  if (text.length > longest) throw new Misunderstood(`${what} has at most ${longest} characters.`)
}

const clauseOf = ({ text }: Word) => CLAUSES.find((one) => one === text.toLowerCase())

/** A limit that was read as a part of the reason would leave the waiver without it. */
function openReason(words: readonly Word[]): string {
  if (words.some((word) => clauseOf(word)))
    throw new Misunderstood(`Put the reason in quotation marks. ${WAIVE_FORM}`)
  return words.map(({ text }) => text).join(' ')
}

/** A reason without quotation marks goes on to the end of the line. */
function clausesIn(words: readonly Word[]): Map<Clause, string> {
  const clauses = new Map<Clause, string>()
  let rest = words
  while (rest.length > 0) {
    const [keyword, value, ...others] = rest
    const clause = keyword && clauseOf(keyword)
    if (clause === undefined || value === undefined || clauses.has(clause))
      throw new Misunderstood(WAIVE_FORM)
    const isLast = clause === 'reason' && !value.isQuoted
    clauses.set(clause, isLast ? openReason(rest.slice(1)) : value.text)
    rest = isLast ? [] : others
  }
  return clauses
}
