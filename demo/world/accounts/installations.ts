// Changes of App installations and their accounts.
import { announceInstallation } from '../events/events.js'
import { namedShape } from '../shapes.js'
import { type Account, accountOf, type Delivery, type Installation, type State } from '../state.js'

export function installationMutations(state: State) {
  function send(installation: Installation, action: string, withRepositories: boolean): Delivery[] {
    const seen = [...installation.selection].map((id) => state.repositories.get(id))
    const repositories = seen.filter((one) => one !== undefined).map(namedShape)
    return announceInstallation(state, installation, 'installation', {
      action,
      ...(withRepositories ? { repositories } : {})
    })
  }

  return {
    /** Whoever sends the deliveries notes in each what was replied. */
    sendWebhooksTo(address: string): void {
      state.receiver = address
    },
    createInstallation(login: string, type: Account['type'] = 'Organization') {
      const now = state.now()
      const installation: Installation = {
        id: state.nextId(),
        account: accountOf(state, login, type),
        selection: new Set(),
        createdAt: now,
        updatedAt: now,
        suspendedAt: null
      }
      state.installations.set(installation.id, installation)
      return { installation, events: send(installation, 'created', true) }
    },
    suspendInstallation(installation: Installation) {
      Object.assign(installation, { suspendedAt: state.now(), updatedAt: state.now() })
      return send(installation, 'suspend', false)
    },
    unsuspendInstallation(installation: Installation) {
      Object.assign(installation, { suspendedAt: null, updatedAt: state.now() })
      return send(installation, 'unsuspend', false)
    },
    removeInstallation(installation: Installation) {
      const events = send(installation, 'deleted', true)
      state.installations.delete(installation.id)
      return events
    },
    /** The service receives no events about members. */
    addMember(login: string, member: string, role: 'admin' | 'member' = 'member'): void {
      accountOf(state, login, 'Organization').members.set(accountOf(state, member).login, role)
    },
    removeMember(login: string, member: string): void {
      accountOf(state, login, 'Organization').members.delete(member)
    }
  }
}
