// People with access of their own to repositories.
import { type Static, Type } from '@sinclair/typebox'
import {
  closed,
  cursorQuery,
  nullable,
  oneOf,
  operation,
  paged,
  pagingQuery,
  RepoParams,
  ref,
  repoFields,
  repoFilter,
  timestamp
} from '../common.js'
import { ErrorBody, HOST_CODES } from '../errors.js'
import { PERMISSIONS } from '../host/enums.js'
import { GovernedHeaders } from './governance.js'
import { LONGEST_LOGIN, login } from './members.js'

export const Collaborator = closed(
  {
    id: Type.Integer({ description: 'Id within this service.' }),
    repo_id: Type.Integer({ description: "The host's id of the repository." }),
    host_login: Type.String({ description: 'Login on the host.', examples: ['octocat'] }),
    host_id: Type.Integer({ description: "The host's id of the person." }),
    avatar_url: nullable(Type.String(), { description: 'Picture of the person.' }),
    permission: oneOf(PERMISSIONS, { description: 'The most that the person may do.' }),
    role_name: nullable(Type.String(), {
      description: "The host's name of the role, which an organisation may have defined itself."
    }),
    created_at: timestamp('When the service first saw the access.'),
    updated_at: timestamp('When the service last saw it change.'),
    ...repoFields
  },
  {
    $id: 'Collaborator',
    description: 'A person with access of their own to a repository, rather than through a team.'
  }
)
export type Collaborator = Static<typeof Collaborator>

const filters = {
  permission: Type.Optional(oneOf(PERMISSIONS, { description: 'Only people with this permission.' })),
  login: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: LONGEST_LOGIN,
      description: 'Only logins that contain this text, ignoring case.'
    })
  ),
  ...cursorQuery
}

export const listCollaborators = operation({
  operationId: 'listCollaborators',
  codes: ['invalid_cursor', 'repo_not_found'],
  summary: 'List collaborators of all repositories, the highest permission first',
  description: 'Who may do what, as of the last sync. Filters can be combined.',
  querystring: closed({
    ...pagingQuery(),
    repo: Type.Optional(repoFilter('Only collaborators of this repository.')),
    ...filters
  }),
  response: { 200: paged(ref(Collaborator), 'The collaborators of the page.') }
})

export const listRepoCollaborators = operation({
  operationId: 'listRepoCollaborators',
  codes: ['invalid_cursor', 'repo_not_found'],
  summary: 'List collaborators of a repository, the highest permission first',
  description: 'Who may do what in one repository, as of the last sync.',
  params: RepoParams,
  querystring: closed({ ...pagingQuery(), ...filters }),
  response: { 200: paged(ref(Collaborator), 'The collaborators of the page.') }
})
export type CollaboratorQuery = Static<typeof listRepoCollaborators.querystring>

const params = Type.Object({ ...RepoParams.properties, login: login('Login of the person, in any case.') })

const refused = {
  404: ref(ErrorBody, { description: 'Repository or person not found.' }),
  409: ref(ErrorBody, {
    description: 'Nobody else administers the repository, or another change is being made.'
  }),
  502: ref(ErrorBody, { description: 'The host has refused the change.' })
}

export const CollaboratorBody = closed(
  { permission: oneOf(PERMISSIONS, { description: 'What the person may do from then on.' }) },
  { $id: 'CollaboratorBody', description: 'The access of a person to a repository.' }
)

const outcome = {
  login: Type.String({ description: 'Login of the person.' }),
  action_id: Type.Integer({ description: 'The action that made the change, with its evidence.' }),
  message: Type.Optional(Type.String({ description: 'Why nothing was changed, where nothing was.' }))
}

export const CollaboratorUpdated = closed(
  {
    updated: Type.Boolean({ description: 'Whether the host shows the new permission; false in a dry run.' }),
    ...outcome,
    permission: oneOf(PERMISSIONS, { description: 'The permission that was asked for.' }),
    invited: Type.Boolean({ description: 'Whether the person has yet to accept an invitation.' })
  },
  { $id: 'CollaboratorUpdated', description: 'The result of a change of access.' }
)
export type CollaboratorUpdated = Static<typeof CollaboratorUpdated>

export const putCollaborator = operation({
  operationId: 'putCollaborator',
  codes: [
    'evidence_incomplete',
    'repo_not_found',
    'target_drifted',
    'change_under_way',
    'last_admin',
    'marker_ambiguous',
    'policy_denied',
    'duplicate_action',
    'unsafe_scope',
    'unknown',
    'rate_limited',
    'permission_denied',
    'verification_failed',
    'backend_unavailable',
    ...HOST_CODES
  ],
  summary: 'Set what a person may do in a repository',
  description:
    'The host makes the change before the reply. Somebody who is no member of the organisation is invited; an invitation that was not accepted is changed.',
  params,
  headers: GovernedHeaders,
  body: ref(CollaboratorBody),
  response: { 200: ref(CollaboratorUpdated), ...refused }
})

export const CollaboratorRemoved = closed(
  {
    removed: Type.Boolean({ description: 'Whether the host shows the access no more; false in a dry run.' }),
    ...outcome
  },
  { $id: 'CollaboratorRemoved', description: 'The result of a removal of access.' }
)
export type CollaboratorRemoved = Static<typeof CollaboratorRemoved>

export const deleteCollaborator = operation({
  operationId: 'deleteCollaborator',
  codes: [
    'evidence_incomplete',
    'repo_not_found',
    'collaborator_not_found',
    'target_drifted',
    'change_under_way',
    'last_admin',
    'marker_ambiguous',
    'policy_denied',
    'duplicate_action',
    'unsafe_scope',
    'unknown',
    'rate_limited',
    'permission_denied',
    'verification_failed',
    'backend_unavailable',
    ...HOST_CODES
  ],
  summary: 'Take the access to a repository from a person',
  description: 'An invitation is withdrawn. Access through a team or as an owner of the organisation stays.',
  params,
  headers: GovernedHeaders,
  response: { 200: ref(CollaboratorRemoved), ...refused }
})

export const schemas = [Collaborator, CollaboratorBody, CollaboratorUpdated, CollaboratorRemoved]
