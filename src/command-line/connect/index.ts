// Connects the service with the host: makes an App with what the chosen pillars need, or takes a token.
import { resolve } from 'node:path'
import { CONNECTED_PILLARS, type ConnectedPillar } from '#schemas/operation/connection.js'
import { winningSettings } from '#settings/connection.js'
import { hostSettingsOf } from '#settings/host.js'
import { readSettings } from '#settings/settings.js'
import type { ProgramCommand } from '../command.js'
import { findingsText } from '../doctor/finding.js'
import { checkHost } from '../doctor/host.js'
import { orSayWhy } from '../start-errors.js'
import { type ConnectedSettings, checkConnection, connectedBy } from './check.js'
import { type NewCredential, newApp, newToken } from './credentials.js'
import { openKeeper } from './keep.js'
import { type ConnectOptions, connectOptions } from './options.js'
import { chosenAddress, chosenOrganisation, chosenPillars, chosenTokenFile } from './questions.js'
import { answered, systemTerminal, type Terminal } from './terminal.js'

export const connectCommand: ProgramCommand = {
  usage: `usage: repository-automation-service connect [OPTION]...

Connects the service with GitHub: has GitHub make an App with exactly the permissions that the chosen pillars need, or takes a
token. It asks for what no option says. No secret is ever shown: it is stored in DATA_DIR, and the next start of the service uses
it; settings of the environment win.

  --pillars LIST       what the service shall do, with commas, or all: ${CONNECTED_PILLARS.slice(0, 5).join(', ')},
                       ${CONNECTED_PILLARS.slice(5).join(', ')}
  --address URL        where GitHub reaches the service, as https://…; a token needs none
  --organisation NAME  who shall own the App; without it, your own account
  --token-file FILE    takes the token in this file instead of making an App; - for standard input
  --print FILE         stores nothing: writes the settings to this new file, for a store of your own, and prints their names
  --host-url URL       a GitHub Enterprise server, as https://…
  --replace            replaces the connection that is there
  --check              examines the connection that is there, and tries its webhook

It ends with 0, with 1 if the connection could not be made or a check has failed, and with 2 for a wrong call.
`,
  run: (args, environment) => orSayWhy(() => connect(args, environment, systemTerminal))
}

export async function connect(
  args: string[],
  environment: NodeJS.ProcessEnv,
  terminal: Terminal
): Promise<number> {
  const options = connectOptions(args)
  if (options.check) return checkConnection(readSettings(environment), terminal)
  const apiUrl = apiUrlOf(options, environment)
  const keeper = openKeeper({ dataDir: dataDirOf(environment), ...options })
  try {
    const pillars = await chosenPillars(options, terminal)
    const { settings, next } = await newCredential({ ...options, pillars, apiUrl }, terminal)
    const connection = { settings, pillars }
    terminal.say(keeper.keep(connection))
    warnOfOthers(environment, terminal)
    terminal.say(`\n${next}`)
    if (!terminal.isInteractive) return sayHowToCheck(terminal)
    return await checkNow(connectedBy(connection), terminal)
  } finally {
    keeper.close()
  }
}

const dataDirOf = (environment: NodeJS.ProcessEnv) => resolve(environment['DATA_DIR'] || './data')

function apiUrlOf({ apiUrl }: ConnectOptions, environment: NodeJS.ProcessEnv): string | undefined {
  const given = apiUrl ?? (environment['HOST_API_URL'] || undefined)
  return hostSettingsOf(given === undefined ? {} : { HOST_API_URL: given }).apiUrl
}

type ConnectRequest = ConnectOptions & { pillars: readonly ConnectedPillar[] }

async function newCredential(request: ConnectRequest, terminal: Terminal): Promise<NewCredential> {
  const tokenFile = await chosenTokenFile(request, terminal)
  if (tokenFile !== undefined) return newToken({ ...request, source: tokenFile }, terminal)
  const address = await chosenAddress(request, terminal)
  const organisation = await chosenOrganisation(request, terminal)
  return newApp({ ...request, address, organisation }, terminal)
}

/** What is stored does not count where the environment says otherwise. */
function warnOfOthers(environment: NodeJS.ProcessEnv, terminal: Terminal): void {
  const others = winningSettings(environment)
  if (others.length > 0)
    terminal.say(`The environment wins over what is stored. Unset ${others.join(' and ')}.`)
}

function sayHowToCheck(terminal: Terminal): number {
  terminal.say(`Then start the service. "connect --check" examines the connection, and tries its webhook.`)
  return 0
}

async function checkNow(connected: ConnectedSettings, terminal: Terminal): Promise<number> {
  const isApp = connected.host.credential?.kind === 'app'
  // The connection is kept: whoever ends the input now does the rest later.
  if (isApp && (await answered(terminal, 'Then press Enter: ')) === undefined) return sayHowToCheck(terminal)
  terminal.say(findingsText(await checkHost(connected)).trimEnd())
  const answer = await answered(
    terminal,
    'Start the service, or start it anew, and press Enter to try the webhook (or type "later"): '
  )
  return answer === '' ? checkConnection(connected, terminal) : sayHowToCheck(terminal)
}
