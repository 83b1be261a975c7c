// What is asked where the options do not say it. Where nobody can be asked, the option is missing.
import { neededPermissions } from '#domain/operation/permissions.js'
import {
  CONNECTED_PILLARS,
  type ConnectedPillar,
  DEFAULT_PILLARS,
  WHAT_PILLARS_DO
} from '#schemas/operation/connection.js'
import { UsageError } from '../command.js'
import { addressIn, type ConnectOptions, pillarsIn } from './options.js'
import type { Terminal } from './terminal.js'

export async function chosenPillars(
  { pillars }: ConnectOptions,
  terminal: Terminal
): Promise<readonly ConnectedPillar[]> {
  if (pillars) return pillars
  requireSomebody(terminal, '--pillars')
  terminal.say(`What shall the service do? What has a * is on by default.\n${pillarList()}`)
  const chosen = await askUntil(
    terminal,
    'Numbers or names with commas, "all", or Enter for what is on by default: ',
    (answer) => (answer === '' ? DEFAULT_PILLARS : pillarsIn(answer))
  )
  const permissions = neededPermissions(chosen).map(({ name, level }) => `  ${name}: ${level}`)
  terminal.say(`It needs these permissions:\n${permissions.join('\n')}`)
  return chosen
}

function pillarList(): string {
  const width = Math.max(...CONNECTED_PILLARS.map(({ length }) => length))
  const lines = CONNECTED_PILLARS.map((name, at) => {
    const mark = DEFAULT_PILLARS.includes(name) ? '*' : ' '
    return `  ${String(at + 1).padStart(2)} ${mark} ${name.padEnd(width)}  ${WHAT_PILLARS_DO[name]}`
  })
  return lines.join('\n')
}

export async function chosenAddress({ address }: ConnectOptions, terminal: Terminal): Promise<string> {
  if (address !== undefined) return address
  requireSomebody(terminal, '--address')
  return askUntil(terminal, 'At which https:// address will GitHub reach the service? ', addressIn)
}

/** The file of a token, or undefined for an App. */
export async function chosenTokenFile(
  { tokenFile, organisation }: ConnectOptions,
  terminal: Terminal
): Promise<string | undefined> {
  if (tokenFile !== undefined || organisation !== undefined || !terminal.isInteractive) return tokenFile
  const answer = await terminal.ask('A file that holds a token, or Enter to make a GitHub App (better): ')
  return answer === '' ? undefined : answer
}

export async function chosenOrganisation(
  { organisation }: ConnectOptions,
  terminal: Terminal
): Promise<string | undefined> {
  if (organisation !== undefined || !terminal.isInteractive) return organisation
  const answer = await terminal.ask('Which organisation shall own the App? Enter for your own account: ')
  return answer === '' ? undefined : answer
}

function requireSomebody({ isInteractive }: Terminal, option: string): void {
  if (!isInteractive) throw new UsageError(`${option} is missing, and nobody can be asked.`)
}

async function askUntil<T>(terminal: Terminal, question: string, read: (answer: string) => T): Promise<T> {
  for (;;) {
    try {
      return read(await terminal.ask(question))
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      terminal.say(error.message)
    }
  }
}
