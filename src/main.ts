#!/usr/bin/env node
import { meantBy } from '#domain/text/misspelt.js'
// The command line of the service. Without a command it starts the service.
import type { ProgramCommand } from './command-line/command.js'
import { UsageError, WRONG_CALL } from './command-line/command.js'

interface Entry {
  about: string
  load(): Promise<ProgramCommand>
}

const COMMANDS: Readonly<Record<string, Entry>> = {
  start: {
    about: 'Starts the service. This is what happens without a command.',
    load: async () => (await import('./command-line/start.js')).startCommand
  },
  migrate: {
    about: 'Brings the database to this version, and ends.',
    load: async () => (await import('./command-line/migrate.js')).migrateCommand
  },
  connect: {
    about: 'Connects the service with GitHub: makes an App, or takes a token.',
    load: async () => (await import('./command-line/connect/index.js')).connectCommand
  },
  backup: {
    about: 'Writes the embedded database and the secrets to an archive.',
    load: async () => (await import('./command-line/backup.js')).backupCommand
  },
  restore: {
    about: 'Restores such an archive into an empty data directory.',
    load: async () => (await import('./command-line/restore.js')).restoreCommand
  },
  doctor: {
    about: 'Checks whether the service can work as it is set up, and says what to do.',
    load: async () => (await import('./command-line/doctor/index.js')).doctorCommand
  },
  demo: {
    about: 'Shows the service at work, without an account: the host is emulated.',
    load: async () => (await import('./command-line/demo.js')).demoCommand
  },
  'verify-audit': {
    about: 'Verifies exported files of the audit trail.',
    load: async () => (await import('./command-line/verify-audit.js')).verifyAuditCommand
  },
  version: {
    about: 'Prints the version.',
    load: async () => (await import('./command-line/version.js')).versionCommand
  }
}

const NAME = 'repository-automation-service'
const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length))

const USAGE = `usage: ${NAME} [COMMAND] [OPTION]...

${Object.entries(COMMANDS)
  .map(([name, { about }]) => `  ${name.padEnd(width)}  ${about}`)
  .join('\n')}

"${NAME} COMMAND --help" says more. Settings are variables of the environment; docs/guide/settings.md lists them.
`

const isHelp = (arg: string | undefined) => arg === '--help' || arg === '-h'

async function main([first = 'start', ...rest]: string[]): Promise<number | undefined> {
  if (isHelp(first) || first === 'help') return print(USAGE)
  const name = first === '--version' ? 'version' : first
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!entry) return refuse(unknownText(name), USAGE)
  const command = await entry.load()
  if (rest.some(isHelp)) return print(command.usage)
  try {
    return await command.run(rest, process.env)
  } catch (error) {
    if (error instanceof UsageError) return refuse(error.message, command.usage)
    throw error
  }
}

function unknownText(name: string): string {
  const kind = name.startsWith('-') ? 'option' : 'command'
  const meant = meantBy(name, Object.keys(COMMANDS))
  return `${name} is not a known ${kind}${meant === undefined ? '.' : `: did you mean ${meant}?`}`
}

function print(text: string): number {
  process.stdout.write(text)
  return 0
}

function refuse(why: string, usage: string): number {
  process.stderr.write(`${why}\n\n${usage}`)
  return WRONG_CALL
}

main(process.argv.slice(2)).then(
  (code) => {
    if (code !== undefined) process.exitCode = code
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
)
