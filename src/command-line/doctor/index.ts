// Examines whether the service can work as it is set up, and says what to do about what is wrong.
import { parseArgs } from 'node:util'
import { type CheckFinding, failure, well } from '#domain/operation/findings.js'
import { logText } from '#domain/text/failure.js'
import { withConnection, withoutConnection } from '#settings/connection.js'
import { readSettings, type Settings, SettingsError } from '#settings/settings.js'
import { openLog } from '../../logger.js'
import { type ProgramCommand, UsageError } from '../command.js'
import { checkDatabase } from './database.js'
import { checkDisk } from './disk.js'
import { findingsText } from './finding.js'
import { checkHost } from './host.js'
import { checkService } from './running.js'

export const doctorCommand: ProgramCommand = {
  usage: `usage: repository-automation-service doctor [--json]

Checks the settings, the disk, the database and its migrations, the clock, the credential, what each installation allows,
whether webhooks arrive, and the service if it runs. It changes nothing that the service keeps. Run it with the settings of the service.

  --json  prints the findings as JSON

It ends with 0 unless something has failed, and with 1 then. A warning is no failure.
`,
  async run(args, environment) {
    const { json } = optionsOf(args)
    const findings = await examine(environment)
    process.stdout.write(json ? `${JSON.stringify({ findings }, null, 2)}\n` : findingsText(findings))
    return findings.some(({ outcome }) => outcome === 'failed') ? 1 : 0
  }
}

function optionsOf(args: string[]): { json: boolean } {
  try {
    const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } })
    return values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

async function examine(environment: NodeJS.ProcessEnv): Promise<CheckFinding[]> {
  const damage: CheckFinding[] = []
  const settings = settingsOr(environment, damage)
  if (Array.isArray(settings)) return settings
  // None of these is for the reader: the findings say what they found.
  const log = openLog('silent')
  const parts = await Promise.all([
    findingsOr('disk', () => checkDisk(settings)),
    findingsOr('database', () => checkDatabase(settings, log)),
    damage.length > 0 ? damage : findingsOr('host', () => checkHost(settings)),
    findingsOr('service', () => checkService(settings))
  ])
  return [well('settings', 'They can be read.'), ...parts.flat()]
}

/** What a check stumbles over is its finding, and does not keep the others from being told. */
async function findingsOr(check: string, work: () => Promise<CheckFinding[]>): Promise<CheckFinding[]> {
  try {
    return await work()
  } catch (error) {
    const why = error instanceof Error ? logText(error) : String(error)
    return [failure(check, `It could not be examined: ${why}`, 'Mend that first, and look again.')]
  }
}

/** A stored connection that cannot be used is `damage`: the settings are read without it. */
function settingsOr(environment: NodeJS.ProcessEnv, damage: CheckFinding[]): Settings | CheckFinding[] {
  try {
    return readSettings(environment, (given, dataDir) => {
      try {
        return withConnection(given, dataDir)
      } catch (error) {
        damage.push(failure('connection', faultOf(error), 'The host is examined when that is mended.'))
        return withoutConnection(given)
      }
    })
  } catch (error) {
    const faults = faultOf(error).split('\n')
    return faults.map((fault) => failure('settings', fault, 'Correct the variable of the environment.'))
  }
}

function faultOf(error: unknown): string {
  if (error instanceof SettingsError) return error.message
  throw error
}
