// Why dependencies are not scanned, and vulnerabilities not changed.
import { ServiceError } from './errors.js'
import { HostError } from './host.js'

export const scanningDisabled = (repo: string) =>
  new ServiceError(
    'conflict',
    `The configuration of ${repo} turns scans of dependencies off: pillars.trust.enabled and pillars.trust.dependency_scanning must be true.`,
    { code: 'dependency_scanning_disabled' }
  )

export const vulnerabilityNotFound = (id: number) =>
  new ServiceError('not_found', `No vulnerability with the id ${id}.`, { code: 'vulnerability_not_found' })

export const vulnerabilityFixed = (id: number) =>
  new ServiceError('conflict', `Vulnerability ${id} is fixed already. There is nothing left to dismiss.`, {
    code: 'vulnerability_fixed'
  })

/** Trying again would not help, and no answer must not be read as no vulnerabilities. */
export const nothingToCompareWith = (reason: string) =>
  new HostError(
    'host_refused',
    `The host shows no alerts (${reason}), and there is no copy of the advisory database: set OSV_SOURCE. Nobody can say what is vulnerable.`
  )

/** The job is tried again, and plans for what is there then. */
export const findingsMoved = () => new Error('The vulnerabilities have changed while the update was planned.')

export const headNotShown = () =>
  new HostError('host_refused', 'The host does not show the head of the default branch.')
