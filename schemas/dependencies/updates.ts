// Pull requests that update vulnerable packages.
import { type Static, Type } from '@sinclair/typebox'
import { closed, oneOf, operation, RepoParams, ref } from '../common.js'
import { ErrorBody } from '../errors.js'
import { GovernedHeaders } from '../maintenance/governance.js'
import { UPDATE_ECOSYSTEMS, VULNERABILITY_SEVERITIES } from './enums.js'

const MOST_PACKAGES = 200

export const UpdateBody = closed(
  {
    ecosystem: Type.Optional(
      oneOf(UPDATE_ECOSYSTEMS, { description: 'Whose packages are updated. Default: `npm`.' })
    ),
    packages: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 300 }), {
        minItems: 1,
        maxItems: MOST_PACKAGES,
        description: 'Only these packages. Default: all with a patched version.'
      })
    ),
    severities: Type.Optional(
      Type.Array(oneOf(VULNERABILITY_SEVERITIES, { description: 'A severity.' }), {
        minItems: 1,
        maxItems: VULNERABILITY_SEVERITIES.length,
        description:
          'Only vulnerabilities of these severities. Default: all but the critical ones, which have a pull request of their own.'
      })
    ),
    allow_major: Type.Optional(
      Type.Boolean({ description: 'Whether a package may go to another major version. Default: false.' })
    )
  },
  { $id: 'UpdateBody', description: 'What is to be updated.' }
)
export type UpdateBody = Static<typeof UpdateBody>

export const UpdateRequested = closed(
  {
    started: Type.Boolean({ description: 'Always true.' }),
    message: Type.String({ description: 'What happens next.' }),
    repo: Type.String({ description: 'The repository.', examples: ['octo-org/hello-world'] }),
    ecosystem: oneOf(UPDATE_ECOSYSTEMS, { description: 'Whose packages are updated.' }),
    job_id: Type.String({ description: 'Id of the job.' }),
    deduplicated: Type.Boolean({ description: 'Whether an update waits or runs already and is used.' })
  },
  { $id: 'UpdateRequested', description: 'An update that was requested.' }
)
export type UpdateRequested = Static<typeof UpdateRequested>

export const updateDependencies = operation({
  operationId: 'updateDependencies',
  codes: ['repo_not_found', 'dependency_scanning_disabled'],
  summary: 'Update vulnerable packages with one pull request',
  description:
    'An open pull request of the ecosystem is updated in place. Where nothing can be changed there is none, and the decision says why.',
  params: RepoParams,
  headers: GovernedHeaders,
  body: Type.Union([ref(UpdateBody), Type.Null()], { description: 'Optional.' }),
  response: {
    202: ref(UpdateRequested),
    409: ref(ErrorBody, { description: 'The configuration turns scans of dependencies off.' })
  }
})

export const schemas = [UpdateBody, UpdateRequested]
