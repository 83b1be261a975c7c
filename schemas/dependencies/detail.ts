// One vulnerability with where it stands, and what the service does about it.
import { type Static, Type } from '@sinclair/typebox'
import { closed, nullable, oneOf, operation, ref } from '../common.js'
import { ErrorBody } from '../errors.js'
import { VULNERABILITY_STATUSES } from './enums.js'
import { DependencyManifest } from './repository.js'
import { UpdateBatch } from './stats.js'
import { Vulnerability, VulnerabilityParams } from './vulnerabilities.js'

export const MOST_OTHER_MANIFESTS = 50

const OtherManifest = closed({
  id: Type.Integer({ description: 'Id of the vulnerability in that file.' }),
  manifest_path: Type.String({ description: 'The manifest or lock file.' }),
  manifest_line: nullable(Type.Integer(), { description: 'Its line; null if nobody says.' }),
  installed_version: nullable(Type.String(), {
    description: 'The lowest affected version that the file resolves; null if nobody says.'
  }),
  status: oneOf(VULNERABILITY_STATUSES, { description: 'How it stands there.' })
})

export const VulnerabilityDetail = closed(
  {
    ...Vulnerability.properties,
    advisory_url: nullable(Type.String(), { description: 'Where the advisory is published.' }),
    manifest: nullable(ref(DependencyManifest), {
      description: 'Its manifest as a scan has read it last; null if that is gone.'
    }),
    manifest_url: nullable(Type.String(), { description: 'Where its line is on the host.' }),
    also_in: Type.Array(OtherManifest, {
      description: `Other manifests of the repository with the same package and advisory; at most ${MOST_OTHER_MANIFESTS}.`
    }),
    update: nullable(ref(UpdateBatch), {
      description: 'The update that changed the package last; null if there was none.'
    }),
    update_action_id: nullable(Type.Integer(), {
      description: 'The action that opens or changes its pull request.'
    }),
    update_decision_id: nullable(Type.Integer(), {
      description: 'The decision that led to that action.'
    })
  },
  { $id: 'VulnerabilityDetail', description: 'A vulnerability with what is done about it.' }
)
export type VulnerabilityDetail = Static<typeof VulnerabilityDetail>

export const getVulnerability = operation({
  operationId: 'getVulnerability',
  codes: ['vulnerability_not_found'],
  summary: 'Get a vulnerability with its manifests and its update',
  description:
    'The reply has every manifest that brings the package in, and the pull request that updates it.',
  params: VulnerabilityParams,
  response: {
    200: ref(VulnerabilityDetail),
    404: ref(ErrorBody, { description: 'Vulnerability not found.' })
  }
})

export const schemas = [VulnerabilityDetail]
