// Members of organisations, and what they may do in the repositories.
import { type Static, Type } from '@sinclair/typebox'
import {
  closed,
  count,
  cursorQuery,
  nullable,
  oneOf,
  operation,
  paged,
  pagingQuery,
  ref,
  timestamp
} from '../common.js'
import { ErrorBody } from '../errors.js'
import { MEMBER_ROLES, PERMISSIONS } from '../host/enums.js'
import { GovernedHeaders } from './governance.js'

export const LONGEST_LOGIN = 100

export const login = (description: string) =>
  Type.String({ minLength: 1, maxLength: LONGEST_LOGIN, description, examples: ['octocat'] })

const org = login('Login of the organisation or person whose account has the App.')

const memberFields = {
  host_login: Type.String({ description: 'Login on the host.', examples: ['octocat'] }),
  host_id: Type.Integer({ description: "The host's id of the person." }),
  avatar_url: nullable(Type.String(), { description: 'Picture of the person.' }),
  role: oneOf(MEMBER_ROLES, { description: 'Role in the organisation.' }),
  site_admin: Type.Boolean({ description: 'Whether the person administers the host itself.' }),
  org,
  created_at: timestamp('When the service first saw the membership.'),
  updated_at: timestamp('When the service last saw it change.')
}

export const Member = closed(
  {
    ...memberFields,
    repo_count: count(
      'Repositories of the organisation that gave the person access of their own; access through teams is not counted.'
    ),
    max_permission_rank: Type.Integer({
      minimum: 0,
      maximum: PERMISSIONS.length,
      description: `The most that the person may do there: ${PERMISSIONS.map((word, at) => `${at + 1} ${word}`).join(', ')}; 0 without such a repository.`
    })
  },
  { $id: 'Member', description: 'A member of an organisation.' }
)
export type Member = Static<typeof Member>

export const MemberDetail = closed(
  {
    id: Type.Integer({ description: 'Id of the membership within this service.' }),
    installation_id: Type.Integer({ description: "The host's id of the installation of the App." }),
    ...memberFields,
    repo_access: Type.Array(
      closed({
        full_name: Type.String({
          description: 'Full name of the repository.',
          examples: ['octo-org/hello-world']
        }),
        name: Type.String({ description: 'Name of the repository.' }),
        owner: Type.String({ description: 'Owner of the repository.' }),
        permission: oneOf(PERMISSIONS, { description: 'What the person may do there.' }),
        role_name: nullable(Type.String(), { description: "The host's name of the role." })
      }),
      { description: 'Repositories that gave the person access of their own, the highest permission first.' }
    )
  },
  { $id: 'MemberDetail', description: 'A member with their access to repositories.' }
)
export type MemberDetail = Static<typeof MemberDetail>

const unknownOrg = ref(ErrorBody, { description: 'No installation of the App belongs to this account.' })

export const listMembers = operation({
  operationId: 'listMembers',
  codes: ['invalid_cursor', 'org_not_found'],
  summary: 'List members of organisations, owners first',
  description: 'Members of the organisations on which the App is installed, as of the last sync.',
  querystring: closed({
    ...pagingQuery(),
    role: Type.Optional(oneOf(MEMBER_ROLES, { description: 'Only members of this role.' })),
    search: Type.Optional(login('Only logins that contain this text, ignoring case.')),
    org: Type.Optional(login('Only members of this organisation.')),
    ...cursorQuery
  }),
  response: { 200: paged(ref(Member), 'The members of the page.'), 404: unknownOrg }
})
export type MemberQuery = Static<typeof listMembers.querystring>

export const getMember = operation({
  operationId: 'getMember',
  codes: ['ambiguous_member', 'org_not_found', 'member_not_found'],
  summary: 'Get a member and their access to repositories',
  description: 'The permission in each repository is the highest of all ways in which the person gets there.',
  params: Type.Object({ login: login('Login of the member, in any case.') }),
  querystring: closed({
    org: Type.Optional(login('The organisation, for members of several.'))
  }),
  response: {
    200: ref(MemberDetail),
    404: ref(ErrorBody, { description: 'Member or organisation not found.' })
  }
})

export const MembersSyncBody = closed(
  { org: Type.Optional(login('Only this organisation; by default all of them.')) },
  { $id: 'MembersSyncBody', description: 'Extent of the sync.' }
)

export const MembersSyncRequested = closed(
  {
    message: Type.String({ description: 'What happens next.' }),
    synced_orgs: count('Organisations whose members will be read.'),
    job_id: nullable(Type.String(), { description: 'The job; null if there is no organisation.' }),
    deduplicated: Type.Boolean({ description: 'Whether the same sync was requested already and is used.' })
  },
  { $id: 'MembersSyncRequested', description: 'A requested sync of members.' }
)
export type MembersSyncRequested = Static<typeof MembersSyncRequested>

export const syncMembers = operation({
  operationId: 'syncMembers',
  codes: ['org_not_found', 'host_not_configured'],
  summary: 'Read the members of organisations again',
  description: 'Personal accounts have no members and are skipped. The body is optional.',
  headers: GovernedHeaders,
  body: Type.Union([ref(MembersSyncBody), Type.Null()], { description: 'Optional.' }),
  response: { 202: ref(MembersSyncRequested), 404: unknownOrg }
})

export const schemas = [Member, MemberDetail, MembersSyncBody, MembersSyncRequested]
