// The dependency alerts of a repository: people and the host open, fix and dismiss them.
import type { JsonObject } from '#schemas/common.js'
import { refusal } from './faults.js'
import type { HostAnswer } from './http.js'
import { pageOf } from './pages.js'
import { linked, type RepositoryRoute, type Visit } from './routes.js'
import type { Repository } from './state.js'

export interface Alert {
  state: 'open' | 'fixed' | 'dismissed' | 'auto_dismissed'
  ghsaId: string
  cveId?: string
  ecosystem: string
  packageName: string
  manifestPath: string
  severity: string
  score?: number
  range?: string
  patched?: string
  scope?: string
  reason?: string
  comment?: string
}

interface RepositoryAlerts {
  alerts: Alert[]
  /** Instead of a list. */
  refusal: HostAnswer | undefined
}

const kept = new WeakMap<Repository, RepositoryAlerts>()

export function alertsOf(repository: Repository): RepositoryAlerts {
  const known = kept.get(repository) ?? { alerts: [], refusal: undefined }
  kept.set(repository, known)
  return known
}

export const ALERTS_DISABLED = refusal(403, 'Dependabot alerts are disabled for this repository.')
export const ALERTS_FORBIDDEN = refusal(403, 'Resource not accessible by integration')

function alertShape(alert: Alert, number: number): JsonObject {
  const { ecosystem, packageName: name, ghsaId, cveId = null, severity, score = 0 } = alert
  const patched = alert.patched === undefined ? null : { identifier: alert.patched }
  return {
    number,
    state: alert.state,
    dependency: {
      package: { ecosystem, name },
      manifest_path: alert.manifestPath,
      scope: alert.scope ?? 'runtime',
      relationship: 'direct'
    },
    security_advisory: {
      ghsa_id: ghsaId,
      cve_id: cveId,
      summary: `${name} can be misused`,
      severity,
      cvss: { score, vector_string: null },
      published_at: '2026-01-01T00:00:00Z'
    },
    security_vulnerability: {
      package: { ecosystem, name },
      severity,
      vulnerable_version_range: alert.range ?? '< 2.0.0',
      first_patched_version: patched
    },
    dismissed_reason: alert.reason ?? null,
    dismissed_comment: alert.comment ?? null
  }
}

function listAlerts({ repository, query, url }: Visit): HostAnswer {
  const { alerts, refusal: refused } = alertsOf(repository)
  if (refused) return refused
  const numbered = alerts.map((alert, at) => ({ alert, number: at + 1 }))
  const { rows, links } = pageOf(numbered, query)
  return {
    body: rows.map(({ alert, number }) => alertShape(alert, number)),
    headers: linked(`${url}/repositories/${repository.id}/dependabot/alerts`, query, links)
  }
}

export const ALERT_ROUTES: RepositoryRoute[] = [
  { name: 'GET /repos/{owner}/{repo}/dependabot/alerts', path: /^\/dependabot\/alerts$/, answer: listAlerts }
]
