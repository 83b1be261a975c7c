// Whether the service itself has done something.
import type { Deps } from '#deps.js'

/** Login names are case-insensitive on the host. */
export async function isOwnLogin({ host }: Pick<Deps, 'host'>, login: string): Promise<boolean> {
  return login.toLowerCase() === (await host.ownLogin())?.toLowerCase()
}
