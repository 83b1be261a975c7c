// People with access of their own to repositories.
import { type Static, Type } from '@sinclair/typebox'
import {
  closed,
  cursorQuery,
  noRepository,
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
import { PERMISSIONS } from '../host/enums.js'
import { LONGEST_LOGIN } from './members.js'

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
  summary: 'List collaborators of all repositories, the highest permission first',
  querystring: Type.Object({
    ...pagingQuery(),
    repo: Type.Optional(repoFilter('Only collaborators of this repository.')),
    ...filters
  }),
  response: { 200: paged(ref(Collaborator), 'The collaborators of the page.'), 404: noRepository }
})

export const listRepoCollaborators = operation({
  operationId: 'listRepoCollaborators',
  summary: 'List collaborators of a repository, the highest permission first',
  params: RepoParams,
  querystring: Type.Object({ ...pagingQuery(), ...filters }),
  response: { 200: paged(ref(Collaborator), 'The collaborators of the page.'), 404: noRepository }
})
export type CollaboratorQuery = Static<typeof listRepoCollaborators.querystring>

export const schemas = [Collaborator]
