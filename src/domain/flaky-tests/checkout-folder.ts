// Takes the folder that a runner checks a repository out into from absolute paths, so that they are the same on each.

const SCHEME = 'file://'
const DRIVE = /^\/?[A-Za-z]:[\\/]/
/** A folder for one job, which holds the repository. */
const OF_ONE = '/github/workspace/'
/** Each group has a folder, and each repository a folder in that of its group. */
const OF_GROUPS = '/builds/'
/** Each repository has a folder, and a folder of the same name in it. */
const OF_PAIRS = ['/home/runner/work/', '/Users/runner/work/', '/__w/']
const PAIRS_ON_DRIVE = /^\/?[A-Za-z]:\/a\//
/** Where somebody has put a runner of his own. */
const OWN_RUNNER = '/_work/'

/** The path within the repository, with the slashes of the host; as it is, where its folder is not certain. */
export function pathInRepository(path: string): string {
  const address = path.startsWith(SCHEME) ? path.slice(SCHEME.length) : path
  const isOnDrive = DRIVE.test(address)
  if (!isOnDrive && !address.startsWith('/')) return path
  const plain = isOnDrive ? address.replaceAll('\\', '/') : address
  return insideFolder(plain) || path
}

/** Empty where it is not certain. */
function insideFolder(path: string): string {
  if (path.startsWith(OF_ONE)) return path.slice(OF_ONE.length)
  if (path.startsWith(OF_GROUPS)) return path.slice(OF_GROUPS.length).split('/').slice(2).join('/')
  const [group, repository, ...rest] = path.slice(startOfPair(path)).split('/')
  return group !== '' && group === repository ? rest.join('/') : ''
}

function startOfPair(path: string): number {
  const folder = OF_PAIRS.find((one) => path.startsWith(one)) ?? PAIRS_ON_DRIVE.exec(path)?.[0]
  if (folder !== undefined) return folder.length
  const own = path.indexOf(OWN_RUNNER)
  return own < 0 ? path.length : own + OWN_RUNNER.length
}
