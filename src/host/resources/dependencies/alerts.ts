// The alerts of the host about dependencies of a repository.
import type { AlertsReading, HostAlert } from '#domain/host/alerts.js'
import { HostError } from '#errors/host.js'
import type { JsonObject } from '#schemas/common.js'
import type { HostClient } from '../../api/client.js'
import { idAt, isDefined, momentAt, objectAt, objectsIn, stringAt } from '../../payload.js'
import { type RepositoryAccess, requestOf } from '../listings.js'

const PER_PAGE = 100
const MOST_ALERTS = 50_000

/** In all states. Fails if a page cannot be read: half of a list is no list. */
export async function dependencyAlerts(client: HostClient, access: RepositoryAccess): Promise<AlertsReading> {
  const request = requestOf(access, '/dependabot/alerts', { per_page: PER_PAGE })
  const alerts: HostAlert[] = []
  try {
    for await (const { body } of client.pages(request, { ...access, fresh: true })) {
      alerts.push(...objectsIn(body).map(alertOf).filter(isDefined))
      if (alerts.length > MOST_ALERTS)
        throw new HostError('host_refused', `The host lists more than ${MOST_ALERTS} alerts.`)
    }
  } catch (error) {
    const word = absenceIn(error)
    if (word === undefined || !(error instanceof Error)) throw error
    return { is: word, reason: error.message }
  }
  return { is: 'read', alerts }
}

/** `Dependabot alerts are disabled for this repository.`, or `… are not available for archived repositories.` */
const DISABLED = /\bdisabled\b|\bnot available\b|\bnot enabled\b/i

function absenceIn(error: unknown): 'disabled' | 'forbidden' | 'missing' | undefined {
  if (!(error instanceof HostError)) return undefined
  if (error.failure === 'host_not_found') return 'missing'
  if (error.failure !== 'host_forbidden') return undefined
  return DISABLED.test(error.message) ? 'disabled' : 'forbidden'
}

/** Undefined for what has neither a number, a package nor a file. */
function alertOf(alert: JsonObject): HostAlert | undefined {
  const dependency = objectAt(alert, 'dependency')
  const about = objectAt(dependency, 'package')
  const [number, state] = [idAt(alert, 'number'), stringAt(alert, 'state')]
  const [packageName, manifestPath] = [stringAt(about, 'name'), stringAt(dependency, 'manifest_path')]
  if (number === null || state === null || packageName === null || manifestPath === null) return undefined
  const relationship = stringAt(dependency, 'relationship')
  return {
    number,
    state,
    ecosystem: stringAt(about, 'ecosystem') ?? '',
    packageName,
    manifestPath: manifestPath.replace(/^\/+/, ''),
    isDev: stringAt(dependency, 'scope') === 'development',
    isDirect: relationship === 'direct' ? true : relationship === 'transitive' ? false : null,
    dismissedReason: stringAt(alert, 'dismissed_reason'),
    dismissedComment: stringAt(alert, 'dismissed_comment'),
    ...advisoryIn(alert)
  }
}

function advisoryIn(alert: JsonObject) {
  const advisory = objectAt(alert, 'security_advisory')
  const vulnerability = objectAt(alert, 'security_vulnerability')
  return {
    ghsaId: stringAt(advisory, 'ghsa_id'),
    cveId: stringAt(advisory, 'cve_id'),
    summary: stringAt(advisory, 'summary'),
    severity: stringAt(vulnerability, 'severity') ?? stringAt(advisory, 'severity') ?? '',
    score: scoreIn(advisory),
    affectedRange: stringAt(vulnerability, 'vulnerable_version_range') ?? '',
    patchedVersion: stringAt(objectAt(vulnerability, 'first_patched_version'), 'identifier'),
    publishedAt: momentAt(advisory, 'published_at')
  }
}

function scoreIn(advisory: JsonObject | undefined): number | null {
  const score = objectAt(advisory, 'cvss')?.['score']
  return typeof score === 'number' && score >= 0 && score <= 10 ? score : null
}
