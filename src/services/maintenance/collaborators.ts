// Changes of the access that people have of their own to a repository.
import type { Deps } from '#deps.js'
import { valueAt } from '#domain/json/path.js'
import { collaboratorNotFound, lastAdmin } from '#errors/maintenance.js'
import { fullNameOf, type JsonObject, type RepoParams } from '#schemas/common.js'
import type { Permission } from '#schemas/host/enums.js'
import type { CollaboratorRemoved, CollaboratorUpdated } from '#schemas/maintenance/collaborators.js'
import type { ActionRow } from '#store/actions/actions.js'
import { repositoryByName } from '#store/mirror/repositories.js'
import { refreshCollaborators } from '../mirror/collaborators.js'
import type { Initiator } from './governance.js'
import { findNow, governAction, isMade, showNow, whyNot } from './governed-actions.js'

export interface PersonInRepository {
  repo: RepoParams
  login: string
  by: Initiator
}

/** One change at a time in a repository: two at once could each remove the last but one who administers it. */
const ACTION_KEY = 'collaborators'

export async function changeAccess(
  deps: Deps,
  person: PersonInRepository,
  permission: Permission
): Promise<CollaboratorUpdated> {
  const { login } = person
  const row = await governAction(deps, actOf('collaborator.update', person), async () => {
    const { repoId } = await repositoryByName(deps.db, person.repo)
    const intent = { actionType: 'set-collaborator' as const, arguments: { login, permission } }
    return { ...intent, repoId, target: { type: 'repo' }, actionKey: ACTION_KEY }
  })
  const updated = await isAccessChanged(deps, row, person)
  const invited = updated && valueAt(evidenceOf(row), 'invited') === true
  return { updated, login, permission, invited, action_id: row.id, ...whyNot(row) }
}

export async function withdrawAccess(deps: Deps, person: PersonInRepository): Promise<CollaboratorRemoved> {
  const { login } = person
  const row = await governAction(deps, actOf('collaborator.remove', person), async () => {
    const { repoId } = await repositoryByName(deps.db, person.repo)
    const intent = { actionType: 'remove-collaborator' as const, arguments: { login } }
    // The mirror may not know yet of somebody who was just invited.
    if ((await findNow(deps, repoId, intent)).is === 'done')
      throw collaboratorNotFound(login, fullNameOf(person.repo))
    return { ...intent, repoId, target: { type: 'repo' }, actionKey: ACTION_KEY }
  })
  const removed = await isAccessChanged(deps, row, person)
  return { removed, login, action_id: row.id, ...whyNot(row) }
}

function actOf(action: string, { repo, login, by }: PersonInRepository) {
  return { by, action, target: { type: 'member' as const, id: `${fullNameOf(repo)}:${login}` } }
}

// Cast at the database boundary: evidence is JSON.
const evidenceOf = ({ evidence }: ActionRow) => evidence as JsonObject

async function isAccessChanged(deps: Deps, row: ActionRow, { login }: PersonInRepository): Promise<boolean> {
  if (row.blockedReason === 'unsafe_scope') throw lastAdmin(login, row.repoFullName)
  const made = isMade(row)
  if (made) await showNow(refreshCollaborators(deps, row.repoId))
  return made
}
