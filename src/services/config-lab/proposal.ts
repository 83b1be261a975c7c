// What is proposed: the text of a file, or all API overrides. Rejects what the service would not accept.
import { type LocatedConfigFault, parseConfigFile } from '#domain/configuration/file.js'
import { checkLayer } from '#domain/configuration/findings.js'
import { redactSecrets } from '#domain/text/secrets.js'
import { invalidConfig, invalidParameter } from '#errors/errors.js'
import type { JsonObject } from '#schemas/common.js'
import { ORGANISATION_REPOSITORY } from '#store/configuration/configs.js'
import type { ProposedLayer } from '../configuration/resolve.js'

export interface Proposal extends ProposedLayer {
  /** About the layer alone. */
  warnings: readonly LocatedConfigFault[]
}

interface ProposalBody {
  repo?: string
  yaml?: string
  overrides?: JsonObject
}

export function parseProposal({ repo = '', yaml, overrides }: ProposalBody): Proposal {
  if (yaml !== undefined && overrides === undefined) return proposedFile(yaml, repo)
  if (overrides !== undefined && yaml === undefined) return proposedOverrides(overrides)
  throw invalidParameter(
    '/yaml',
    'must be provided if /overrides is not, and not together with it',
    'invalid_field'
  )
}

function proposedFile(yaml: string, repo: string): Proposal {
  const { content, errors, warnings } = parseConfigFile(yaml, { mayLock: isOrganisation(repo) })
  if (content === undefined) throw invalidProposal(errors)
  return { layer: 'file', content, warnings }
}

function proposedOverrides(overrides: JsonObject): Proposal {
  const { errors, warnings } = checkLayer(overrides, { mayLock: false })
  if (errors.length > 0) throw invalidProposal(errors)
  return { layer: 'overrides', content: overrides, warnings }
}

const invalidProposal = (errors: readonly LocatedConfigFault[]) =>
  invalidConfig(errors.map((fault) => ({ ...fault, message: redactSecrets(fault.message) })))

export function isOrganisation(fullName: string): boolean {
  return fullName.toLowerCase().endsWith(`/${ORGANISATION_REPOSITORY}`)
}
