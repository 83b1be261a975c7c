// Settings of a repository: only those that differ are written.
import { HostError } from '#errors/host.js'
import type { ArgumentsOf } from '#schemas/actions/arguments.js'
import { REPOSITORY_SETTINGS, type RepositorySetting, type SettingsWish } from '#schemas/host/settings.js'
import { settingsIn } from '../resources/repository-state.js'
import { alreadyDone, blocked, type EffectHandler } from './effect.js'
import type { RepositoryClient } from './repository-client.js'

const REPOSITORY = ''

async function liveSettings(repository: RepositoryClient): Promise<SettingsWish> {
  const found = await repository.read(REPOSITORY)
  return found ? settingsIn(found) : {}
}

const wishedKeys = (wish: SettingsWish) => REPOSITORY_SETTINGS.filter((key) => wish[key] !== undefined)

const differing = (wish: SettingsWish, live: SettingsWish) =>
  wishedKeys(wish).filter((key) => wish[key] !== live[key])

const only = (keys: readonly RepositorySetting[], of: SettingsWish): SettingsWish =>
  Object.fromEntries(keys.flatMap((key) => (of[key] === undefined ? [] : [[key, of[key]]])))

export const setRepositorySettings: EffectHandler<ArgumentsOf<'set-repository-settings'>> = {
  async find(repository, { arguments: { wish } }) {
    const live = await liveSettings(repository)
    const hidden = wishedKeys(wish).filter((key) => live[key] === undefined)
    if (hidden.length > 0)
      return blocked('permission_denied', `the host shows ${hidden.join(', ')}`, 'it does not')
    const keys = differing(wish, live)
    if (keys.length === 0) return alreadyDone({ after: only(wishedKeys(wish), live) })
    return { is: 'absent', before: { before: only(keys, live) } }
  },
  async perform(repository, { arguments: { wish } }) {
    const before = await liveSettings(repository)
    const keys = differing(wish, before)
    if (keys.length > 0) await repository.write('PATCH', REPOSITORY, { body: only(keys, wish) })
    const after = await liveSettings(repository)
    const missed = differing(wish, after)
    if (missed.length === 0)
      return { hostId: null, evidence: { before: only(keys, before), after: only(keys, after) } }
    throw new HostError(
      'host_refused',
      `The host accepted the settings, but shows other values of ${missed.join(', ')}.`
    )
  },
  async verify(repository, { arguments: { wish } }) {
    const live = await liveSettings(repository)
    return {
      checkType: 'settings',
      expected: JSON.stringify(wish),
      actual: JSON.stringify(only(wishedKeys(wish), live)),
      drifted: differing(wish, live).length > 0
    }
  }
}
