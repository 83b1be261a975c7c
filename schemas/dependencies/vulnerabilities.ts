// Vulnerabilities: packages of repositories that an advisory is about.

import { type Static, Type } from '@sinclair/typebox'
import {
  closed,
  cursorQuery,
  nullable,
  oneOf,
  operation,
  paged,
  pagingQuery,
  ref,
  repoFields,
  repoFilter,
  timestamp
} from '../common.js'
import { orAll } from '../enumeration.js'
import { ErrorBody } from '../errors.js'
import { GovernedHeaders } from '../maintenance/governance.js'
import {
  DISMISSAL_CATEGORIES,
  ECOSYSTEMS,
  VULNERABILITY_SEVERITIES,
  VULNERABILITY_STATUSES
} from './enums.js'

const { repo_full_name, repo_owner: owner, repo_name } = repoFields

export const Vulnerability = closed(
  {
    id: Type.Integer({ description: 'Id of the vulnerability.' }),
    repo_id: Type.Integer({ description: "The host's id of the repository." }),
    repo_full_name,
    owner,
    repo_name,
    advisory_id: Type.String({
      description: 'What the advisory is called: by GHSA, else by CVE, else by the name of its database.',
      examples: ['GHSA-35jh-r3h4-6jhm']
    }),
    ghsa_id: nullable(Type.String(), { description: 'Its GHSA id.' }),
    cve_id: nullable(Type.String(), { description: 'Its CVE id.' }),
    aliases: Type.Array(Type.String(), { description: 'All other names of the same advisory.' }),
    ecosystem: oneOf(ECOSYSTEMS, { description: 'The registry of the package.' }),
    package_name: Type.String({ description: 'Name of the package.', examples: ['lodash'] }),
    affected_range: Type.String({
      description: 'Which versions are affected, in words.',
      examples: ['< 4.17.21']
    }),
    installed_version: nullable(Type.String(), {
      description: 'The lowest affected version that the file resolves; null if nobody says.'
    }),
    patched_version: nullable(Type.String(), {
      description: 'The first version that is not affected any more; null if none is known.'
    }),
    manifest_path: Type.String({
      description: 'The manifest or lock file.',
      examples: ['package-lock.json']
    }),
    manifest_line: nullable(Type.Integer(), { description: 'Its line; null if nobody says.' }),
    direct: nullable(Type.Boolean(), {
      description: 'Whether the repository itself asks for the package; null if the file does not tell.'
    }),
    dev: Type.Boolean({ description: 'Whether it is needed for development alone.' }),
    severity: oneOf(VULNERABILITY_SEVERITIES, { description: 'How severe it is.' }),
    cvss_score: nullable(Type.Number({ minimum: 0, maximum: 10 }), { description: 'Its CVSS score.' }),
    summary: nullable(Type.String(), { description: 'What it is about.' }),
    status: oneOf(VULNERABILITY_STATUSES, {
      description:
        '`open`: it stands; `pr_opened`: a pull request of the service changes this very package; `fixed`: a scan no longer finds it; `dismissed`: somebody accepts it.'
    }),
    reopen_count: Type.Integer({ minimum: 0, description: 'How often it was open again.' }),
    fix_pr_number: nullable(Type.Integer(), { description: 'The pull request that updates the package.' }),
    fix_pr_url: nullable(Type.String(), { description: 'Where that is.' }),
    dismissed_category: nullable(oneOf(DISMISSAL_CATEGORIES, { description: 'A reason in a word.' }), {
      description: 'Why it is dismissed, in a word.'
    }),
    dismissed_reason: nullable(Type.String(), { description: 'Why it is dismissed.' }),
    dismissed_by: nullable(Type.String(), {
      description: 'Who has dismissed it; `host`: somebody on the platform.'
    }),
    dismissed_until: nullable(timestamp('When it is open again; null: not by itself.')),
    detected_at: timestamp('When it was found, this time.'),
    published_at: nullable(timestamp('When the advisory was published.')),
    fixed_at: nullable(timestamp('When a scan first found it gone.')),
    updated_at: timestamp('When it last changed.')
  },
  { $id: 'Vulnerability', description: 'A package of a repository that an advisory is about.' }
)
export type Vulnerability = Static<typeof Vulnerability>

export const listVulnerabilities = operation({
  operationId: 'listVulnerabilities',
  codes: ['invalid_cursor', 'repo_not_found'],
  summary: 'List vulnerabilities of all repositories, the most severe first',
  description: 'By severity, then by CVSS score, then the newest first.',
  querystring: closed({
    ...pagingQuery(),
    ...cursorQuery,
    severity: Type.Optional(
      oneOf(VULNERABILITY_SEVERITIES, { description: 'Only vulnerabilities of this severity.' })
    ),
    status: Type.Optional(
      oneOf(orAll(VULNERABILITY_STATUSES), {
        default: 'all',
        description: 'Only vulnerabilities of this status; `all`, or no value: every one.'
      })
    ),
    repo: Type.Optional(repoFilter('Only vulnerabilities of this repository.')),
    ecosystem: Type.Optional(oneOf(ECOSYSTEMS, { description: 'Only packages of this registry.' })),
    package: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 300,
        description: 'Only this package, as its manifest spells it.'
      })
    ),
    fixable: Type.Optional(
      Type.Boolean({ description: 'Only those of which a fixed version is known, or not known.' })
    )
  }),
  response: { 200: paged(ref(Vulnerability), 'The vulnerabilities of the page.') }
})
export type VulnerabilityQuery = Partial<Static<typeof listVulnerabilities.querystring>>

export const DismissalBody = closed(
  {
    reason: Type.Optional(Type.String({ minLength: 1, maxLength: 500, description: 'Why.' })),
    category: Type.Optional(oneOf(DISMISSAL_CATEGORIES, { description: 'Why, in a word.' })),
    until: Type.Optional(
      Type.String({
        maxLength: 40,
        description: 'Until when, in ISO 8601; left out: until it becomes more severe.'
      })
    )
  },
  { $id: 'DismissalBody', description: 'Why a vulnerability is accepted, and for how long.' }
)
export type DismissalBody = Static<typeof DismissalBody>

export const DismissalSaved = closed(
  {
    dismissed: Type.Boolean({ description: 'Always true.' }),
    vulnerability: ref(Vulnerability)
  },
  { $id: 'DismissalSaved', description: 'The vulnerability as it is from then on.' }
)
export type DismissalSaved = Static<typeof DismissalSaved>

export const VulnerabilityParams = Type.Object({
  id: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Id of the vulnerability.',
    examples: [1]
  })
})

export const dismissVulnerability = operation({
  operationId: 'dismissVulnerability',
  codes: ['invalid_time', 'repo_not_found', 'vulnerability_not_found', 'vulnerability_fixed'],
  summary: 'Dismiss a vulnerability',
  description:
    'It is open again once the time is up, or if the advisory becomes more severe. The alert on the platform stays as it is.',
  params: VulnerabilityParams,
  headers: GovernedHeaders,
  body: Type.Union([ref(DismissalBody), Type.Null()], { description: 'Optional.' }),
  response: {
    200: ref(DismissalSaved),
    404: ref(ErrorBody, { description: 'Vulnerability not found.' }),
    409: ref(ErrorBody, { description: 'The vulnerability is fixed already.' })
  }
})

export const schemas = [Vulnerability, DismissalBody, DismissalSaved]
