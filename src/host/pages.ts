// Where people see on the host what the service speaks of.

const PUBLIC_SITE = 'https://github.com'

/** Addresses of pages about a repository, by its full name. */
export interface HostPages {
  /** Where the host begins. */
  readonly site: string
  issue(repo: string, number: number): string
  pull(repo: string, number: number): string
  commit(repo: string, sha: string): string
  file(repo: string, file: { sha: string; path: string; line: number | null }): string
}

/** Without an address of the API, the pages are those of the public platform. */
export function openPages(apiUrl: string | undefined): HostPages {
  const site = siteOf(apiUrl)
  return {
    site,
    issue: (repo, number) => `${site}/${repo}/issues/${number}`,
    pull: (repo, number) => `${site}/${repo}/pull/${number}`,
    commit: (repo, sha) => `${site}/${repo}/commit/${sha}`,
    file: (repo, { sha, path, line }) =>
      `${site}/${repo}/blob/${sha}/${path.split('/').map(encodeURIComponent).join('/')}${line === null ? '' : `#L${line}`}`
  }
}

/** An API is served below its site, or at a name of its own that begins with `api`. */
function siteOf(apiUrl: string | undefined): string {
  if (apiUrl === undefined) return PUBLIC_SITE
  const { protocol, host, pathname } = new URL(apiUrl)
  const folder = pathname.replace(/(?:\/api\/v\d{1,2})?\/?$/, '')
  return `${protocol}//${host.replace(/^api\./, '')}${folder}`
}
