// What the token of workflows may do by default.
import { HostError } from '#errors/host.js'
import type { ArgumentsOf } from '#schemas/actions/arguments.js'
import { flagAt, stringAt } from '../payload.js'
import { WORKFLOW_TOKEN } from '../resources/repository-state.js'
import { alreadyDone, blocked, type EffectHandler } from './effect.js'
import type { RepositoryClient } from './repository-client.js'

async function livePermission(repository: RepositoryClient) {
  const found = await repository.read(WORKFLOW_TOKEN)
  return {
    permission: stringAt(found, 'default_workflow_permissions'),
    mayApprove: flagAt(found, 'can_approve_pull_request_reviews')
  }
}

export const setWorkflowToken: EffectHandler<ArgumentsOf<'set-workflow-token'>> = {
  async find(repository, { arguments: { permission } }) {
    const live = await livePermission(repository)
    if (live.permission === null)
      return blocked('permission_denied', 'the host shows what workflows may do', 'it does not')
    if (live.permission === permission) return alreadyDone({ after: permission })
    return { is: 'absent', before: { before: live.permission } }
  },
  async perform(repository, { arguments: { permission } }) {
    const before = await livePermission(repository)
    // Whether workflows may approve stays as it is.
    const approval = before.mayApprove === null ? {} : { can_approve_pull_request_reviews: before.mayApprove }
    if (before.permission !== permission)
      await repository.write('PUT', WORKFLOW_TOKEN, {
        body: { default_workflow_permissions: permission, ...approval }
      })
    const after = await livePermission(repository)
    if (after.permission === permission)
      return { hostId: null, evidence: { before: before.permission, after: permission } }
    throw new HostError(
      'host_refused',
      `The host accepted the change, but workflows may still ${after.permission ?? 'do what it does not show'} by default.`
    )
  },
  async verify(repository, { arguments: { permission } }) {
    const live = await livePermission(repository)
    return {
      checkType: 'settings',
      expected: permission,
      actual: live.permission ?? 'not shown',
      drifted: live.permission !== permission
    }
  }
}
