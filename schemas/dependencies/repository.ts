// The dependencies of one repository, and the scans that read them.
import { type Static, Type } from '@sinclair/typebox'
import { closed, count, nullable, oneOf, operation, RepoParams, ref, timestamp } from '../common.js'
import { ErrorBody } from '../errors.js'
import { GovernedHeaders } from '../maintenance/governance.js'
import { ALERT_READINGS, ECOSYSTEMS, MANIFEST_STATUSES, SCAN_STATUSES } from './enums.js'
import { Vulnerability } from './vulnerabilities.js'

export const DependencyManifest = closed(
  {
    id: Type.Integer({ description: 'Id of the manifest.' }),
    file_path: Type.String({ description: 'Its path.', examples: ['package-lock.json'] }),
    ecosystem: oneOf(ECOSYSTEMS, { description: 'The registry of its packages.' }),
    lockfile: Type.Boolean({ description: 'Whether it holds the versions that were resolved.' }),
    dep_count: count('How many packages it names.'),
    status: oneOf(MANIFEST_STATUSES, {
      description: 'Whether it could be read; of one that could not, what was found before stands.'
    }),
    error: nullable(Type.String(), { description: 'Why it could not be read.' }),
    notes: Type.Array(Type.String(), { description: 'What in it was not read.' }),
    commit_sha: Type.String({ description: 'The commit in which it was read last.' }),
    scanned_at: timestamp('When it was seen last.')
  },
  { $id: 'DependencyManifest', description: 'A manifest or a lock file of a repository.' }
)
export type DependencyManifest = Static<typeof DependencyManifest>

export const DependencyScan = closed(
  {
    id: Type.Integer({ description: 'Id of the scan.' }),
    status: oneOf(SCAN_STATUSES, {
      description:
        '`failed`: not everything could be read, and nothing has changed; `skipped`: it was not allowed, or a later one ended first.'
    }),
    trigger_event: Type.String({ description: 'What it follows.', examples: ['api'] }),
    job_id: Type.String({ description: 'Id of its job.' }),
    commit_sha: nullable(Type.String(), { description: 'The commit that was read.' }),
    alerts: nullable(oneOf(ALERT_READINGS, { description: 'What the platform showed.' }), {
      description:
        "Whether the platform's alerts were read; `disabled`, `forbidden`, `missing`: the platform has none to show, and the local database alone speaks."
    }),
    advisories_at: nullable(timestamp('How old the local database of advisories was; null: there is none.')),
    manifests: count('How many manifests there were.'),
    packages: count('How many versions of packages were compared.'),
    opened: count('How many vulnerabilities were found or were open again.'),
    fixed: count('How many are fixed.'),
    error: nullable(Type.String(), { description: 'Why it failed or was skipped.' }),
    notes: Type.Array(Type.String(), { description: 'What was left out, and why.' }),
    started_at: timestamp('When it began.'),
    finished_at: nullable(timestamp('When it ended; null while it runs.'))
  },
  { $id: 'DependencyScan', description: 'A scan of the dependencies of a repository.' }
)
export type DependencyScan = Static<typeof DependencyScan>

export const MOST_SHOWN = 500

export const RepositoryDependencies = closed(
  {
    manifests: Type.Array(ref(DependencyManifest), {
      description: `By ecosystem and path; the first ${MOST_SHOWN}.`
    }),
    vulnerabilities: Type.Array(ref(Vulnerability), {
      description: `Those that are \`open\` or \`pr_opened\`, the most severe first; the first ${MOST_SHOWN}.`
    }),
    totals: closed(
      {
        manifests: count('All manifests.'),
        vulnerabilities: count('All vulnerabilities that are `open` or `pr_opened`.')
      },
      { description: 'How many there are in all.' }
    ),
    last_scan: nullable(ref(DependencyScan), {
      description: 'The scan that began last; null before the first.'
    })
  },
  { $id: 'RepositoryDependencies', description: 'The dependencies of a repository.' }
)
export type RepositoryDependencies = Static<typeof RepositoryDependencies>

export const getRepositoryDependencies = operation({
  operationId: 'getRepositoryDependencies',
  codes: ['repo_not_found'],
  summary: 'Show the manifests and vulnerabilities of a repository',
  description: 'As of the last scan, which may be running.',
  params: RepoParams,
  response: { 200: ref(RepositoryDependencies) }
})

export const ScanRequested = closed(
  {
    started: Type.Boolean({ description: 'Always true.' }),
    message: Type.String({ description: 'What happens next.' }),
    repo: Type.String({ description: 'The repository.', examples: ['octo-org/hello-world'] }),
    job_id: Type.String({ description: 'Id of the job.' }),
    deduplicated: Type.Boolean({ description: 'Whether a scan waits or runs already and is used.' })
  },
  { $id: 'ScanRequested', description: 'A scan that was requested.' }
)
export type ScanRequested = Static<typeof ScanRequested>

export const scanDependencies = operation({
  operationId: 'scanDependencies',
  codes: ['repo_not_found', 'dependency_scanning_disabled'],
  summary: 'Scan the dependencies of a repository now',
  description:
    'A job reads the manifests, and compares them with the advisories and the alerts of the platform.',
  params: RepoParams,
  headers: GovernedHeaders,
  response: {
    202: ref(ScanRequested),
    409: ref(ErrorBody, { description: 'The configuration turns scans of dependencies off.' })
  }
})

export const schemas = [DependencyManifest, DependencyScan, RepositoryDependencies, ScanRequested]
