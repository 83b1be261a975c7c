import { SERVICE_VERSION } from '../paths.js'
import { type ProgramCommand, takeNone } from './command.js'

export const versionCommand: ProgramCommand = {
  usage: 'usage: repository-automation-service version\n\nPrints the version of the service and of Node.\n',
  async run(args) {
    takeNone(args)
    process.stdout.write(`${SERVICE_VERSION} (Node ${process.versions.node})\n`)
    return 0
  }
}
