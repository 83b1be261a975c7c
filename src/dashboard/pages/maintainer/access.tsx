// Changes and takes the access of a person to a repository, after saying what that means.
import { putCollaborator } from '../../../../openapi/fields.js'
import { type ApiResult, apiClient, callApi, type Schemas } from '../../kit/api.js'
import { Badge } from '../../kit/details.js'
import { ActionButton } from '../../kit/forms/action-button.js'
import { ChangeTable } from '../../kit/forms/changes.js'
import { allowedBy, isPermission } from './permissions.js'

type Permission = Schemas['Collaborator']['permission']

interface AccessOf {
  login: string
  owner: string
  repo: string
  permission: Permission
}

/** A role of its own is named beside the permission that it amounts to. */
export function Granted({ permission, role }: { permission: Permission; role: string | null }) {
  return (
    <>
      <Badge word={permission} /> {role !== null && role !== permission && <span class="muted">{role}</span>}
    </>
  )
}

export function AccessTools({ of }: { of: AccessOf }) {
  return (
    <span class="row-tools">
      <ChangeAccess of={of} />
      <RemoveAccess of={of} />
    </span>
  )
}

function ChangeAccess({ of: { login, owner, repo, permission } }: { of: AccessOf }) {
  const path = { owner, repo, login }
  return (
    <ActionButton
      label="Change"
      about={`${login} in ${owner}/${repo}`}
      explanation={`The host makes the change at once. ${login} now ${allowedBy(permission)}.`}
      fields={putCollaborator}
      initial={{ permission }}
      preview={({ permission: wanted }) => <Consequence from={permission} to={wanted} />}
      done="The permission was changed."
      send={async (values) => {
        // Cast: the form offers the permissions of the document.
        const body = values as Schemas['CollaboratorBody']
        const result = await callApi(
          apiClient.PUT('/api/maintainer/collaborators/{owner}/{repo}/{login}', { params: { path }, body })
        )
        return withInvitation(result, login)
      }}
    />
  )
}

function withInvitation(result: ApiResult<Schemas['CollaboratorUpdated']>, login: string) {
  if (!result.data?.invited) return result
  return { data: { message: `${login} has been invited, and has to accept first.` } }
}

function Consequence({ from, to }: { from: Permission; to: unknown }) {
  if (!isPermission(to) || from === to) return <p class="muted">Nothing is changed yet.</p>
  return (
    <ChangeTable
      label="What changes"
      changes={[
        { name: 'Permission', before: from, after: to },
        { name: 'The person', before: allowedBy(from), after: allowedBy(to) }
      ]}
    />
  )
}

function RemoveAccess({ of: { login, owner, repo, permission } }: { of: AccessOf }) {
  const path = { owner, repo, login }
  return (
    <ActionButton
      label="Remove"
      about={`${login} from ${owner}/${repo}`}
      explanation={
        <>
          {login} loses the permission <strong>{permission}</strong> in {owner}/{repo} at once, and an
          invitation is withdrawn. Access through a team or as an owner of the organisation stays.
        </>
      }
      done="The access was removed."
      send={() =>
        callApi(
          apiClient.DELETE('/api/maintainer/collaborators/{owner}/{repo}/{login}', { params: { path } })
        )
      }
    />
  )
}
